package io.berth.learn.serve;

import io.berth.core.time.Chance;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Begins episodes that have a step. Where nobody ever has a choice in that of a seed, one of a seed drawn from it is played. */
final class FirstStep {
    /** A workload without a choice in so many episodes will hardly have one. */
    private static final int MOST_DRAWS = 64;

    private FirstStep() {}

    /**
     * Begins the episode of {@code seed}.
     *
     * @throws IllegalStateException where none that was tried has a step
     */
    static void find(long seed, LongConsumer reset, BooleanSupplier over) {
        reset.accept(seed);
        Chance chance = new Chance(seed, "episode with a step", 0);
        for (int draw = 0; over.getAsBoolean(); draw++) {
            if (draw == MOST_DRAWS) {
                throw new IllegalStateException("the episode of seed " + seed
                        + " is over before its first step, and so are "
                        + MOST_DRAWS + " others: nothing is to be decided there; a busier workload or longer episodes"
                        + " would bring choices");
            }
            reset.accept(chance.bits());
        }
    }
}
