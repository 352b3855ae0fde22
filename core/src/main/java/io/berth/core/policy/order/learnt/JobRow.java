package io.berth.core.policy.order.learnt;

import io.berth.core.model.column.JobColumns;
import io.berth.core.model.column.JobColumns.SubmittedJob;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;
import io.berth.core.policy.Waiting;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes the columns of waiting jobs, for whoever learns an order in the engine and for whoever decides by one. What only logs tell of a
 * job counts as unknown. It allocates nothing after it was made. For one thread.
 */
public final class JobRow {
    /** The least power of two that holds queues as they are; a longer one is computed anew where two jobs share a slot. */
    private static final int SLOTS = 4096;

    private static final float UNKNOWN = 1;

    private final JobColumns columns;
    private final long longestNanos;
    private final float[] fixed = new float[SLOTS * JobColumns.COUNT];
    private final @Nullable JobSpec[] slots = new JobSpec[SLOTS];
    private double machine = -1;
    private float free;

    /** @param longestNanos the run time that the columns take for the longest */
    public JobRow(JobColumns columns, long longestNanos) {
        this.columns = columns;
        this.longestNanos = longestNanos;
    }

    /** What follows is of {@code waiting} as it is now. */
    public void begin(Waiting waiting) {
        boolean gpus = waiting.totalGpuMilli() > 0;
        double all = gpus ? waiting.totalGpuMilli() : waiting.totalCpuMilli();
        free = (float) ((gpus ? waiting.freeGpuMilli() : waiting.freeCpuMilli()) / StrictMath.max(all, 1));
        follow(all / 1000);
    }

    /**
     * Writes the job at {@code place} from {@code at} on. A slot serves the very spec that it was filled for: comparing by value would
     * cost more than filling it.
     */
    @SuppressWarnings("ReferenceEquality")
    public void write(Waiting waiting, int place, float[] into, int at) {
        QueuedJob job = waiting.job(place);
        JobSpec spec = job.spec();
        int slot = (int) (job.id() & (SLOTS - 1));
        if (slots[slot] != spec) {
            slots[slot] = spec;
            columns.fix(submitted(spec), fixed, slot * JobColumns.COUNT);
        }
        System.arraycopy(fixed, slot * JobColumns.COUNT, into, at, JobColumns.COUNT);
        long waited = waiting.nowNanos() - job.submitNanos();
        columns.wait(into, at, waited, expected(spec));
        columns.room(into, at, waiting.mayFit(place), free);
        columns.date(into, at, waited, waiting.nowNanos());
    }

    private SubmittedJob submitted(JobSpec spec) {
        return new SubmittedJob(
                expected(spec),
                longestNanos,
                SortKey.processors(spec),
                StrictMath.max(machine, 1),
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN);
    }

    /** Of a job whose user expects nothing, as long as the longest. */
    private long expected(JobSpec spec) {
        return spec.estimateNanos() == Nanos.NEVER ? longestNanos : spec.estimateNanos();
    }

    /** Shares of the machine are others once it has grown or shrunk. */
    private void follow(double processors) {
        if (processors != machine) {
            machine = processors;
            Arrays.fill(slots, null);
        }
    }
}
