package io.berth.learn.environment.deeprm;

import java.util.function.IntUnaryOperator;

/** A player without learning, as in the original: among the jobs in the slots that fit from now on it starts the best. */
@FunctionalInterface
public interface Baseline {
    /** What it does now. */
    int pick(DeepRm world);

    /** The shortest job. */
    static Baseline sjf() {
        return tetris(0);
    }

    /** The job that packs best: the largest product of what it takes and what is free now, summed over resources. */
    static Baseline packer() {
        return tetris(1);
    }

    /**
     * Both: the largest {@code packing * alignment + (1 - packing) / length}; the published one weighs by one half.
     *
     * <p>Source: Grandl et al.: Multi-resource packing for cluster schedulers, SIGCOMM 2014, §3.3.
     */
    static Baseline tetris(double packing) {
        return world -> {
            double best = 0;
            int pick = world.pass();
            for (int slot = 0; slot < world.pass(); slot++) {
                if (world.fitsNow(slot)) {
                    double score = packing * world.alignment(slot) + (1 - packing) * (1.0 / world.length(slot));
                    if (score > best) {
                        best = score;
                        pick = slot;
                    }
                }
            }
            return pick;
        };
    }

    /** Anything, allowed or not in a world with a mask. {@code below} draws a number from 0 to below its argument. */
    static Baseline random(IntUnaryOperator below) {
        return world -> below.applyAsInt(world.pass() + 1);
    }
}
