package io.berth.core.policy.joint;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.model.JointModel;
import io.berth.core.model.column.Columns;
import io.berth.core.model.column.JobColumns;
import io.berth.core.model.column.JobColumns.SubmittedJob;
import io.berth.core.model.column.JointColumns;
import io.berth.core.policy.Facts;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;
import io.berth.core.policy.placement.NodeRow;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;

/**
 * Writes {@link JointColumns}: one code for what learns pairs and for what decides by them. It allocates one object a job. For one thread.
 */
public final class PairRow {
    private static final JobColumns COLUMNS = Columns.SCALED.columns();
    private static final float UNKNOWN = 1;

    private final JointModel.Scales scales;
    private final NodeRow node;
    private final float[] job = new float[JobColumns.COUNT];
    private float tasks;

    /** @param scales what the columns are shares of */
    public PairRow(JointModel.Scales scales, Facts facts) {
        this.scales = scales;
        this.node = new NodeRow(scales.largest(), facts);
    }

    /** What is written next is of {@code of}, as it is at {@code now}. */
    public void begin(QueuedJob of, long now) {
        JobSpec spec = of.spec();
        long expected = spec.estimateNanos() == Nanos.NEVER ? scales.longestNanos() : spec.estimateNanos();
        COLUMNS.fix(
                new SubmittedJob(
                        expected,
                        scales.longestNanos(),
                        SortKey.processors(spec),
                        StrictMath.max(scales.machineMilli() / 1000.0, 1),
                        UNKNOWN,
                        UNKNOWN,
                        UNKNOWN,
                        UNKNOWN),
                job,
                0);
        COLUMNS.wait(job, 0, now - of.submitNanos(), expected);
        for (int i = 0; i < JointColumns.OF_JOB; i++) {
            job[i] = StrictMath.min(job[i], 1);
        }
        int others = spec.leastTasks() - 1;
        tasks = (float) (others / (others + 1.0));
    }

    /** Writes the job that was begun with {@code number}, where {@code shape}, which is of a task of it, fits, from {@code at} on. */
    public void write(Nodes nodes, int number, Shape shape, float[] into, int at) {
        System.arraycopy(job, 0, into, at, JointColumns.OF_JOB);
        into[at + JointColumns.OF_JOB] = tasks;
        node.write(nodes, number, shape, into, at + JointColumns.OF_JOB + 1);
    }
}
