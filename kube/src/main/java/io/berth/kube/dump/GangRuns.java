package io.berth.kube.dump;

import io.berth.core.workload.JobSpec;
import io.berth.kube.convention.GangName;
import io.berth.kube.convention.PodJob;
import io.berth.kube.diff.GangNeeds;
import io.berth.kube.mirror.Mirror;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which pods of a dump started together. As many as a gang must have are one job where they ran at the same time, or all wait; those
 * beyond them, and those that went their own ways, are jobs of their own. A gang of the same name may have run again and again.
 */
final class GangRuns {
    private static final Comparator<DumpedPod> OLDEST_FIRST = Comparator.comparingLong(
                    (DumpedPod pod) -> pod.life().created())
            .thenComparing(pod -> pod.pod().meta().name());

    private final Mirror mirror;
    private final Predicate<DumpedPod> waits;

    /**
     * @param mirror has the PodGroups and no pods
     * @param waits true for pods that are jobs by themselves
     */
    GangRuns(Mirror mirror, Predicate<DumpedPod> waits) {
        this.mirror = mirror;
        this.waits = waits;
    }

    /** Those of {@code pods} that started together, or will. */
    List<List<DumpedPod>> of(List<DumpedPod> pods) {
        Map<GangName, List<DumpedPod>> members = new LinkedHashMap<>();
        for (DumpedPod pod : pods) {
            GangName name = waits.test(pod) ? GangName.of(pod.pod()) : null;
            if (name != null) {
                members.computeIfAbsent(name, _ -> new ArrayList<>()).add(pod);
            }
        }
        List<List<DumpedPod>> runs = new ArrayList<>();
        members.forEach((name, all) -> runs.addAll(runs(name, all)));
        return runs;
    }

    private List<List<DumpedPod>> runs(GangName name, List<DumpedPod> members) {
        int least = GangNeeds.least(
                mirror, name, members.stream().map(DumpedPod::pod).toList());
        List<DumpedPod> left = new ArrayList<>(members);
        left.sort(OLDEST_FIRST);
        List<List<DumpedPod>> runs = new ArrayList<>();
        long over = 0;
        while (least > 1 && left.size() >= least) {
            List<DumpedPod> first = List.copyOf(left.subList(0, least));
            Optional<DumpedPod> apart = apart(first);
            if (apart.isPresent()) {
                left.remove(apart.get());
            } else if (first.getFirst().life().created() < over) {
                // One more of the run before.
                left.removeFirst();
            } else {
                left.subList(0, least).clear();
                over = first.stream().mapToLong(GangRuns::endSeconds).max().orElse(0);
                if (oneJob(name, first)) {
                    runs.add(first);
                }
            }
        }
        return runs;
    }

    /** One that did not run while the others did, the first that ended; or of some that wait beside others that ran. */
    private static Optional<DumpedPod> apart(List<DumpedPod> pods) {
        long bound = pods.stream().filter(pod -> pod.life().bound() > 0).count();
        if (bound == 0) {
            return pods.stream().filter(pod -> pod.life().ended() > 0).findFirst();
        }
        DumpedPod first = pods.stream()
                .min(Comparator.comparingLong(GangRuns::endSeconds))
                .orElseThrow();
        if (bound < pods.size()) {
            boolean ended = first.life().ended() > 0;
            return ended
                    ? Optional.of(first)
                    : pods.stream().filter(pod -> pod.life().bound() > 0).findFirst();
        }
        long last = pods.stream().mapToLong(pod -> pod.life().bound()).max().orElse(0);
        return endSeconds(first) <= last ? Optional.of(first) : Optional.empty();
    }

    private static long endSeconds(DumpedPod pod) {
        return pod.life().ended() > 0 ? pod.life().ended() : Long.MAX_VALUE;
    }

    private boolean oneJob(GangName name, List<DumpedPod> pods) {
        Optional<JobSpec> job = PodJob.gang(
                name,
                pods.stream().map(DumpedPod::pod).toList(),
                pod -> PodJob.waiting(pod, mirror.claims().needs(pod)));
        return job.isPresent()
                && pods.stream()
                        .allMatch(pod -> Objects.equals(
                                pod.wish().devices(), pods.getFirst().wish().devices()));
    }
}
