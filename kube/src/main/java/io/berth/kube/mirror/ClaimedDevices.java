package io.berth.kube.mirror;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClaim.Consumer;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.Slice;
import io.berth.kube.claim.taint.TaintRule;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.convention.GangName;
import io.berth.kube.device.Devices;
import io.berth.kube.device.Outcome;
import io.berth.kube.device.Reached;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.object.Node;
import io.berth.kube.object.NodeAffinity;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;
import io.berth.kube.volume.Alternatives;
import io.berth.kube.watch.Sink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The devices that a mirror's pods claim. All of it within the lock of its mirror. */
final class ClaimedDevices {
    private final Devices devices = new Devices(new Expressions());
    private final ClaimKinds kinds = new ClaimKinds(devices);
    private final ExtendedClaims extended = new ExtendedClaims(devices);
    private final Claimants pods = new Claimants(ClaimedDevices::claims);
    private final Map<String, DeviceClaim> claims = new HashMap<>();
    private final RunningClaims running = new RunningClaims(devices, kinds, pods, claims);
    private final Promises promises = new Promises();
    private final SharedClaims shared;
    private final Freeing freeing = new Freeing();
    /** True where it is the turn of {@code pod} to have devices found for {@code claim}, which has none, or that of one with which it starts. */
    private boolean mayHave(Pod pod, DeviceClaim claim, Company company) {
        Promises.Promise promise = promises.of(claim);
        return promise == null
                ? shared.mayHave(pod, claim, company)
                : promise.pods().contains(pod.meta().uid());
    }

    /** How many claims of each kind nodes hold beside what they hold, by node; asked for when it is first wanted. */
    private final Map<String, Map<String, Long>> room = new HashMap<>();

    private final Changed changed;
    /** False until all claims were told of: some may not list them. */
    private boolean claimsKnown;

    ClaimedDevices(Changed changed, Function<Pod, @Nullable PodGroup> groups) {
        this.changed = changed;
        this.shared = new SharedClaims(devices, pods, claims, groups);
    }

    void keep(Pod pod) {
        List<String> now = claims(pod);
        if (pods.pod(pod.meta().uid())
                .anyMatch(before ->
                        !claims(before).equals(now) || SharedClaims.mayStart(before) != SharedClaims.mayStart(pod))) {
            changed.pods(pods.drop(pod.meta().uid()));
        }
        if (extended.keep(pod)) {
            all();
        }
        if (pod.spec().needs().claims().isEmpty()) {
            return;
        }
        boolean comes = pod.bound() && pods.pod(pod.meta().uid()).noneMatch(Pod::bound);
        pods.keep(pod);
        name(pod);
        if (comes) {
            running.waitsNoMore(pod.meta().uid());
            others(pod.spec().node());
            if (GangName.of(pod) == null) {
                // What they share is free with all of them, from now on with this one too.
                claims(pod).forEach(key -> changed.pods(pods.of(key)));
            }
        }
    }

    /** A pod is over, or gone. */
    void drop(String uid) {
        running.waitsNoMore(uid);
        freeing.startsNoMore(uid);
        changed.pods(pods.drop(uid));
        look(extended.drop(uid));
    }

    /** What the claims of pods that run would leave to others. */
    RunningClaims running() {
        return running;
    }

    /** False until all claims were told of. */
    boolean known() {
        return claimsKnown;
    }

    /** By namespace and name. */
    static List<String> claims(Pod pod) {
        return pod.spec().needs().claims().stream()
                .filter(claimed -> !claimed.claim().isEmpty())
                .map(claimed -> key(pod, claimed))
                .distinct()
                .toList();
    }

    static String key(Pod pod, Pod.DevicesClaimed claimed) {
        return pod.meta().key().namespace() + "/" + claimed.claim();
    }

    /** What the claims of {@code pod} come to; one that is bound has what it has. */
    ClaimNeeds needs(Pod pod, Company company) {
        if (pod.spec().needs().claims().isEmpty() || pod.bound()) {
            return ClaimNeeds.NONE;
        }
        if (!claimsKnown) {
            return ClaimNeeds.waiting("claims of devices cannot be read");
        }
        String waits = whyNot(pod, company);
        if (!waits.isEmpty()) {
            return ClaimNeeds.waiting(waits);
        }
        List<DeviceClaim> all = open(pod);
        String never = devices.whyNever(all.stream().map(DeviceClaim::asks).toList());
        if (!never.isEmpty()) {
            return ClaimNeeds.waiting(never);
        }
        List<NodeSelectorTerm> where = where(pod);
        String within = shared.within(all, company);
        List<Asks> open = all.stream()
                .filter(claim -> shared.countsFor(claim, pod, company))
                .map(DeviceClaim::asks)
                .toList();
        if (open.isEmpty()) {
            return new ClaimNeeds("", where, Map.of(), within);
        }
        name(open);
        Map<String, Long> amounts = kinds.amounts(open);
        if (amounts != null && running.wants(pod, amounts)) {
            changed.pods(pods.bound());
        }
        return amounts == null
                ? ClaimNeeds.waiting("pods that wait ask for devices in more than " + Names.MOST + " ways")
                : new ClaimNeeds("", where, amounts, within);
    }

    /** The kind of what {@code pod} still wants, so that nodes say how much of it they hold before the pod is looked at. */
    private void name(Pod pod) {
        if (claimsKnown && !pod.bound() && whyNot(pod, Company.GANG).isEmpty()) {
            List<Asks> open = open(pod).stream().map(DeviceClaim::asks).toList();
            if (!open.isEmpty()) {
                name(open);
            }
        }
    }

    private void name(List<Asks> open) {
        switch (kinds.name(open, this::wanted)) {
            case CLAIMS -> all();
            case DEVICES -> {
                all();
                everybody();
            }
            case NONE, TOO_MANY -> {}
        }
    }

    /** All nodes hold something else. */
    private void all() {
        room.clear();
        running.changed();
        changed.nodes(List.of());
    }

    /** The claims of those that wait come to something else, and what those of others have is worth something else. */
    private void everybody() {
        changed.pods(pods.uids());
    }

    private Collection<List<Asks>> wanted() {
        return pods.waiting().stream()
                .map(pod -> open(pod).stream().map(DeviceClaim::asks).toList())
                .toList();
    }

    /** Those of its claims that have no devices. */
    private List<DeviceClaim> open(Pod pod) {
        List<DeviceClaim> open = new ArrayList<>();
        for (String key : claims(pod)) {
            DeviceClaim claim = claims.get(key);
            if (claim != null && claim.allocation() == null) {
                open.add(claim);
            }
        }
        return open;
    }

    private List<NodeSelectorTerm> where(Pod pod) {
        List<NodeSelectorTerm> where = List.of();
        for (String key : claims(pod)) {
            DeviceClaim claim = claims.get(key);
            Promises.Promise promise = claim == null ? null : promises.of(claim);
            Allocation allocation = claim == null ? null : promise == null ? claim.allocation() : promise.allocation();
            NodeAffinity there = allocation == null ? null : allocation.where();
            if (there != null) {
                where = Alternatives.and(
                        where, there.required().isEmpty() ? List.of(Alternatives.NEVER) : there.required());
            }
        }
        return where;
    }

    /** Why the pod cannot have its claims now, wherever it goes, in words; empty where it can. */
    private String whyNot(Pod pod, Company company) {
        for (Pod.DevicesClaimed claimed : pod.spec().needs().claims()) {
            if (claimed.claim().isEmpty()) {
                return "claim " + claimed.name() + " is not made yet";
            }
            DeviceClaim claim = claims.get(key(pod, claimed));
            String why =
                    claim == null ? "claim " + claimed.claim() + " is not there" : whyNot(pod, claim, claimed, company);
            if (!why.isEmpty()) {
                return why;
            }
        }
        return "";
    }

    private String whyNot(Pod pod, DeviceClaim claim, Pod.DevicesClaimed claimed, Company company) {
        String name = "claim " + claim.meta().name();
        Consumer user = shared.user(pod, claimed);
        if (claimed.own() && !SharedClaims.isFor(pod, claim, user)) {
            return name + " was not made for this pod";
        }
        if (claim.meta().deleting()) {
            return name + " is being deleted";
        }
        if (freeing.leaving(claim)) {
            return name + " gives back its devices";
        }
        if (claim.allocation() != null) {
            String uncounted = devices.uncounted(claim.meta().uid());
            if (!uncounted.isEmpty()) {
                return uncounted;
            }
            return claim.usedBy(user) || claim.reserved().size() < DeviceClaim.MOST_CONSUMERS
                    ? ""
                    : name + " is used by " + DeviceClaim.MOST_CONSUMERS + " others";
        }
        return mayHave(pod, claim, company) ? "" : name + " gets its devices with another pod first";
    }

    /** How many claims of each kind {@code node} holds beside what it holds, by resource. */
    Map<String, Long> room(Node node) {
        if (!devices.any(node)) {
            return Map.of();
        }
        return room.computeIfAbsent(node.meta().name(), _ -> {
            Map<String, Long> further = kinds.room(node);
            if (claimsKnown) {
                extended.addRoom(node, further);
            }
            return further;
        });
    }

    /** A node is another: it may reach other devices. */
    void moved(String node) {
        room.remove(node);
        running.changed(node);
    }

    /**
     * Chooses what the claims of {@code pod} get on {@code node}; nobody else is given that until {@link #release}. Those of one start come in
     * the order {@link SharedClaims#FIRST}: what they share is found for the first.
     */
    DeviceChoice promise(Pod pod, Node node, Promises.Start start) {
        DeviceChoice.Making making = extended.making(pod, node);
        if (making == null && pod.spec().needs().claims().isEmpty()) {
            return DeviceChoice.NONE;
        }
        String waits = claimsKnown ? whyNot(pod, start.company()) : "claims of devices cannot be read";
        waits = waits.isEmpty() ? shared.tooMany(open(pod), start) : waits;
        if (!waits.isEmpty()) {
            return DeviceChoice.not(waits);
        }
        List<NodeSelectorTerm> where = where(pod);
        if (!where.isEmpty() && !new NodeAffinity(where).holds(node.labelled())) {
            return DeviceChoice.not("the devices of a claim cannot be had there");
        }
        List<DeviceClaim> open =
                open(pod).stream().filter(claim -> promises.of(claim) == null).toList();
        List<Asks> asks = new ArrayList<>(open.stream().map(DeviceClaim::asks).toList());
        boolean more = making != null && making.open();
        if (making != null && more) {
            asks.add(new Asks(making.asked().requests(), List.of(), List.of()));
        }
        return switch (devices.allocate(node, asks)) {
            case Outcome.Not(String why) -> DeviceChoice.not(why);
            case Outcome.Found(List<Allocation> allocations) -> {
                promise(open, allocations, start);
                freeing.starts(pod.meta().uid());
                yield new DeviceChoice(
                        "",
                        given(pod, start),
                        making == null ? null : promise(pod, more ? making.with(allocations.getLast()) : making));
            }
        };
    }

    private DeviceChoice.Making promise(Pod pod, DeviceChoice.Making making) {
        look(extended.promise(pod, making));
        return making;
    }

    private void promise(List<DeviceClaim> open, List<Allocation> allocations, Promises.Start start) {
        for (int i = 0; i < open.size(); i++) {
            DeviceClaim claim = open.get(i);
            List<String> sharing = shared.among(claim, start.company())
                    .map(pod -> pod.meta().uid())
                    .toList();
            promises.put(claim, sharing, allocations.get(i));
            look(devices.claim(claim.meta().uid(), allocations.get(i)));
            changed.pods(pods.of(claim.meta().key().text()));
        }
    }

    /** What each claim of {@code pod} gets, or has; the first of a start to use it has it written for all. */
    private List<DeviceChoice.Given> given(Pod pod, Promises.Start start) {
        List<DeviceChoice.Given> given = new ArrayList<>();
        for (String key : claims(pod)) {
            DeviceClaim claim = claims.get(key);
            if (claim != null) {
                Promises.Promise promise = promises.of(claim);
                List<Consumer> users = start.first(claim) ? shared.users(claim, start) : List.of();
                given.add(
                        promise == null
                                ? new DeviceChoice.Given(claim, null, users, start.written(claim))
                                : new DeviceChoice.Given(claim, promise.allocation(), users, promise.written()));
            }
        }
        return given;
    }

    /** Gives back what was promised to {@code pod}, and is neither its own yet nor another's with which it started. */
    void release(Pod pod) {
        freeing.startsNoMore(pod.meta().uid());
        for (String key : claims(pod)) {
            DeviceClaim claim = claims.get(key);
            if (claim != null && promises.release(claim, pod.meta().uid())) {
                look(devices.claim(claim.meta().uid(), claim.allocation()));
                changed.pods(pods.of(key));
            }
        }
        look(extended.release(pod));
    }

    /** The pod of {@code uid} is bound. */
    void bound(String uid) {
        freeing.startsNoMore(uid);
        look(extended.bound(uid));
    }

    /** True where nothing is to be promised to {@code pod}. */
    boolean none(Pod pod) {
        return pod.spec().needs().claims().isEmpty() && !extended.asks(pod);
    }

    /**
     * True where the devices of {@code claim}, of this version, are to be taken back, as all who might use them wait: from then on nobody
     * starts with them.
     *
     * @param waits true for a pod that is on its way to no node, or over
     */
    boolean frees(DeviceClaim claim, Predicate<Consumer> waits) {
        String key = claim.meta().key().text();
        DeviceClaim now = claims.get(key);
        boolean frees = now != null
                && now.meta().uid().equals(claim.meta().uid())
                && now.meta().resourceVersion().equals(claim.meta().resourceVersion())
                && now.allocation() != null
                && !freeing.leaving(now)
                && now.reserved().stream().allMatch(waits);
        if (frees) {
            freeing.leaves(claim);
            changed.pods(pods.of(key));
        }
        return frees;
    }

    /** The devices of {@code claim} are not taken back after all. */
    void stays(DeviceClaim claim) {
        freeing.leavesNoMore(claim);
        changed.pods(pods.of(claim.meta().key().text()));
    }

    /** True while {@code pod} is about to be bound with what was promised to it. */
    boolean starting(Pod pod) {
        return freeing.starting(pod.meta().uid());
    }

    /** Claims that have devices for a PodGroup, and for nobody else. */
    List<DeviceClaim> ofGroups() {
        return claims.values().stream()
                .filter(claim -> claim.allocation() != null
                        && claim.reserved().size() == 1
                        && claim.reserved().getFirst().isGroup())
                .toList();
    }

    /** True where others use what {@code pod} claims, as pods or as a PodGroup. */
    boolean shares(Pod pod) {
        return claims(pod).stream().anyMatch(key -> {
            DeviceClaim claim = claims.get(key);
            return pods.of(key).size() > 1
                    || claim != null && claim.reserved().stream().anyMatch(Consumer::isGroup);
        });
    }

    /** The claims that are made for pods. */
    ExtendedClaims extended() {
        return extended;
    }

    @Nullable
    DeviceClaim claim(String key) {
        return claims.get(key);
    }

    private void look(Reached reached) {
        if (reached.others()) {
            all();
        } else if (!reached.nodes().isEmpty()) {
            reached.nodes().forEach(this::moved);
            changed.nodes(reached.nodes());
        }
        if (running.anyWanted()) {
            changed.pods(pods.on(reached));
        }
    }

    /** Somebody is on {@code node}, or has his claims with others: with him others make room. */
    private void others(String node) {
        running.changed(node);
        if (running.anyWanted()) {
            pods.on(node).forEach(pod -> changed.pods(List.of(pod.meta().uid())));
        }
    }

    Sink<Slice> sliceSink(Inside inside) {
        return new Known<>(inside, slice -> slice.meta().name(), (name, slice) -> offered(devices.slice(name, slice)));
    }

    Sink<TaintRule> ruleSink(Inside inside) {
        return new Known<>(inside, rule -> rule.meta().name(), (name, rule) -> offered(devices.rule(name, rule)));
    }

    /** Something else is offered to the nodes that are reached. */
    private void offered(Reached reached) {
        look(reached);
        changed.pods(pods.on(reached));
        relate();
        changed.pods(shared.moved());
    }

    Sink<DeviceClass> classSink(Inside inside) {
        return new Known<>(inside, of -> of.meta().name(), (name, of) -> {
            devices.deviceClass(name, of);
            extended.deviceClass(name, of);
            relate();
            all();
            everybody();
        });
    }

    private void relate() {
        if (kinds.changed()) {
            everybody();
        }
    }

    Sink<DeviceClaim> claimSink(Inside inside) {
        Inside known = change -> inside.change(() -> {
            if (!claimsKnown) {
                claimsKnown = true;
                changed.pods(pods.uids());
                all();
            }
            change.run();
        });
        return new Known<>(known, claim -> claim.meta().key().text(), this::changed);
    }

    private void changed(String key, @Nullable DeviceClaim now) {
        DeviceClaim before = now == null ? claims.remove(key) : claims.put(key, now);
        changed.pods(running.uses(key, now == null ? List.of() : now.reserved()));
        if (before != null
                && (now == null || !before.meta().uid().equals(now.meta().uid()))) {
            promises.drop(before);
            freeing.leavesNoMore(before);
            look(devices.claim(before.meta().uid(), null));
        }
        if (now != null && (now.allocation() != null || promises.of(now) == null)) {
            promises.drop(now);
            look(devices.claim(now.meta().uid(), now.allocation()));
        }
        look(extended.claim(before, now));
        pods.podsOf(key).forEach(pod -> {
            name(pod);
            if (pod.bound()) {
                others(pod.spec().node());
            }
        });
        changed.pods(pods.of(key));
    }
}
