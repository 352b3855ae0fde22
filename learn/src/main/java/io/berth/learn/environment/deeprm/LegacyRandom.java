package io.berth.learn.environment.deeprm;

import io.berth.sim.table.MersenneTwister;

/**
 * The numbers that {@code numpy.random.RandomState} draws, to meet published figures to the digit; for chance of our own there is
 * {@link io.berth.core.time.Chance}. Integers are drawn by masked rejection: the low bits of a word until they are within the bound.
 */
public final class LegacyRandom {
    private final MersenneTwister twister;

    /** As {@code RandomState(seed)}. */
    public LegacyRandom(int seed) {
        twister = MersenneTwister.ofWord(seed);
    }

    /** As {@code rand()}: uniform in [0, 1), 53 bits. */
    public double unit() {
        return twister.unit();
    }

    /**
     * As {@code randint(low, high)}: uniform from {@code low} to below {@code high}.
     *
     * @throws IllegalArgumentException where there is no such number
     */
    public int between(int low, int high) {
        int most = high - 1 - low;
        if (most < 0) {
            throw new IllegalArgumentException("There is no number from " + low + " to below " + high + ".");
        }
        if (most == 0) {
            return low;
        }
        int mask = -1 >>> Integer.numberOfLeadingZeros(most);
        int drawn = twister.word() & mask;
        while (drawn > most) {
            drawn = twister.word() & mask;
        }
        return low + drawn;
    }
}
