package io.berth.kube.mirror;

import io.berth.kube.device.Reached;
import io.berth.kube.object.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Pods that claim something, and who claims what. */
final class Claimants {
    private final Function<Pod, List<String>> claims;
    private final Map<String, Pod> pods = new HashMap<>();
    /** The UIDs of pods, by claim. */
    private final Map<String, Set<String>> users = new HashMap<>();

    /** The UIDs of those that are bound, by the name of the node. */
    private final Map<String, Set<String>> bound = new HashMap<>();

    /** @param claims the keys of what a pod claims */
    Claimants(Function<Pod, List<String>> claims) {
        this.claims = claims;
    }

    void keep(Pod pod) {
        pods.put(pod.meta().uid(), pod);
        for (String claim : claims.apply(pod)) {
            users.computeIfAbsent(claim, _ -> new HashSet<>()).add(pod.meta().uid());
        }
        if (pod.bound()) {
            bound.computeIfAbsent(pod.spec().node(), _ -> new TreeSet<>())
                    .add(pod.meta().uid());
        }
    }

    /** The pod of {@code uid} claims nothing any more; the UIDs of others who claim what it did. */
    Set<String> drop(String uid) {
        Pod pod = pods.remove(uid);
        if (pod != null && pod.bound()) {
            bound.getOrDefault(pod.spec().node(), Set.of()).remove(uid);
        }
        Set<String> others = new HashSet<>();
        for (String claim : pod == null ? List.<String>of() : claims.apply(pod)) {
            Set<String> left = users.getOrDefault(claim, Set.of());
            left.remove(uid);
            others.addAll(left);
            if (left.isEmpty()) {
                users.remove(claim);
            }
        }
        return others;
    }

    /** The UIDs of those who claim {@code claim}. */
    Set<String> of(String claim) {
        return users.getOrDefault(claim, Set.of());
    }

    /** Those who claim {@code claim}. */
    Stream<Pod> podsOf(String claim) {
        return of(claim).stream().map(pods::get).filter(Objects::nonNull);
    }

    /** What is known of the pod of {@code uid}: itself, or nothing. */
    Stream<Pod> pod(String uid) {
        return Stream.ofNullable(pods.get(uid));
    }

    /** The UIDs of all, in their order. */
    Set<String> uids() {
        return new TreeSet<>(pods.keySet());
    }

    /** Those that are not bound. */
    Collection<Pod> waiting() {
        return pods.values().stream().filter(pod -> !pod.bound()).toList();
    }

    /** The UIDs of those that are not bound. */
    List<String> waitingUids() {
        return waiting().stream().map(pod -> pod.meta().uid()).toList();
    }

    /** Those that are bound to the node of {@code name}, by their UIDs. */
    List<Pod> on(String name) {
        return bound.getOrDefault(name, Set.of()).stream()
                .map(pods::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /** The UIDs of those that are bound. */
    Collection<String> bound() {
        return bound.values().stream().flatMap(Set::stream).toList();
    }

    /** The UIDs of those that are bound to nodes that are {@code reached}. */
    Collection<String> on(Reached reached) {
        return reached.others()
                ? bound()
                : reached.nodes().stream()
                        .flatMap(node -> bound.getOrDefault(node, Set.of()).stream())
                        .toList();
    }
}
