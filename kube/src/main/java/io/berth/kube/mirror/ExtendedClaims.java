package io.berth.kube.mirror;

import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.DeviceRequest.Count;
import io.berth.kube.convention.NodeFacts;
import io.berth.kube.device.DeviceKind;
import io.berth.kube.device.Devices;
import io.berth.kube.device.Reached;
import io.berth.kube.extended.ClaimRequests;
import io.berth.kube.extended.MadeClaim;
import io.berth.kube.extended.NamedClasses;
import io.berth.kube.object.Node;
import io.berth.kube.object.NodeAffinity;
import io.berth.kube.object.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pods that ask for devices by names of extended resources, and the claims that are made for them. A node that has no such resource by itself
 * has as many of it as it has devices of the class that the name stands for. All of it within the lock of its mirror.
 */
final class ExtendedClaims {
    /** No claim has a UID that begins so. */
    private static final String PROMISED = "/promised/";

    private final Devices devices;
    private final NamedClasses classes = new NamedClasses();
    /** The resources with a domain in their names that pods ask for, by the UIDs of pods. */
    private final Map<String, Set<String>> asked = new TreeMap<>();
    /** Those of which nodes say how many devices they have. Each costs a number for every node, so there are not many, and they stay. */
    private final Set<String> counted = new TreeSet<>();
    /** Claims that were made for pods, by the UIDs of pods and by their own. */
    private final Map<String, Map<String, DeviceClaim>> made = new TreeMap<>();
    /** The UIDs of the claims of pods that are about to be bound, by the UIDs of pods; empty for one that is being made. */
    private final Map<String, String> starting = new HashMap<>();
    /** The UIDs of claims that somebody deletes. */
    private final Set<String> leaving = new HashSet<>();

    ExtendedClaims(Devices devices) {
        this.devices = devices;
    }

    /** True where nodes are to say of something else how much they have of it. */
    boolean keep(Pod pod) {
        String uid = pod.meta().uid();
        Set<String> resources = resources(pod);
        if (resources.isEmpty()) {
            asked.remove(uid);
            return false;
        }
        asked.put(uid, resources);
        if (pod.bound()) {
            starting.remove(uid);
        }
        return count(resources);
    }

    /** The resources with a domain in their names that {@code pod} asks for: those of Kubernetes itself have none. */
    static Set<String> resources(Pod pod) {
        Pod.Needs needs = pod.spec().needs();
        Set<String> resources = new TreeSet<>();
        Stream.concat(needs.containers().stream(), needs.init().stream())
                .forEach(container -> container.requests().keySet().stream()
                        .filter(resource -> resource.indexOf('/') > 0)
                        .forEach(resources::add));
        return resources;
    }

    private boolean count(Collection<String> resources) {
        boolean others = false;
        for (String resource : resources) {
            if (!counted.contains(resource) && classes.of(resource) != null) {
                if (counted.size() >= Names.MOST) {
                    counted.retainAll(all());
                }
                others |= counted.size() < Names.MOST && counted.add(resource);
            }
        }
        return others;
    }

    private Set<String> all() {
        Set<String> all = new TreeSet<>();
        asked.values().forEach(all::addAll);
        return all;
    }

    /** A pod is over, or gone. Of one that is about to be bound, whoever binds it gives back what it was promised. */
    Reached drop(String uid) {
        asked.remove(uid);
        return starting.containsKey(uid) ? Reached.NONE : devices.claim(PROMISED + uid, null);
    }

    /** Class {@code name} is so; null where it is gone. */
    void deviceClass(String name, @Nullable DeviceClass now) {
        classes.put(name, now);
        count(all());
    }

    /** Adds how many devices {@code node} has beside what it holds, by resource. */
    void addRoom(Node node, Map<String, Long> room) {
        for (String resource : counted) {
            String deviceClass = classes.of(resource);
            if (deviceClass != null && !NodeFacts.has(node, resource)) {
                room.put(resource, free(node, deviceClass));
            }
        }
    }

    private long free(Node node, String deviceClass) {
        DeviceKind kind = new DeviceKind(deviceClass, List.of(), List.of());
        if (devices.counted(kind)) {
            return devices.free(node, kind);
        }
        DeviceRequest.Option one =
                new DeviceRequest.Option("", deviceClass, List.of(), new Count.Exactly(1), false, List.of(), Map.of());
        DeviceRequest request = new DeviceRequest("one", List.of(one));
        return devices.further(node, List.of(new Asks(List.of(request), List.of(), List.of())));
    }

    /** True where nodes may have devices for what {@code pod} asks for by names of extended resources. */
    boolean asks(Pod pod) {
        return asked.getOrDefault(pod.meta().uid(), Set.of()).stream()
                .anyMatch(resource -> classes.of(resource) != null);
    }

    /** The claim that {@code pod} needs on {@code node}, without devices yet; null for none. */
    DeviceChoice.@Nullable Making making(Pod pod, Node node) {
        Map<String, String> wanted = new TreeMap<>();
        for (String resource : asked.getOrDefault(pod.meta().uid(), Set.of())) {
            String deviceClass = classes.of(resource);
            if (deviceClass != null && !NodeFacts.has(node, resource)) {
                wanted.put(resource, deviceClass);
            }
        }
        ClaimRequests requests = ClaimRequests.of(pod, wanted);
        if (requests.requests().isEmpty()) {
            return null;
        }
        DeviceClaim there = ofPod(pod.meta().uid()).stream()
                .filter(claim -> mayServe(claim, requests, node))
                .findFirst()
                .orElse(null);
        return new DeviceChoice.Making(requests, there, null);
    }

    private Collection<DeviceClaim> ofPod(String uid) {
        return made.getOrDefault(uid, Map.of()).values();
    }

    /** True where a claim that was made for a start before this one is what this one needs. */
    private boolean mayServe(DeviceClaim claim, ClaimRequests requests, Node node) {
        NodeAffinity where =
                claim.allocation() == null ? null : claim.allocation().where();
        return !claim.meta().deleting()
                && !leaving.contains(claim.meta().uid())
                && claim.asks().equals(new Asks(requests.requests(), List.of(), List.of()))
                && (where == null || where.holds(node.labelled()));
    }

    /** What {@link #making} needs is held for {@code pod} until {@link #release}, or until its claim has it. */
    Reached promise(Pod pod, DeviceChoice.Making making) {
        String uid = pod.meta().uid();
        starting.put(uid, making.there() == null ? "" : making.there().meta().uid());
        return making.allocation() == null ? Reached.NONE : devices.claim(PROMISED + uid, making.allocation());
    }

    /** Claim {@code claim} was made for {@code pod}, which is about to be bound. */
    void made(Pod pod, String claim) {
        starting.replace(pod.meta().uid(), claim);
    }

    /** The pod of {@code uid} is bound. */
    Reached bound(String uid) {
        starting.remove(uid);
        return asked.containsKey(uid) ? Reached.NONE : devices.claim(PROMISED + uid, null);
    }

    Reached release(Pod pod) {
        String uid = pod.meta().uid();
        return starting.remove(uid) == null ? Reached.NONE : devices.claim(PROMISED + uid, null);
    }

    /** A claim is so, and was so before; null where it is, or was, not there. */
    Reached claim(@Nullable DeviceClaim before, @Nullable DeviceClaim now) {
        String ofBefore = before == null ? null : MadeClaim.pod(before);
        if (before != null && ofBefore != null) {
            Map<String, DeviceClaim> others = made.getOrDefault(ofBefore, new TreeMap<>());
            others.remove(before.meta().uid());
            if (others.isEmpty()) {
                made.remove(ofBefore);
            }
        }
        if (now == null) {
            leaving.remove(before == null ? "" : before.meta().uid());
            return ofBefore == null || starting.containsKey(ofBefore)
                    ? Reached.NONE
                    : devices.claim(PROMISED + ofBefore, null);
        }
        String of = MadeClaim.pod(now);
        if (of == null) {
            return Reached.NONE;
        }
        made.computeIfAbsent(of, _ -> new TreeMap<>()).put(now.meta().uid(), now);
        String uses = starting.getOrDefault(of, now.meta().uid());
        boolean has = now.allocation() != null && uses.equals(now.meta().uid());
        return has ? devices.claim(PROMISED + of, null) : Reached.NONE;
    }

    /** True while {@code claim} is being deleted. */
    void leaves(DeviceClaim claim, boolean leaves) {
        if (leaves) {
            leaving.add(claim.meta().uid());
        } else {
            leaving.remove(claim.meta().uid());
        }
    }

    /**
     * Claims that were made for starts of which nothing came. One of a pod that is bound has no devices, or it would be in use.
     *
     * @param pods by UID; null for those whose claims are somebody else's
     */
    List<DeviceClaim> stale(Function<String, @Nullable Pod> pods) {
        List<DeviceClaim> stale = new ArrayList<>();
        made.forEach((uid, claims) -> {
            Pod pod = pods.apply(uid);
            String uses = starting.get(uid);
            for (DeviceClaim claim : pod == null || "".equals(uses) ? List.<DeviceClaim>of() : claims.values()) {
                String own = claim.meta().uid();
                boolean used =
                        own.equals(uses) || pod != null && pod.bound() && (claim.allocation() != null || uses != null);
                if (!used && !claim.meta().deleting() && !leaving.contains(own)) {
                    stale.add(claim);
                }
            }
        });
        return stale;
    }
}
