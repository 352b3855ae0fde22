package io.berth.learn.online;

import io.berth.core.policy.SortKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What a choice would come to within a horizon, on a machine of equal processors where jobs run as long as they really did: an idea of
 * the reward, for the model of an estimator that mends its errors.
 *
 * <p>It may know run times that were not known at the choice, since they do not depend on it; jobs that came later it leaves out.
 * Algorithm: list scheduling (Graham 1966). The job chosen is the first of the list; whenever processors come free each job of the
 * list that fits starts.
 */
final class Rollout {
    private final LoggedChoice choice;
    private final long horizonNanos;
    private final boolean gpus;
    private final long nowNanos;
    private final long unknownNanos;
    private final List<Release> holding = new ArrayList<>();

    /** Processors that come free. */
    private record Release(long afterNanos, double processors) {}

    /** A job that waits. */
    private record Waits(PastJob job, double processors, double weight, long workNanos) {}

    /** @param nowNanos when it is asked, and what is known of the jobs */
    Rollout(LoggedChoice choice, long horizonNanos, long nowNanos, long unknownNanos) {
        this.choice = choice;
        this.horizonNanos = horizonNanos;
        this.nowNanos = nowNanos;
        this.unknownNanos = unknownNanos;
        this.gpus = choice.totalGpuMilli() > 0;
        for (PastJob job : choice.holding()) {
            if (job.startedBy(choice.nowNanos())) {
                long left = job.startNanos() + job.workNanos(nowNanos, unknownNanos) - choice.nowNanos();
                holding.add(new Release(Math.max(1, left), processors(job)));
            }
        }
    }

    private double processors(PastJob job) {
        return gpus && job.spec().demand().gpus() == 0 ? 0 : SortKey.processors(job.spec());
    }

    /** The {@link LoggedChoice#reward} that {@code option} would bring; the others follow shortest first, or as they came. */
    double reward(int option, boolean shortestFirst) {
        PastJob first = choice.option(option);
        List<Waits> list = new ArrayList<>();
        for (PastJob job : choice.waiting()) {
            double weight = job.weight(nowNanos, unknownNanos);
            list.add(new Waits(job, processors(job), weight, job.workNanos(nowNanos, unknownNanos)));
        }
        Comparator<Waits> rest = shortestFirst
                ? Comparator.comparingLong(Waits::workNanos)
                : Comparator.comparingLong(waits -> waits.job().id());
        list.sort(Comparator.comparing((Waits waits) -> waits.job() != first).thenComparing(rest));
        double most = list.stream().mapToDouble(Waits::weight).sum() * horizonNanos;
        return 1 - waited(list) / most;
    }

    private double waited(List<Waits> list) {
        PriorityQueue<Release> releases = new PriorityQueue<>(Comparator.comparingLong(Release::afterNanos));
        releases.addAll(holding);
        double free = (gpus ? choice.freeGpuMilli() : choice.freeCpuMilli()) / 1000.0;
        long at = 0;
        double waited = 0;
        while (!list.isEmpty() && at < horizonNanos) {
            List<Waits> left = new ArrayList<>();
            for (Waits waits : list) {
                if (waits.processors() <= free) {
                    free -= waits.processors();
                    waited += waits.weight() * at;
                    releases.add(new Release(at + waits.workNanos(), waits.processors()));
                } else {
                    left.add(waits);
                }
            }
            list = left;
            Release next = releases.poll();
            at = next == null ? horizonNanos : Math.min(horizonNanos, next.afterNanos());
            free += next == null ? 0 : next.processors();
        }
        for (Waits waits : list) {
            waited += waits.weight() * horizonNanos;
        }
        return waited;
    }
}
