package io.berth.sim.table;

import io.berth.core.policy.QueuedJob;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;

/** A job of a trace while a published simulator has it: the orders of the catalog see it as one of theirs. */
public abstract class PublishedJob implements QueuedJob {
    private final long id;
    private final JobSpec spec;

    /**
     * @param id its number, from 0
     * @param gpus the GPUs of all its tasks together
     * @param expectedNanos the run time that orders know of; {@link io.berth.core.time.Nanos#NEVER} for none
     */
    protected PublishedJob(long id, String name, int gpus, long expectedNanos) {
        this.id = id;
        // An order asks for the GPUs of all tasks together, so tasks of one GPU will do.
        this.spec =
                JobSpec.batch(name, Demand.cpu(0, 0).withGpus(1), expectedNanos).withTasks(gpus);
    }

    /** The GPUs of all its tasks together. */
    public final int gpus() {
        return spec.tasks();
    }

    @Override
    public final long id() {
        return id;
    }

    @Override
    public final JobSpec spec() {
        return spec;
    }
}
