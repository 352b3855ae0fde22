package io.berth.sim.table.gavel;

import io.berth.sim.table.MersenneTwister;
import java.util.List;

/** The random numbers of Python's {@code random.Random}, so that a published workload is drawn again as it was. */
final class PythonRandom {
    private final MersenneTwister twister;

    /** @param seed at least 0 */
    PythonRandom(int seed) {
        twister = MersenneTwister.ofArray(seed);
    }

    /** From 0 to below 1: {@code random()}. */
    double unit() {
        return twister.unit();
    }

    /** From {@code least} to {@code most}: {@code uniform(a, b)}. */
    double between(double least, double most) {
        return least + (most - least) * unit();
    }

    /** From 0 to below {@code bound}: {@code randrange(n)}, and what {@code choice} draws. */
    int below(int bound) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(bound);
        int drawn = twister.word() >>> Integer.SIZE - bits;
        while (drawn >= bound) {
            drawn = twister.word() >>> Integer.SIZE - bits;
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
