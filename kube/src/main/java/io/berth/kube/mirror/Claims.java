package io.berth.kube.mirror;

import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.Slice;
import io.berth.kube.claim.taint.TaintRule;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.convention.GangName;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;
import io.berth.kube.volume.AttachLimits;
import io.berth.kube.volume.Claim;
import io.berth.kube.volume.StorageClass;
import io.berth.kube.volume.StorageDriver;
import io.berth.kube.volume.StorageRoom;
import io.berth.kube.volume.Volume;
import io.berth.kube.volume.VolumeChoice;
import io.berth.kube.watch.Sink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the pods of a mirror claim: volumes and devices. From any thread. */
public final class Claims {
    private final Mirror mirror;
    private final ClaimedVolumes volumes;
    private final ClaimedDevices devices;
    private volatile boolean weighsVolumes;
    private volatile boolean weighsDevices;

    /**
     * @param changed within the lock of {@code mirror}
     * @param groups the PodGroup of a pod; null where it has none
     */
    Claims(Mirror mirror, Changed changed, Function<Pod, @Nullable PodGroup> groups) {
        this.mirror = mirror;
        this.volumes = new ClaimedVolumes(changed);
        this.devices = new ClaimedDevices(changed, groups);
    }

    /** True where its mirror is told of claims and volumes. */
    public boolean weighsVolumes() {
        return weighsVolumes;
    }

    /** True where its mirror is told of claims of devices. */
    public boolean weighsDevices() {
        return weighsDevices;
    }

    /** What the claims of {@code pod} come to; those of volumes to nothing where nobody tells of volumes, and those of devices likewise. */
    public ClaimNeeds needs(Pod pod) {
        return needs(pod, Company.NONE);
    }

    /** The same where it starts in {@code company}. */
    public ClaimNeeds needs(Pod pod, Company company) {
        ClaimNeeds needs;
        boolean others;
        synchronized (mirror) {
            int before = mirror.unseen();
            ClaimNeeds ofVolumes = weighsVolumes ? volumes.needs(pod, mirror.all()) : ClaimNeeds.NONE;
            needs = (weighsDevices ? ofVolumes.and(ofDevices(pod, company)) : ofVolumes)
                    .and(mirror.shares().needs(pod));
            others = mirror.unseen() > before;
        }
        if (others) {
            mirror.tell();
        }
        return needs;
    }

    /** One that is bound takes what it has. */
    private ClaimNeeds ofDevices(Pod pod, Company company) {
        Map<String, Long> held = pod.bound() ? held(pod, Map.of(), null) : null;
        return held == null ? devices.needs(pod, company) : ClaimNeeds.taking(held);
    }

    /**
     * What the claims of {@code pod}, which is bound, keep from others, by resource: devices that nobody uses beside it, and room for claims
     * that are searched for, where somebody waits for it who goes before the pod. Null where that is not known, or not now, as a driver
     * changes what it offers.
     *
     * @param counted what it counts for until now, which stays where nobody waits for it
     * @param going the UIDs of pods of its node that are about to stop; null to count nothing that is searched for
     */
    public @Nullable Map<String, Long> held(Pod pod, Map<String, Long> counted, @Nullable Set<String> going) {
        synchronized (mirror) {
            Node node = mirror.node(pod.spec().node());
            return weighsDevices && devices.known() && node != null
                    ? devices.running().held(pod, node, counted, going)
                    : null;
        }
    }

    /** What the node of {@code name} leaves to others when the pods of {@code going} have given back their devices. */
    public RoomSoon soon(String name, Set<String> going) {
        synchronized (mirror) {
            Node node = mirror.node(name);
            return weighsDevices && node != null ? devices.running().soon(node, going) : RoomSoon.NONE;
        }
    }

    /** True where pods wait for claims that are searched for, and others may stop for them. */
    public boolean searched() {
        synchronized (mirror) {
            return weighsDevices && devices.running().anyWanted();
        }
    }

    /**
     * What {@code pod}, which is bound, makes room as one with, as they share devices that are free only when all of them have gone: others have
     * the same. Empty where it shares none.
     */
    public String unit(Pod pod) {
        synchronized (mirror) {
            return weighsDevices ? devices.running().unit(pod) : "";
        }
    }

    /** True where somebody else claims devices that {@code pod} claims. */
    public boolean shares(Pod pod) {
        synchronized (mirror) {
            return weighsDevices && devices.shares(pod);
        }
    }

    /**
     * True while claims have devices for the pod of {@code uid} alone, which is over or gone: whoever looks after claims is about to take them
     * back, and the pod is to be looked at then.
     */
    public boolean givesBack(String uid) {
        synchronized (mirror) {
            return weighsDevices && devices.running().givesBack(uid);
        }
    }

    /** How many volumes may be attached to the node of {@code name}, by driver. */
    public Map<String, Long> attachable(String name) {
        synchronized (mirror) {
            return volumes.attachable(name);
        }
    }

    /** How many claims of devices the node of {@code name} holds beside what it holds, by resource. */
    public Map<String, Long> room(String name) {
        synchronized (mirror) {
            Node node = mirror.node(name);
            return weighsDevices && node != null ? devices.room(node) : Map.of();
        }
    }

    /**
     * Chooses what the claims of {@code pod} get on the node of {@code name}. Nobody else is given these volumes until they are somebody's,
     * or {@link #release} gives them back.
     */
    public VolumeChoice.Choices promise(Pod pod, String name) {
        synchronized (mirror) {
            Node node = mirror.node(name);
            return node == null ? VolumeChoice.Choices.not("node " + name + " is gone") : volumes.promise(pod, node);
        }
    }

    /** Gives back what was promised. */
    public void release(VolumeChoice.Choices choices) {
        mirror.change(() -> volumes.release(choices));
    }

    /**
     * Chooses devices for pods that start together, each on its node. Nobody else is given them until claims have them, or
     * {@link #releaseDevices} gives them back. Where one is not possible it is the only one, and nothing is promised to any.
     *
     * @param names of the node of each
     */
    public List<DeviceChoice> promiseDevices(List<Pod> starting, List<String> names) {
        if (!weighsDevices || none(starting)) {
            return starting.stream().map(_ -> DeviceChoice.NONE).toList();
        }
        List<Integer> order = IntStream.range(0, starting.size())
                .boxed()
                .sorted(Comparator.comparing(starting::get, SharedClaims.FIRST))
                .toList();
        Promises.Start start = new Promises.Start(
                starting.stream().map(pod -> pod.meta().uid()).toList());
        Map<Integer, DeviceChoice> choices = new TreeMap<>();
        List<DeviceChoice> not = new ArrayList<>();
        mirror.change(() -> {
            for (int place : order) {
                Node node = mirror.node(names.get(place));
                DeviceChoice choice = node == null
                        ? DeviceChoice.not("node " + names.get(place) + " is gone")
                        : devices.promise(starting.get(place), node, start);
                if (!choice.possible()) {
                    starting.forEach(devices::release);
                    not.add(choice);
                    break;
                }
                choices.put(place, choice);
            }
        });
        return not.isEmpty() ? List.copyOf(choices.values()) : not;
    }

    /** True where {@code pod} claims no devices, of its own or by extended resources. */
    public boolean none(Pod pod) {
        return !weighsDevices || none(List.of(pod));
    }

    private boolean none(List<Pod> starting) {
        synchronized (mirror) {
            return starting.stream().allMatch(devices::none);
        }
    }

    /** The pod of {@code uid} is bound: what was promised to it is its own. */
    public void boundDevices(String uid) {
        mirror.change(() -> devices.bound(uid));
    }

    /** Gives back what was promised to {@code pod} and is not its own yet. */
    public void releaseDevices(Pod pod) {
        mirror.change(() -> devices.release(pod));
    }

    /**
     * True where the devices of {@code claim}, of this version, may be taken back now: {@code failed}, which does not start, and all others who
     * might use them wait, and are {@code ours}. From then on nobody starts with them, until the claim is otherwise or {@link #stays}.
     */
    public boolean frees(DeviceClaim claim, Pod failed, Predicate<Pod> ours) {
        boolean[] frees = new boolean[1];
        mirror.change(() -> frees[0] = devices.frees(
                claim,
                user -> user.uid().equals(failed.meta().uid()) && !devices.starting(failed)
                        || waits(claim, user, ours)));
        return frees[0];
    }

    /** Claims that have devices for a PodGroup of which nobody is on a node or about to be, while some are {@code ours} and wait; as {@link #frees}. */
    public List<DeviceClaim> freesOfGroups(Predicate<Pod> ours) {
        List<DeviceClaim> free = new ArrayList<>();
        synchronized (mirror) {
            for (DeviceClaim claim : devices.ofGroups()) {
                GangName group = group(claim, claim.reserved().getFirst());
                boolean some = mirror.podsOf(group).stream().anyMatch(pod -> !pod.over());
                if (some && devices.frees(claim, user -> waits(claim, user, ours))) {
                    free.add(claim);
                }
            }
        }
        if (!free.isEmpty()) {
            mirror.tell();
        }
        return free;
    }

    private static GangName group(DeviceClaim claim, DeviceClaim.Consumer user) {
        return new GangName(claim.meta().key().namespace(), user.name(), true);
    }

    private boolean waits(DeviceClaim claim, DeviceClaim.Consumer user, Predicate<Pod> ours) {
        if (user.isGroup()) {
            return mirror.podsOf(group(claim, user)).stream().allMatch(pod -> waits(pod, ours));
        }
        Pod pod = mirror.pod(user.uid());
        return pod != null && waits(pod, ours);
    }

    private boolean waits(Pod pod, Predicate<Pod> ours) {
        return pod.over() || !pod.bound() && ours.test(pod) && !devices.starting(pod);
    }

    /** The devices of {@code claim} could not be taken back. */
    public void stays(DeviceClaim claim) {
        mirror.change(() -> devices.stays(claim));
    }

    /** The claim of UID {@code claim} was made for {@code pod}, which is about to be bound. */
    public void made(Pod pod, String claim) {
        mirror.change(() -> devices.extended().made(pod, claim));
    }

    /** Somebody deletes a claim that was made for a pod, or cannot. */
    public void leaves(DeviceClaim claim, boolean leaves) {
        mirror.change(() -> devices.extended().leaves(claim, leaves));
    }

    /** Claims that were made for starts of which nothing came, of {@code ours}. */
    public List<DeviceClaim> stale(Predicate<Pod> ours) {
        synchronized (mirror) {
            return devices.extended().stale(uid -> {
                Pod pod = mirror.pod(uid);
                return pod != null && !pod.over() && ours.test(pod) ? pod : null;
            });
        }
    }

    /** A claim of devices by namespace and name; null where there is none. */
    public @Nullable DeviceClaim deviceClaim(String key) {
        synchronized (mirror) {
            return devices.claim(key);
        }
    }

    void keep(Pod pod) {
        volumes.keep(pod);
        devices.keep(pod);
    }

    void drop(String uid) {
        volumes.drop(uid);
        devices.drop(uid);
    }

    /** The node of {@code name} is new, or another: other volumes and devices may be had from it. */
    void moved(String name) {
        volumes.moved();
        devices.moved(name);
    }

    void gone(String node) {
        devices.moved(node);
    }

    /** What tells of claims, volumes, classes and limits. */
    VolumeSinks volumeSinks() {
        weighsVolumes = true;
        return new VolumeSinks(
                volumes.claimSink(mirror::change),
                volumes.volumeSink(mirror::change),
                volumes.classSink(mirror::change),
                volumes.limitSink(mirror::change),
                volumes.driverSink(mirror::change),
                volumes.roomSink(mirror::change));
    }

    /** What tells of slices, rules that taint devices, classes and claims of devices. */
    DeviceSinks deviceSinks() {
        weighsDevices = true;
        return new DeviceSinks(
                devices.sliceSink(mirror::change),
                devices.ruleSink(mirror::change),
                devices.classSink(mirror::change),
                devices.claimSink(mirror::change));
    }

    /**
     * What a node leaves to claims that are searched for when pods that are about to stop have given back their devices.
     *
     * @param more beside what is free now, by resource
     * @param withheld by such a resource, what the node leaves of each to those who wait for others, so that it comes to be
     */
    public record RoomSoon(Map<String, Long> more, Map<String, Map<String, Long>> withheld) {
        /** Nobody stops, or nobody waits for it. */
        static final RoomSoon NONE = new RoomSoon(Map.of(), Map.of());
    }

    /** Of the kinds of objects that have to do with volumes. */
    record VolumeSinks(
            Sink<Claim> claims,
            Sink<Volume> volumes,
            Sink<StorageClass> classes,
            Sink<AttachLimits> limits,
            Sink<StorageDriver> drivers,
            Sink<StorageRoom> rooms) {}

    /** Of the kinds of objects that have to do with devices. */
    record DeviceSinks(
            Sink<Slice> slices, Sink<TaintRule> rules, Sink<DeviceClass> classes, Sink<DeviceClaim> claims) {}
}
