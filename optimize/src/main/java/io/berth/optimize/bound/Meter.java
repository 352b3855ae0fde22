package io.berth.optimize.bound;

import io.berth.optimize.solver.Effort;

/** What has been spent of an effort, counted on one thread. */
final class Meter {
    private final Effort effort;
    private long work;

    Meter(Effort effort) {
        this.effort = effort;
    }

    void spend(long looks) {
        work += looks;
    }

    long work() {
        return work;
    }

    /** Whether nothing is left: the work is done or time is over. */
    boolean over() {
        return work >= effort.work() || late();
    }

    /** Whether time is over; any thread may ask. */
    boolean late() {
        return effort.late().getAsBoolean();
    }
}
