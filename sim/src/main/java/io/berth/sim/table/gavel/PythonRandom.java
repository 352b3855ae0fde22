package io.berth.sim.table.gavel;

import java.util.List;

/**
 * The random numbers of Python's {@code random.Random}, so that a published workload is drawn again as it was: the Mersenne Twister of
 * Matsumoto and Nishimura (MT19937, ACM TOMACS 8(1), 1998), seeded by an array of one word.
 */
final class PythonRandom {
    private static final int SIZE = 624;
    private static final int HALF = 397;
    private static final double UNIT = 1.0 / (1L << 53);

    private final int[] state = new int[SIZE];
    private int next = SIZE;

    /** @param seed at least 0 */
    PythonRandom(int seed) {
        state[0] = 19_650_218;
        for (int i = 1; i < SIZE; i++) {
            state[i] = 1_812_433_253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
        }
        int i = 1;
        for (int k = 0; k < SIZE; k++) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >>> 30) * 1_664_525) + seed;
            i = after(i);
        }
        for (int k = 0; k < SIZE - 1; k++) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >>> 30) * 1_566_083_941) - i;
            i = after(i);
        }
        state[0] = 1 << 31;
    }

    private int after(int i) {
        if (i + 1 < SIZE) {
            return i + 1;
        }
        state[0] = state[SIZE - 1];
        return 1;
    }

    private int word() {
        if (next == SIZE) {
            twist();
        }
        int y = state[next++];
        y ^= y >>> 11;
        y ^= y << 7 & 0x9d2c5680;
        y ^= y << 15 & 0xefc60000;
        return y ^ y >>> 18;
    }

    private void twist() {
        for (int i = 0; i < SIZE; i++) {
            int y = state[i] & 0x80000000 | state[(i + 1) % SIZE] & 0x7fffffff;
            state[i] = state[(i + HALF) % SIZE] ^ y >>> 1 ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
        }
        next = 0;
    }

    /** From 0 to below 1, by 53 bits: {@code random()}. */
    double unit() {
        int high = word() >>> 5;
        int low = word() >>> 6;
        return (double) (((long) high << 26) + low) * UNIT;
    }

    /** From {@code least} to {@code most}: {@code uniform(a, b)}. */
    double between(double least, double most) {
        return least + (most - least) * unit();
    }

    /** From 0 to below {@code bound}: {@code randrange(n)}, and what {@code choice} draws. */
    int below(int bound) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(bound);
        int drawn = word() >>> Integer.SIZE - bits;
        while (drawn >= bound) {
            drawn = word() >>> Integer.SIZE - bits;
        }
        return drawn;
    }

    /** {@code shuffle(list)}. */
    <T> void shuffle(List<T> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            int other = below(i + 1);
            T held = list.get(i);
            list.set(i, list.get(other));
            list.set(other, held);
        }
    }
}
