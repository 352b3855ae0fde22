package io.berth.learn.environment.engine;

import static io.berth.core.model.column.Feature.shareOf;

import io.berth.core.model.column.Feature;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.order.learnt.JobsInView;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Waiting jobs as rows. First come first where all have a row; where more wait, alternately the one of the shortest expected time and the
 * smallest that has none yet.
 *
 * <p>Source of features and choice: Zhang et al., RLScheduler, SC 2020, §4.2 and its program; with what the engine knows of a job in
 * place of user and group.
 */
final class JobRows {
    static final List<Feature> FEATURES = List.of(
            Feature.share("wait", "time since submission, 12 h and more is 1"),
            filled("expected", "what is left of the expected run time / the longest of the scales; 1 where unknown"),
            filled("cpu", "CPUs of all tasks / those of the cluster"),
            filled("gpu", "GPUs of all tasks / those of the cluster"),
            filled("memory", "memory of all tasks / that of the cluster; 1 where unknown"),
            filled("tasks", "tasks / the most of the scales"),
            filled("queue", "place of the queue among the queues / their number; 1 where unknown"),
            Feature.share("may_start", "1 where CPUs and GPUs that are free together suffice, else 0"));

    private static final long LONGEST_WAIT = 12 * 60 * Nanos.MINUTE;

    private final Scales scales;
    private final JobsInView view = new JobsInView();
    private final int[] places;

    JobRows(Scales scales, int most) {
        this.scales = scales;
        this.places = new int[most];
    }

    /** Chooses which of {@code eligible} have a row, and returns how many. */
    int show(Waiting waiting, IntPredicate eligible) {
        return view.look(waiting, eligible, places);
    }

    /** The place among the waiting of the job in {@code row}. */
    int place(int row) {
        return places[row];
    }

    /** Writes a job as the features from {@code at} on. */
    void write(QueuedJob job, boolean mayStart, long now, float[] into, int at) {
        JobSpec spec = job.spec();
        long memory = spec.total(Demand::memoryBytes);
        long expected = job.remainingNanos(now);
        int queue = scales.queues().indexOf(spec.queue());
        into[at] = shareOf(now - job.submitNanos(), LONGEST_WAIT);
        into[at + 1] = expected == Nanos.NEVER ? 1 : shareOf(expected, scales.maxExpectedNanos());
        into[at + 2] = shareOf(spec.total(Demand::cpuMilli), scales.cpuMilli());
        into[at + 3] = shareOf(spec.total(Demand::totalGpuMilli), scales.gpuMilli());
        into[at + 4] = memory == 0 ? 1 : shareOf(memory, scales.memoryBytes());
        into[at + 5] = shareOf(spec.tasks(), scales.maxTasks());
        into[at + 6] = queue < 0 ? 1 : shareOf(queue, scales.queues().size());
        into[at + 7] = mayStart ? 1 : 0;
    }

    /** Fills the rows from {@code row} on, of {@code features} each, with their padding. */
    static void pad(List<Feature> features, int row, float[] into) {
        for (int at = row * features.size(); at < into.length; at++) {
            into[at] = features.get(at % features.size()).padding();
        }
    }

    /** A share that is 1 in empty rows: an empty row is a job that nobody would start. */
    private static Feature filled(String name, String meaning) {
        return new Feature(name, meaning, 0, 1, 1);
    }
}
