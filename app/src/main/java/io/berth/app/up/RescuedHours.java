package io.berth.app.up;

import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * How long GPUs were free for others since somebody freed them from a job that did not use them: from then on until the job starts again, until it ends
 * where it was to wait, until it would have been over by its time limit or its user's estimate, or for a day at most where it has neither. What would have become of it else
 * nobody knows; so long it would have gone on to hold them, unless a person had seen it.
 */
final class RescuedHours {
    private static final long MOST_NANOS = 24 * Nanos.HOUR;
    private static final double MILLI = 1_000;

    private final List<Freed> freed = new ArrayList<>();
    private final TreeMap<String, Double> hours = new TreeMap<>();
    private long countedNanos = -1;

    /**
     * GPUs that a job held.
     *
     * @param sinceNanos when they were freed
     * @param ends true where the job was ended, so that its end says nothing
     * @param untilNanos when it would have been over
     */
    private record Freed(JobEntry job, long sinceNanos, boolean ends, long untilNanos) {}

    /** {@code job}, which holds room at {@code nowNanos}, is stopped; what it holds then is what others get. */
    void freed(JobEntry job, boolean ends, long nowNanos) {
        long limit = job.spec().terms().timeLimitNanos();
        long expected = Math.min(limit, job.spec().estimateNanos());
        long longest = expected == Nanos.NEVER ? MOST_NANOS : Math.max(0, job.startNanos() + expected - nowNanos);
        freed.add(new Freed(job, nowNanos, ends, nowNanos + Math.min(MOST_NANOS, longest)));
        hours.putIfAbsent(job.spec().queue(), 0.0);
    }

    /** Counts up to {@code nowNanos}; {@code jobs} says how a job is now, null where it is not known any more. */
    void count(long nowNanos, LongFunction<@Nullable JobEntry> jobs) {
        long before = countedNanos;
        countedNanos = nowNanos;
        freed.removeIf(one -> {
            long end = Math.min(nowNanos, one.untilNanos);
            double more = Math.max(0, end - Math.max(before, one.sinceNanos)) / (double) Nanos.HOUR;
            double gpus = one.job.total(Demand::totalGpuMilli) / MILLI;
            hours.merge(one.job.spec().queue(), more * gpus, Double::sum);
            return nowNanos >= one.untilNanos || over(one, jobs.apply(one.job.id()));
        });
    }

    /** It runs again, or somebody ended it: others would have had its GPUs without us. */
    private static boolean over(Freed one, @Nullable JobEntry now) {
        boolean again = now != null && now.phase().holds() && now.startNanos() > one.job.startNanos();
        boolean ended = now == null || now.phase().ended();
        return again || ended && !one.ends;
    }

    /** GPU hours by queue. */
    SortedMap<String, Double> hours() {
        return new TreeMap<>(hours);
    }
}
