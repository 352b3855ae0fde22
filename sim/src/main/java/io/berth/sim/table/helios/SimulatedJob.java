package io.berth.sim.table.helios;

import io.berth.core.policy.QueuedJob;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.trace.PhillyJob;

/** A job while the published simulator has it; times are whole seconds since 1970. */
final class SimulatedJob implements QueuedJob {
    private final long id;
    private final JobSpec spec;
    private final long submitSeconds;
    private final long durationSeconds;

    private long remainingSeconds;
    private long waitingSince;
    private long waitedSeconds;
    private long endSeconds;
    private int[] gpusByNode = {};

    SimulatedJob(long id, PhillyJob job) {
        this.id = id;
        // The simulator never ends a job of 0 s; none is in the published logs.
        this.durationSeconds = StrictMath.max(1, job.durationSeconds());
        this.submitSeconds = job.submitSeconds();
        this.remainingSeconds = durationSeconds;
        this.waitingSince = submitSeconds;
        // An order asks for the GPUs of all tasks together, so tasks of one GPU will do.
        this.spec = JobSpec.batch(job.name(), Demand.cpu(0, 0).withGpus(1), durationSeconds * Nanos.SECOND)
                .withTasks(job.gpus());
    }

    int gpus() {
        return spec.tasks();
    }

    long submitSeconds() {
        return submitSeconds;
    }

    long durationSeconds() {
        return durationSeconds;
    }

    long remainingSeconds() {
        return remainingSeconds;
    }

    /** More to do, as after a preemption, or less. */
    void addRemaining(long seconds) {
        remainingSeconds += seconds;
    }

    /** The GPUs it holds of each node; none where it waits. */
    int[] gpusByNode() {
        return gpusByNode;
    }

    void start(long now, int[] placement) {
        waitedSeconds += now - waitingSince;
        gpusByNode = placement;
    }

    void stop(long now) {
        waitingSince = now;
        gpusByNode = new int[0];
    }

    void end(long now) {
        endSeconds = now;
    }

    long endSeconds() {
        return endSeconds;
    }

    long completionSeconds() {
        return endSeconds - submitSeconds;
    }

    /** All its waits together. */
    long waitedSeconds() {
        return waitedSeconds;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public long submitNanos() {
        return submitSeconds * Nanos.SECOND;
    }

    @Override
    public long ranNanos(long now) {
        return doneNanos(now);
    }

    @Override
    public long doneNanos(long now) {
        return (durationSeconds - remainingSeconds) * Nanos.SECOND;
    }

    /** What is left with all that preemption added, which may be more than it began with. */
    @Override
    public long remainingNanos(long now) {
        return remainingSeconds * Nanos.SECOND;
    }
}
