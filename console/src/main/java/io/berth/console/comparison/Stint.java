package io.berth.console.comparison;

import io.berth.core.journal.Frame;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Looks after one simulation from within: counts, rests so that the live engine has its share, and ends it where it must end. */
final class Stint implements Observer {
    private static final long MOST_EVENTS = 5_000_000;
    private static final long MOST_NANOS = 60 * Nanos.SECOND;

    /** It works so long, then rests a third of that. */
    private static final long WORK_NANOS = 30 * Nanos.MILLISECOND;

    private static final long REST_MILLIS = 10;
    private static final int INSTANTS_AT_ONCE = 64;

    private final long beganNanos = System.nanoTime();
    private final BooleanSupplier cancelled;
    private final LongConsumer jobsLeft;
    private long workingSince = beganNanos;
    private long instants;
    private long events;
    private long left;

    /** Ends a simulation; {@code cancelled} where somebody wanted it, otherwise it was too much work. */
    static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final boolean cancelled;

        EndedException(boolean cancelled) {
            super(null, null, false, false);
            this.cancelled = cancelled;
        }

        boolean cancelled() {
            return cancelled;
        }
    }

    /**
     * @param cancelled asked now and then
     * @param jobsLeft gets how many jobs have left so far, now and then
     */
    Stint(BooleanSupplier cancelled, LongConsumer jobsLeft) {
        this.cancelled = cancelled;
        this.jobsLeft = jobsLeft;
    }

    @Override
    public void ended(JobEnd end) {
        left++;
    }

    @Override
    public void instant(Frame frame, State state) {
        events += frame.events().size();
        if (++instants % INSTANTS_AT_ONCE != 0) {
            return;
        }
        if (cancelled.getAsBoolean()) {
            throw new EndedException(true);
        }
        long now = System.nanoTime();
        if (events > MOST_EVENTS || now - beganNanos > MOST_NANOS) {
            throw new EndedException(false);
        }
        jobsLeft.accept(left);
        if (now - workingSince > WORK_NANOS) {
            rest();
        }
    }

    /** How long it took so far, seconds. */
    double seconds() {
        return Nanos.toSeconds(System.nanoTime() - beganNanos);
    }

    private void rest() {
        try {
            Thread.sleep(REST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EndedException(true);
        }
        workingSince = System.nanoTime();
    }
}
