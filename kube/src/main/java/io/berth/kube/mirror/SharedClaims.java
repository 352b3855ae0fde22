package io.berth.kube.mirror;

import io.berth.core.workload.PeerRule;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClaim.Consumer;
import io.berth.kube.convention.GangName;
import io.berth.kube.device.Devices;
import io.berth.kube.object.Meta;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who shares a claim with whom: whose turn it is, for whom it counts, where all must be, and who is said to use it. Of one thread at a time. */
final class SharedClaims {
    /** Who goes first to a claim that has no devices yet: who is more urgent, then who came first. */
    static final Comparator<Pod> FIRST = Comparator.comparing(
                    (Pod pod) -> -(long) pod.spec().priority())
            .thenComparing(pod -> pod.meta().createdSeconds())
            .thenComparing(pod -> pod.meta().uid());

    private final Devices devices;
    private final Claimants pods;
    private final Map<String, DeviceClaim> claims;
    /** The PodGroup of a pod; null where it has none. */
    private final Function<Pod, @Nullable PodGroup> groups;
    /** By which label those must be together who share claims without devices, by the keys of the claims; null for none. */
    private final Map<String, @Nullable String> domains = new HashMap<>();

    /**
     * What is known.
     *
     * @param claims by key
     * @param groups the PodGroup of a pod; null where it has none
     */
    SharedClaims(
            Devices devices,
            Claimants pods,
            Map<String, DeviceClaim> claims,
            Function<Pod, @Nullable PodGroup> groups) {
        this.devices = devices;
        this.pods = pods;
        this.claims = claims;
        this.groups = groups;
    }

    /** Those who use {@code claim} of those in {@code company}. */
    Stream<Pod> among(DeviceClaim claim, Company company) {
        return pods.podsOf(claim.meta().key().text())
                .filter(pod -> company.uids().contains(pod.meta().uid()));
    }

    /** True where what {@code claim} asks for counts for {@code pod}, and not for another in {@code company} who goes first. */
    boolean countsFor(DeviceClaim claim, Pod pod, Company company) {
        return among(claim, company).min(FIRST).stream().allMatch(first -> same(first, pod));
    }

    private static boolean same(Pod one, Pod other) {
        return one.meta().uid().equals(other.meta().uid());
    }

    /** The label of whose domains all in {@code company} must be in one, to reach what they share of {@code open}; null for none. */
    @Nullable
    String within(List<DeviceClaim> open, Company company) {
        String within = null;
        for (DeviceClaim claim : open) {
            String domain = among(claim, company).limit(2).count() < 2 ? null : devices.domain(claim.asks());
            if (domain != null) {
                within = within == null || within.equals(domain) ? domain : PeerRule.NODE;
            }
            if (company.gang()) {
                domains.put(claim.meta().key().text(), devices.domain(claim.asks()));
            }
        }
        return within;
    }

    /** Devices are others: the UIDs of pods who share claims and must perhaps be together elsewhere now. */
    Set<String> moved() {
        Set<String> moved = new HashSet<>();
        domains.keySet().removeIf(key -> {
            DeviceClaim claim = claims.get(key);
            return claim == null || claim.allocation() != null;
        });
        domains.replaceAll((key, before) -> {
            DeviceClaim claim = claims.get(key);
            String now = claim == null ? null : devices.domain(claim.asks());
            if (!Objects.equals(before, now)) {
                moved.addAll(pods.of(key));
            }
            return now;
        });
        return moved;
    }

    /** For whom a claim is that {@code pod} names so: its PodGroup, where that names it alike, else itself. */
    Consumer user(Pod pod, Pod.DevicesClaimed claimed) {
        PodGroup group = groups.apply(pod);
        boolean shared = group != null && group.together().claims().stream().anyMatch(claimed::namesAs);
        return group != null && shared
                ? Consumer.podGroup(group.meta().name(), group.meta().uid())
                : Consumer.pod(pod.meta().name(), pod.meta().uid());
    }

    /** True where it was made for the pod, or for its PodGroup (k8s.io/dynamic-resource-allocation, resourceclaim.IsForPod). */
    static boolean isFor(Pod pod, DeviceClaim claim, Consumer user) {
        Meta.Owner owner = claim.meta().owner();
        return owner != null
                && (owner.uid().equals(pod.meta().uid()) || owner.uid().equals(user.uid()));
    }

    /** True where {@code pod}, or one of its gang with which it starts, goes before all others that wait for {@code claim}, which has no devices. */
    boolean mayHave(Pod pod, DeviceClaim claim, Company company) {
        Pod first = pods.podsOf(claim.meta().key().text())
                .filter(SharedClaims::mayStart)
                .min(FIRST)
                .orElse(pod);
        GangName gang = GangName.of(pod);
        return same(first, pod) || company.gang() && gang != null && gang.equals(GangName.of(first));
    }

    /** False for one that is bound, or that something else keeps from it. */
    static boolean mayStart(Pod pod) {
        return !pod.bound() && !pod.spec().gated() && !pod.meta().deleting();
    }

    /** For whom {@code claim} is when those start: each once. */
    List<Consumer> users(DeviceClaim claim, Promises.Start start) {
        return among(claim, start.company())
                .sorted(FIRST)
                .flatMap(pod -> pod.spec().needs().claims().stream()
                        .filter(claimed -> ClaimedDevices.key(pod, claimed)
                                .equals(claim.meta().key().text()))
                        .map(claimed -> user(pod, claimed)))
                .distinct()
                .toList();
    }

    /** In words where one of {@code open}, claims without devices, would be used by more than a server takes; else empty. */
    String tooMany(List<DeviceClaim> open, Promises.Start start) {
        for (DeviceClaim claim : open) {
            if (users(claim, start).size() > DeviceClaim.MOST_CONSUMERS) {
                return "claim " + claim.meta().name() + " would be used by more than " + DeviceClaim.MOST_CONSUMERS;
            }
        }
        return "";
    }
}
