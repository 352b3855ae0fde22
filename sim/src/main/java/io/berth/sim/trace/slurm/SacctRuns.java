package io.berth.sim.trace.slurm;

import io.berth.core.workload.JobSpec;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The rows of each job that ran. One that was requeued has a row for each run, of which the last counts, from the first
 * submission. One that was resized has a row for each size of a run, and all but the last of them say so; each is a job of its own,
 * which arrives when the job had that size.
 */
final class SacctRuns {
    private final RowNotes notes;
    private final SequencedMap<String, List<Run>> jobs = new LinkedHashMap<>();

    /**
     * A row.
     *
     * @param startNanos when it started; {@link SlurmText#NONE} where nobody knows
     * @param resized true where the job went on in another size
     */
    record Run(long startNanos, boolean resized, Arrival arrival) {}

    SacctRuns(RowNotes notes) {
        this.notes = notes;
    }

    void add(Run run) {
        jobs.computeIfAbsent(run.arrival.spec().name(), _ -> new ArrayList<>(1)).add(run);
    }

    /** What of all jobs is replayed in {@code period}. */
    ListedWorkload in(TracePeriod period) {
        List<Arrival> arrivals = new ArrayList<>(jobs.size());
        for (List<Run> runs : jobs.values()) {
            replay(runs, period, arrivals);
        }
        return ListedWorkload.of(arrivals);
    }

    private void replay(List<Run> runs, TracePeriod period, List<Arrival> arrivals) {
        runs.sort(Comparator.comparingLong(Run::startNanos));
        int first = runs.size() - 1;
        while (first > 0 && runs.get(first - 1).resized) {
            first--;
        }
        long submitted = Long.MAX_VALUE;
        for (Run run : runs) {
            submitted = StrictMath.min(submitted, run.arrival.atNanos());
        }
        for (int earlier = 0; earlier < first; earlier++) {
            notes.skip("is an earlier run of a job that was requeued");
        }
        for (int size = first; size < runs.size(); size++) {
            Run run = runs.get(size);
            JobSpec spec = run.arrival.spec();
            if (size == first) {
                period.add(new Arrival(submitted, spec), run.startNanos, arrivals);
                continue;
            }
            notes.assume("is another size of a job that was resized; it arrives when the job had that size");
            long at = run.startNanos == SlurmText.NONE ? run.arrival.atNanos() : run.startNanos;
            JobSpec part = spec.withName(spec.name() + "/" + (size - first + 1));
            period.add(new Arrival(at, part), run.startNanos, arrivals);
        }
    }
}
