package io.berth.sim.trace.slurm;

import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.scenario.Period;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of the jobs of a trace at the edges of the period that is replayed.
 *
 * <ul>
 *   <li>A job that arrives in the period is replayed as it is, also where it ended later.
 *   <li>One that arrives after it is left out, and so is one that had ended before it.
 *   <li>One that ran when it began arrives {@link #AHEAD_NANOS} before it and runs for what was left: it holds its nodes, and is
 *       not among the jobs that are measured.
 *   <li>One that waited when it began arrives with it.
 *   <li>Where a trace does not say when jobs started, those that arrive before it are left out.
 * </ul>
 *
 * @param notes counts the jobs that are left out, and those that are not replayed as they were
 */
public record TracePeriod(Period period, RowNotes notes) {
    /** Before the period, so that no job of it is started first. */
    private static final long AHEAD_NANOS = Nanos.SECOND;

    /** The jobs of the period among {@code jobs}, of which nobody knows when they started. */
    public ListedWorkload of(ListedWorkload jobs) {
        if (period.isAll()) {
            return jobs;
        }
        List<Arrival> arrivals = new ArrayList<>();
        jobs.arrivals().forEach(arrival -> add(arrival, SlurmText.NONE, arrivals));
        return ListedWorkload.of(arrivals);
    }

    /** Adds to {@code arrivals} what is replayed of {@code arrival}, which started at {@code startNanos} or nobody knows when. */
    void add(Arrival arrival, long startNanos, List<Arrival> arrivals) {
        long from = period.fromNanos();
        JobSpec spec = arrival.spec();
        if (arrival.atNanos() >= period.untilNanos()) {
            notes.skip("arrives after the period");
        } else if (arrival.atNanos() >= from) {
            arrivals.add(arrival);
        } else if (startNanos == SlurmText.NONE) {
            notes.skip("arrives before the period");
        } else if (startNanos + spec.workNanos() <= from) {
            notes.skip("ended before the period");
        } else if (startNanos < from) {
            notes.assume("ran when the period began; it runs for what was left, and is not measured");
            arrivals.add(new Arrival(from - AHEAD_NANOS, rest(spec, from - startNanos)));
        } else {
            notes.assume("waited when the period began; it arrives then");
            arrivals.add(new Arrival(from, spec));
        }
    }

    private static JobSpec rest(JobSpec spec, long ranNanos) {
        long estimate = spec.estimateNanos();
        long left = estimate == Nanos.NEVER ? estimate : StrictMath.max(estimate - ranNanos, 0) + AHEAD_NANOS;
        return spec.withWork(spec.workNanos() - ranNanos + AHEAD_NANOS).withEstimate(left);
    }
}
