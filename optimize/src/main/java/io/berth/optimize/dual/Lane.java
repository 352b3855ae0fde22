package io.berth.optimize.dual;

import io.berth.optimize.solver.Effort;

/** Something that is done beside others, round after round; how much is counted in work, so that threads do not matter. */
interface Lane {
    /**
     * Goes on for a round.
     *
     * @param board what is known at its beginning
     * @param most about how much work
     */
    void run(Board board, long most, Effort effort);

    /** How much work all rounds took. */
    long work();
}
