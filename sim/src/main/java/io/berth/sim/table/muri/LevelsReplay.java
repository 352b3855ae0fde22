package io.berth.sim.table.muri;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;

/**
 * The published simulator with jobs of unknown length, in queues by the service they attained. Free GPUs are only counted, not
 * placed. A job that falls to the next queue goes to its end, and after each round the jobs that wait go behind those of their
 * queue that run.
 */
final class LevelsReplay {
    private final Arrivals arrivals;
    private final KeyedOrder order;
    private final List<ReplayedJob> active = new ArrayList<>();
    private List<ReplayedJob> line = new ArrayList<>();
    private List<ReplayedJob> ending = List.of();
    private double endSeconds = Double.POSITIVE_INFINITY;
    private double fallSeconds = Double.POSITIVE_INFINITY;
    private double now;
    private long places;

    LevelsReplay(List<ReplayedJob> jobs, KeyedOrder order) {
        this.arrivals = new Arrivals(jobs);
        this.order = order;
    }

    /** Until all jobs have ended; each must fit the cluster alone. */
    void run() {
        while (arrivals.remain() || !active.isEmpty()) {
            step();
        }
    }

    private void step() {
        double before = now;
        double arrival = arrivals.nextSeconds();
        if (endSeconds == arrival) {
            // Noted with the arrival for good: they end with it even where a fall comes first and puts their end off.
            arrivals.next().alsoEnd(ending);
        }
        boolean falls = fallSeconds < StrictMath.min(arrival, endSeconds);
        now = falls ? fallSeconds : StrictMath.min(arrival, endSeconds);
        List<ReplayedJob> coming = List.of();
        if (!falls && arrival <= endSeconds) {
            coming = arrivals.next().jobs();
            leave(arrivals.next().ending());
            arrivals.pass();
        } else if (!falls) {
            leave(ending);
        }
        for (ReplayedJob job : active) {
            if (job.running()) {
                advance(job, before);
            }
        }
        coming.forEach(job -> job.setPlace(places++));
        active.addAll(coming);
        line.addAll(coming);
        fill();
        findNextEnd();
        findNextFall();
    }

    private void leave(List<ReplayedJob> jobs) {
        jobs.forEach(job -> job.end(now));
        active.removeAll(jobs);
        line.removeAll(jobs);
    }

    /** A later key at the same place is that of a later queue. */
    private void advance(ReplayedJob job, double before) {
        long key = order.key(job, 0);
        job.advance(before, now);
        if (order.key(job, 0) > key) {
            job.setPlace(places++);
        }
    }

    private void fill() {
        line.sort((first, second) -> Long.compare(order.key(first, 0), order.key(second, 0)));
        List<ReplayedJob> behind = new ArrayList<>();
        List<ReplayedJob> ahead = new ArrayList<>();
        int free = FreeNodes.GPUS;
        for (ReplayedJob job : line) {
            job.setRunning(job.gpus() <= free);
            free -= job.running() ? job.gpus() : 0;
            (job.running() ? ahead : behind).add(job);
        }
        ahead.addAll(behind);
        line = ahead;
        places = 0;
        line.forEach(job -> job.setPlace(places++));
    }

    private void findNextEnd() {
        endSeconds = Double.POSITIVE_INFINITY;
        ending = new ArrayList<>();
        for (ReplayedJob job : active) {
            if (job.running()) {
                double end = now + job.remainingSeconds();
                if (end < endSeconds) {
                    endSeconds = end;
                    ending.clear();
                }
                if (end == endSeconds) {
                    ending.add(job);
                }
            }
        }
    }

    /** When the next running job falls, its whole time on GPUs rounded up to a second. */
    private void findNextFall() {
        fallSeconds = Double.POSITIVE_INFINITY;
        for (ReplayedJob job : active) {
            long left = job.running() ? order.weakensNanos(job, 0) : Nanos.NEVER;
            if (left != Nanos.NEVER) {
                long held = StrictMath.ceilDiv(job.ranNanos(0) + left, Nanos.SECOND);
                fallSeconds = StrictMath.min(fallSeconds, held - job.heldSeconds() + now);
            }
        }
    }
}
