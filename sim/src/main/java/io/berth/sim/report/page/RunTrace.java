package io.berth.sim.report.page;

import io.berth.core.decision.Reason;
import java.util.List;
import java.util.SortedMap;

/**
 * What a report shows of one run beside its figures. Times are seconds since the first arrival.
 *
 * @param strategy its name on the page
 * @param resource what {@code allocation} is of: {@code gpu}, or {@code cpu} in a cluster without GPUs
 * @param endS when the run was over
 * @param bucketS how long a bucket of the series is
 * @param allocation allocated share of the cluster, per cent
 * @param waiting jobs waiting
 * @param variance node utilisation variance
 * @param waits the cumulative curve of waits of jobs that started: seconds and how many waited as long or less
 * @param submitted how many jobs arrived
 * @param reasonJobS seconds jobs waited, summed over jobs, by reason
 * @param moments at how many moments the engine was asked for reasons
 * @param rejected jobs turned away, by reason
 */
public record RunTrace(
        String strategy,
        long seed,
        String resource,
        Number endS,
        Number bucketS,
        Series allocation,
        Series waiting,
        List<Number> variance,
        List<List<Number>> waits,
        long submitted,
        List<WaitGroups.Row> queues,
        List<WaitGroups.Row> sizes,
        SortedMap<Reason, Number> reasonJobS,
        int moments,
        SortedMap<Reason, Long> rejected,
        List<LongestWaits.Row> longest,
        GanttBars.Packed gantt) {
    /** A value over time: per bucket its mean, the least and the largest. */
    record Series(List<Number> mean, List<Number> min, List<Number> max) {
        static Series of(TimeBuckets buckets) {
            return new Series(buckets.means(), buckets.least(), buckets.largest());
        }
    }
}
