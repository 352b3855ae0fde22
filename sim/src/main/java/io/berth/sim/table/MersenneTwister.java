package io.berth.sim.table;

/**
 * Random words as programs of others drew them, to meet published figures to the digit; for chance of our own there is
 * {@link io.berth.core.time.Chance}.
 *
 * <p>Source: MT19937 of Matsumoto and Nishimura, Mersenne Twister, ACM TOMACS 8(1), 1998, and its initialisations of 2002.
 */
public final class MersenneTwister {
    private static final int WORDS = 624;
    private static final int MIDDLE = 397;
    private static final int SEED_OF_ARRAYS = 19_650_218;

    private final int[] state = new int[WORDS];
    private int next = WORDS;

    private MersenneTwister(int seed) {
        state[0] = seed;
        for (int i = 1; i < WORDS; i++) {
            state[i] = 1_812_433_253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
        }
    }

    /** Seeded by one word, as NumPy's {@code RandomState} is by a number. */
    public static MersenneTwister ofWord(int seed) {
        return new MersenneTwister(seed);
    }

    /** Seeded by an array of one word, as Python's {@code random.Random} is by a number from 0 to below 2^32. */
    public static MersenneTwister ofArray(int word) {
        MersenneTwister made = new MersenneTwister(SEED_OF_ARRAYS);
        int[] state = made.state;
        int i = 1;
        for (int k = 0; k < WORDS; k++) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >>> 30) * 1_664_525) + word;
            i = after(i, state);
        }
        for (int k = 0; k < WORDS - 1; k++) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >>> 30) * 1_566_083_941) - i;
            i = after(i, state);
        }
        state[0] = 1 << 31;
        return made;
    }

    private static int after(int i, int[] state) {
        if (i + 1 < WORDS) {
            return i + 1;
        }
        state[0] = state[WORDS - 1];
        return 1;
    }

    /** The next 32 bits. */
    public int word() {
        if (next == WORDS) {
            twist();
        }
        int y = state[next++];
        y ^= y >>> 11;
        y ^= y << 7 & 0x9d2c5680;
        y ^= y << 15 & 0xefc60000;
        return y ^ y >>> 18;
    }

    /** Uniform in [0, 1), by 53 bits of two words. */
    public double unit() {
        int high = word() >>> 5;
        int low = word() >>> 6;
        return (high * 0x1.0p26 + low) * 0x1.0p-53;
    }

    private void twist() {
        for (int i = 0; i < WORDS; i++) {
            int y = state[i] & 0x80000000 | state[(i + 1) % WORDS] & 0x7fffffff;
            state[i] = state[(i + MIDDLE) % WORDS] ^ y >>> 1 ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
        }
        next = 0;
    }
}
