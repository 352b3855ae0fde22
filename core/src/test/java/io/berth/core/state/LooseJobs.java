package io.berth.core.state;

import io.berth.core.cluster.GangShape;
import io.berth.core.cluster.Shape;
import io.berth.core.workload.JobSpec;

/** Jobs of no state, for tests of what only reads jobs. */
public final class LooseJobs {
    private LooseJobs() {}

    /** A job whose row is its number. */
    public static Job job(long id, JobSpec spec, Shape shape, long submitNanos) {
        Job job = new Job(id, spec, new GangShape(shape.id(), shape), shape.id(), submitNanos);
        job.row = StrictMath.toIntExact(id);
        return job;
    }

    /** {@code job} is not tried before {@code nanos}. */
    public static void rest(Job job, long nanos) {
        job.change().notBeforeNanos = nanos;
    }
}
