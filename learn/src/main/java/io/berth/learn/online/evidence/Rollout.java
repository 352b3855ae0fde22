package io.berth.learn.online.evidence;

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
    private final List<Release> holding = new ArrayList<>();
    private final List<Waits> waiting = new ArrayList<>();
    private final double most;

    /** Processors that come free. */
    private record Release(long afterNanos, double processors) {}

    /** A job that waits. */
    private record Waits(PastJob job, double processors, double weight, long workNanos) {}

    /** @param nowNanos when it is asked, and what is known of the jobs */
    Rollout(LoggedChoice choice, long horizonNanos, long nowNanos, long unknownNanos) {
        this.choice = choice;
        this.horizonNanos = horizonNanos;
        this.gpus = choice.totalGpuMilli() > 0;
        for (PastJob job : choice.holding()) {
            if (job.startedBy(choice.nowNanos())) {
                long left = job.startNanos() + job.workNanos(nowNanos, unknownNanos) - choice.nowNanos();
                holding.add(new Release(Math.max(1, left), processors(job)));
            }
        }
        double weights = 0;
        for (PastJob job : choice.waiting()) {
            Waits waits = new Waits(
                    job, processors(job), job.weight(nowNanos, unknownNanos), job.workNanos(nowNanos, unknownNanos));
            waiting.add(waits);
            weights += waits.weight();
        }
        this.most = weights * horizonNanos;
    }

    private double processors(PastJob job) {
        return gpus && !job.spec().needsDevices() ? 0 : SortKey.processors(job.spec());
    }

    /**
     * What a choice saves of the waiting that there could be within the horizon, weighted by what it adds to bounded slowdowns.
     *
     * @param pair the share that the two jobs have in it, below 0; 0 for no waiting
     * @param others likewise of all others
     */
    record Reward(double pair, double others) {}

    /** What {@code option} would bring to the jobs at {@code one} and {@code two}, and to all others. */
    Reward reward(int option, int one, int two) {
        PastJob first = choice.option(option);
        List<Waits> list = new ArrayList<>(waiting);
        list.sort(Comparator.comparing((Waits waits) -> waits.job() != first).thenComparingLong(Waits::workNanos));
        return waited(list, choice.option(one), choice.option(two));
    }

    /** What really came of the choice for the two jobs at {@code one} and {@code two}. */
    double really(int one, int two) {
        double waited = 0;
        for (Waits waits : waiting) {
            PastJob job = waits.job();
            if (job == choice.option(one) || job == choice.option(two)) {
                long until = job.startNanos() < 0 ? Long.MAX_VALUE : job.startNanos();
                long after = Math.max(0, until - choice.nowNanos());
                waited += waits.weight() * Math.min(after, horizonNanos);
            }
        }
        return -waited / most;
    }

    private Reward waited(List<Waits> sorted, PastJob one, PastJob two) {
        PriorityQueue<Release> releases = new PriorityQueue<>(Comparator.comparingLong(Release::afterNanos));
        releases.addAll(holding);
        List<Waits> list = sorted;
        double free = (gpus ? choice.freeGpuMilli() : choice.freeCpuMilli()) / 1000.0;
        long at = 0;
        double pair = 0;
        double others = 0;
        while (!list.isEmpty()) {
            List<Waits> left = new ArrayList<>();
            for (Waits waits : list) {
                if (at < horizonNanos && waits.processors() > free) {
                    left.add(waits);
                    continue;
                }
                free -= waits.processors();
                releases.add(new Release(at + waits.workNanos(), waits.processors()));
                boolean ofPair = waits.job() == one || waits.job() == two;
                pair += ofPair ? waits.weight() * at : 0;
                others += ofPair ? 0 : waits.weight() * at;
            }
            list = left;
            Release next = releases.poll();
            at = next == null ? horizonNanos : Math.min(horizonNanos, next.afterNanos());
            free += next == null ? 0 : next.processors();
        }
        return new Reward(-pair / most, -others / most);
    }
}
