package io.berth.learn.environment.deeprm;

/**
 * The numbers that {@code numpy.random.RandomState} draws, to meet published figures to the digit; for chance of our own there is
 * {@link io.berth.core.time.Chance}.
 *
 * <p>Source: Matsumoto, Nishimura: Mersenne Twister, ACM TOMACS 8(1), 1998, and its initialisation of 2002. Integers are drawn by
 * masked rejection: the low bits of a word until they are within the bound.
 */
public final class LegacyRandom {
    private static final int WORDS = 624;
    private static final int MIDDLE = 397;

    private final int[] state = new int[WORDS];
    private int next = WORDS;

    /** As {@code RandomState(seed)}. */
    public LegacyRandom(int seed) {
        state[0] = seed;
        for (int i = 1; i < WORDS; i++) {
            state[i] = 1_812_433_253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
        }
    }

    /** As {@code rand()}: uniform in [0, 1), 53 bits. */
    public double unit() {
        int high = word() >>> 5;
        int low = word() >>> 6;
        return (high * 0x1.0p26 + low) * 0x1.0p-53;
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
        int drawn = word() & mask;
        while (drawn > most) {
            drawn = word() & mask;
        }
        return low + drawn;
    }

    private int word() {
        if (next == WORDS) {
            twist();
        }
        int y = state[next++];
        y ^= y >>> 11;
        y ^= y << 7 & 0x9d2c5680;
        y ^= y << 15 & 0xefc60000;
        return y ^ y >>> 18;
    }

    private void twist() {
        for (int i = 0; i < WORDS; i++) {
            int y = state[i] & 0x80000000 | state[(i + 1) % WORDS] & 0x7fffffff;
            state[i] = state[(i + MIDDLE) % WORDS] ^ y >>> 1 ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
        }
        next = 0;
    }
}
