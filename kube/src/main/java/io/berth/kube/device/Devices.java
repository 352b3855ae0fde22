package io.berth.kube.device;

import io.berth.core.workload.Label;
import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Allocation.Result;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.PoolVersion;
import io.berth.kube.claim.Slice;
import io.berth.kube.claim.taint.TaintRule;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.object.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The devices of a cluster: what drivers offer, what claims have, what they may be given. For one thread at a time. */
public final class Devices {
    /** A node that would hold more of one kind of claims is said to hold as many. */
    private static final int MOST_FURTHER = 128;

    private final Inventory inventory = new Inventory();
    private final Holdings holdings = new Holdings();
    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<DeviceKind, Selection> selections = new HashMap<>();
    private final Expressions expressions;
    private final Allocator allocator;
    /** How often something was kept from others for the sake of a question. */
    private long kept;

    public Devices(Expressions expressions) {
        this.expressions = expressions;
        allocator = new Allocator(new Allocator.Basis(inventory, holdings, classes, expressions));
    }

    /** Slice {@code name} is so, null where it is gone; returns the nodes that may see it. */
    public Reached slice(String name, @Nullable Slice now) {
        selections.clear();
        return inventory.slice(name, now);
    }

    /** Rule {@code name} taints devices, null where it is gone; returns the nodes that may see it. */
    public Reached rule(String name, @Nullable TaintRule now) {
        selections.clear();
        return inventory.rule(name, now);
    }

    /** Class {@code name} is so; null where it is gone. */
    public void deviceClass(String name, @Nullable DeviceClass now) {
        selections.clear();
        if (now == null) {
            classes.remove(name);
        } else {
            classes.put(name, now);
        }
    }

    /** The claim of {@code uid} has {@code allocation}, null for nothing; returns the nodes that may see a difference. */
    public Reached claim(String uid, @Nullable Allocation allocation) {
        List<Result> now = allocation == null ? List.of() : allocation.results();
        List<Result> before = holdings.put(uid, now);
        return before.equals(now) ? Reached.NONE : reached(before).and(reached(now));
    }

    private Reached reached(Collection<Result> results) {
        return results.stream()
                .map(result -> result.id().inPool())
                .distinct()
                .map(inventory::reached)
                .reduce(Reached.NONE, Reached::and);
    }

    /** Why nothing is ever found for {@code claims}, in words; empty where something may be. */
    public String whyNever(List<Asks> claims) {
        return claims.stream()
                .map(asks -> Resolver.whyNever(asks, classes))
                .filter(why -> !why.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Devices of {@code node} for each of {@code claims}, which are wanted together; it changes nothing. */
    public Outcome allocate(Node node, List<Asks> claims) {
        return allocator.allocate(node, claims);
    }

    /** True where some device may be had from {@code node}. */
    public boolean any(Node node) {
        return !inventory.of(node).isEmpty();
    }

    private Selection selection(DeviceKind kind) {
        return selections.computeIfAbsent(
                kind, _ -> Selection.of(kind, classes.get(kind.deviceClass()), inventory.all(), expressions));
    }

    /** True where each request for devices of {@code kind} takes whole ones, and all that are free can be had together. */
    public boolean counted(DeviceKind kind) {
        return selection(kind).counted();
    }

    /** True where all devices of kind {@code one} are of kind {@code other} as well. */
    public boolean within(DeviceKind one, DeviceKind other) {
        return selection(other).devices().containsAll(selection(one).devices());
    }

    /**
     * The label by which all must be in one domain who share what {@code asks} is given, whatever that is; {@link
     * io.berth.core.workload.PeerRule#NODE} where they must be on one node; null where they may be anywhere.
     */
    public @Nullable String domain(Asks asks) {
        Set<Offered> all = new HashSet<>();
        for (DeviceRequest request : asks.requests()) {
            for (DeviceRequest.Option option : request.options()) {
                DeviceKind kind = new DeviceKind(option.deviceClass(), option.selectors(), option.tolerations());
                all.addAll(selection(kind).devices());
            }
        }
        return Sharing.domain(all);
    }

    /** How many devices of {@code kind} nobody has that {@code node} reaches. */
    public long free(Node node, DeviceKind kind) {
        return count(node, kind, inventory.of(node).stream(), id -> !holdings.any(id));
    }

    /** False while a pool of which the claim of {@code uid} has devices is being changed, or is not there. */
    public boolean offersAll(String uid) {
        return holdings.of(uid).stream()
                .allMatch(result -> inventory.whole(result.id().inPool()));
    }

    /** What devices of the claim of {@code uid} take of their node that nothing here counts, in words; empty for nothing. */
    public String uncounted(String uid) {
        return holdings.of(uid).stream()
                .map(Result::id)
                .map(inventory::offered)
                .filter(Objects::nonNull)
                .flatMap(offered -> offered.device().qualities().unweighed().stream()
                        .filter(name -> name.startsWith("nodeAllocatable"))
                        .map(name -> "device " + offered.id().device() + " says " + name
                                + ", which this scheduler does not weigh"))
                .findFirst()
                .orElse("");
    }

    /** How many whole devices of {@code kind} that {@code node} reaches the claim of {@code uid} keeps from others. */
    public long held(Node node, DeviceKind kind, String uid) {
        Set<Allocation.Id> had = holdings.of(uid).stream()
                .filter(result -> result.share() == null && !result.admin())
                .map(Result::id)
                .collect(Collectors.toSet());
        Set<PoolVersion.Id> pools = had.stream().map(Allocation.Id::inPool).collect(Collectors.toSet());
        return count(node, kind, inventory.of(node).stream().filter(pool -> pools.contains(pool.id())), had::contains);
    }

    private long count(Node node, DeviceKind kind, Stream<Pool> pools, Predicate<Allocation.Id> counts) {
        Selection selection = selection(kind);
        List<Label> labels = node.labelled();
        return pools.flatMap(pool -> pool.devices().stream())
                .filter(offered -> counts.test(offered.id())
                        && selection.devices().contains(offered)
                        && offered.device().reach().includes(node.meta().name(), labels))
                .count();
    }

    /** How many times {@code node} holds {@code claims} beside what it holds already; at least so many times it does. */
    public int further(Node node, List<Asks> claims) {
        return further(node, claims, MOST_FURTHER);
    }

    /** The same, {@code most} times at the most. */
    public int further(Node node, List<Asks> claims, int most) {
        return times(node, claims, most).size() / Math.max(1, claims.size());
    }

    /** What {@code claims} get on {@code node} as often as it holds them, {@code most} times at the most; it changes nothing. */
    public List<Allocation> times(Node node, List<Asks> claims, int most) {
        List<Allocation> found = new ArrayList<>();
        List<String> tried = new ArrayList<>();
        int turn = 0;
        while (turn < most && allocator.any(node, claims) instanceof Outcome.Found(List<Allocation> allocations)) {
            turn++;
            found.addAll(allocations);
            allocations.forEach(allocation -> tried.add(keep(allocation)));
        }
        tried.forEach(this::giveBack);
        return found;
    }

    /** What {@code question} answers where nobody is given what {@code allocations} have; else nothing changes. */
    public <T> T withheld(List<Allocation> allocations, Supplier<T> question) {
        List<String> kept = allocations.stream().map(this::keep).toList();
        try {
            return question.get();
        } finally {
            kept.forEach(this::giveBack);
        }
    }

    /** No claim has such a UID. */
    private String keep(Allocation allocation) {
        String uid = "/" + ++kept;
        holdings.put(uid, allocation.results());
        return uid;
    }

    private void giveBack(String uid) {
        holdings.put(uid, List.of());
    }

    /** What {@code question} answers where the claims of {@code uids} have nothing; else nothing changes. */
    public <T> T without(Collection<String> uids, Supplier<T> question) {
        Map<String, List<Result>> had = new HashMap<>();
        uids.stream().distinct().forEach(uid -> had.put(uid, holdings.put(uid, List.of())));
        try {
            return question.get();
        } finally {
            had.forEach(holdings::put);
        }
    }
}
