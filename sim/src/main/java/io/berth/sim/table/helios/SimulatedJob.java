package io.berth.sim.table.helios;

import io.berth.core.time.Nanos;
import io.berth.sim.table.PublishedJob;
import io.berth.sim.trace.csv.PhillyJob;

/** A job while the published simulator has it; times are whole seconds since 1970. */
final class SimulatedJob extends PublishedJob {
    private final long submitSeconds;
    private final long durationSeconds;

    private long remainingSeconds;
    private long waitingSince;
    private long waitedSeconds;
    private long endSeconds;
    private int[] gpusByNode = {};

    SimulatedJob(long id, PhillyJob job) {
        // The simulator never ends a job of 0 s; none is in the published logs.
        long seconds = StrictMath.max(1, job.durationSeconds());
        super(id, job.name(), job.gpus(), seconds * Nanos.SECOND);
        this.durationSeconds = seconds;
        this.submitSeconds = job.submitSeconds();
        this.remainingSeconds = durationSeconds;
        this.waitingSince = submitSeconds;
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
