package io.berth.sim.trace.openb;

/**
 * The stream of Go's {@code math/rand} (Go 1) for a seed, number by number: what an artifact written in Go drew is drawn
 * again here.
 *
 * <p>An additive lagged Fibonacci generator, x_n = x_(n−607) + x_(n−273) mod 2^64 (Mitchell and Reeds), whose 607 words are
 * seeded by the Lehmer generator 48271 x mod 2^31 − 1 and added (xor) to a fixed table: the generator's own state 7.8·10^12
 * steps after a fixed start. That table is not written down here but reached: a step is linear, so x^M modulo the
 * characteristic polynomial x^607 − x^334 − 1 over the integers mod 2^64 says how the words M steps on follow from the first
 * ones, and 43 squarings give it.
 */
final class GoRandom {
    private static final int LENGTH = 607;
    private static final int TAP = 273;
    private static final int LEHMER_MODULUS = Integer.MAX_VALUE;
    private static final long TABLE_STEPS = 7_800_000_000_000L;
    private static final int TABLE_SEED = 1;
    private static final int WARM_UP = 20;

    private static final long[] TABLE = table();

    private final long[] words;
    private int tap;
    private int feed = LENGTH - TAP;

    GoRandom(long seed) {
        words = seeded((int) Math.floorMod(seed, (long) LEHMER_MODULUS), 20);
        for (int i = 0; i < LENGTH; i++) {
            words[i] ^= TABLE[i];
        }
    }

    private GoRandom(GoRandom other) {
        words = other.words.clone();
        tap = other.tap;
        feed = other.feed;
    }

    /** A stream that goes on from here on its own. */
    GoRandom copy() {
        return new GoRandom(this);
    }

    /** The next 63 bits. */
    long next() {
        tap = tap == 0 ? LENGTH - 1 : tap - 1;
        feed = feed == 0 ? LENGTH - 1 : feed - 1;
        words[feed] += words[tap];
        return words[feed] & Long.MAX_VALUE;
    }

    /** A uniform draw from {@code [0, bound)}, by rejection ({@code Intn}). */
    int below(int bound) {
        if ((bound & bound - 1) == 0) {
            return (int) (next() >>> 32) & bound - 1;
        }
        int last = (int) ((1L << 31) - 1 - (1L << 31) % bound);
        int draw = (int) (next() >>> 32);
        while (draw > last) {
            draw = (int) (next() >>> 32);
        }
        return draw % bound;
    }

    /** A random permutation of {@code 0 .. size − 1} ({@code Perm}). */
    int[] permutation(int size) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int j = below(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    /** Shuffles in place ({@code Shuffle}: from the end, by multiplication rather than division). */
    void shuffle(int[] values) {
        for (int i = values.length - 1; i > 0; i--) {
            int j = belowByMultiplication(i + 1);
            int moved = values[i];
            values[i] = values[j];
            values[j] = moved;
        }
    }

    private int belowByMultiplication(int bound) {
        long product = (next() >>> 31) * bound;
        if ((product & 0xffffffffL) < bound) {
            long least = (1L << 32) % bound;
            while ((product & 0xffffffffL) < least) {
                product = (next() >>> 31) * bound;
            }
        }
        return (int) (product >>> 32);
    }

    /** Three Lehmer draws a word, each {@code shift} bits apart. */
    private static long[] seeded(int seed, int shift) {
        long[] words = new long[LENGTH];
        long x = seed == 0 ? 89482311 : seed;
        for (int i = -WARM_UP; i < LENGTH; i++) {
            x = lehmer(x);
            if (i >= 0) {
                long word = x << 2 * shift;
                x = lehmer(x);
                word ^= x << shift;
                x = lehmer(x);
                words[i] = word ^ x;
            }
        }
        return words;
    }

    private static long lehmer(long x) {
        return x * 48271 % LEHMER_MODULUS;
    }

    private static long[] table() {
        long[] start = seeded(TABLE_SEED, 10);
        // The sequence in the order of time: the word overwritten first is the oldest.
        long[] sequence = new long[2 * LENGTH];
        for (int n = 0; n < LENGTH; n++) {
            sequence[n] = start[place(n)];
        }
        for (int n = LENGTH; n < sequence.length; n++) {
            sequence[n] = sequence[n - LENGTH] + sequence[n - TAP];
        }
        long[] jump = powerOfX(TABLE_STEPS);
        long[] table = new long[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            long word = 0;
            for (int k = 0; k < LENGTH; k++) {
                word += jump[k] * sequence[k + i];
            }
            table[place(TABLE_STEPS + i)] = word;
        }
        return table;
    }

    /** Where the word of step {@code n} stands. */
    private static int place(long n) {
        return (int) Math.floorMod(LENGTH - TAP - 1 - n, (long) LENGTH);
    }

    /** x^exponent modulo x^607 − x^334 − 1. */
    private static long[] powerOfX(long exponent) {
        long[] power = new long[LENGTH];
        power[0] = 1;
        for (int bit = 63 - Long.numberOfLeadingZeros(exponent); bit >= 0; bit--) {
            power = reduce(square(power));
            if ((exponent >>> bit & 1) == 1) {
                long[] shifted = new long[2 * LENGTH];
                System.arraycopy(power, 0, shifted, 1, LENGTH);
                power = reduce(shifted);
            }
        }
        return power;
    }

    private static long[] square(long[] polynomial) {
        long[] square = new long[2 * LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            for (int j = 0; j < LENGTH; j++) {
                square[i + j] += polynomial[i] * polynomial[j];
            }
        }
        return square;
    }

    private static long[] reduce(long[] polynomial) {
        for (int n = polynomial.length - 1; n >= LENGTH; n--) {
            polynomial[n - LENGTH] += polynomial[n];
            polynomial[n - TAP] += polynomial[n];
        }
        long[] reduced = new long[LENGTH];
        System.arraycopy(polynomial, 0, reduced, 0, LENGTH);
        return reduced;
    }
}
