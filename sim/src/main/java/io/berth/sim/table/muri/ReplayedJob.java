package io.berth.sim.table.muri;

import io.berth.core.time.Nanos;
import io.berth.sim.table.PublishedJob;
import io.berth.sim.trace.csv.MuriJob;

/**
 * A job of a trace in the published simulator: work in iterations and time in seconds, both floating. Its operations come in the
 * simulator's order, so that the same bits follow, and with them the same decisions.
 *
 * <p>What an order asks for is whole: {@link #ranNanos} is rounded down, which is exact against a limit of whole nanoseconds;
 * {@link #remainingNanos} is in the unit that {@link #measureIn} set, in which nothing is rounded.
 */
final class ReplayedJob extends PublishedJob {
    /** What one job alone on its GPUs takes longer than in its profile. */
    private static final double ITERATION_OVERHEAD = 1.015;

    private static final double MILLIS_PER_SECOND = 1000;

    private final double submitSeconds;
    private final double iterationSeconds;
    private final double overheadSeconds;

    private double iterationsLeft;
    private double heldSeconds;
    private double endSeconds = Double.NaN;
    private boolean running;
    private long place;
    private int unitExponent;

    /** @param overheadSeconds what each event costs it while it runs */
    ReplayedJob(long id, MuriJob job, double overheadSeconds) {
        super(id, job.name(), job.gpus(), Nanos.NEVER);
        this.submitSeconds = job.submitMillis() / MILLIS_PER_SECOND;
        this.iterationSeconds = job.iterationMillis() * ITERATION_OVERHEAD / MILLIS_PER_SECOND;
        this.iterationsLeft = job.iterations();
        this.overheadSeconds = overheadSeconds;
    }

    double submitSeconds() {
        return submitSeconds;
    }

    /** Wall time it held its GPUs. */
    double heldSeconds() {
        return heldSeconds;
    }

    double remainingSeconds() {
        return iterationsLeft * iterationSeconds;
    }

    boolean running() {
        return running;
    }

    void setRunning(boolean runs) {
        running = runs;
    }

    /** Moves what runs from one event to the next; whatever happened there, the overhead is charged. */
    void advance(double from, double to) {
        iterationsLeft -= StrictMath.max(to - from - overheadSeconds, 0) / iterationSeconds;
        heldSeconds = heldSeconds + to - from;
    }

    void end(double now) {
        endSeconds = now;
    }

    double completionSeconds() {
        return endSeconds - submitSeconds;
    }

    double endSeconds() {
        return endSeconds;
    }

    /** Puts it behind all of its queue whose place is less. */
    void setPlace(long newPlace) {
        place = newPlace;
    }

    /** From now on remaining times are whole multiples of 2 to the minus {@code exponent} seconds. */
    void measureIn(int exponent) {
        unitExponent = exponent;
    }

    /** Its place in its queue, as if the simulator's lists were filled one job a second. */
    @Override
    public long submitNanos() {
        return place * Nanos.SECOND;
    }

    @Override
    public long ranNanos(long now) {
        double nanos = StrictMath.floor(heldSeconds * Nanos.SECOND);
        // The product may have been rounded up to a whole number that was not reached.
        boolean over = StrictMath.fma(heldSeconds, Nanos.SECOND, -nanos) < 0;
        return (long) nanos - (over ? 1 : 0);
    }

    @Override
    public long doneNanos(long now) {
        return ranNanos(now);
    }

    @Override
    public long remainingNanos(long now) {
        return (long) StrictMath.scalb(remainingSeconds(), unitExponent);
    }
}
