package io.berth.learn.environment.deeprm;

import io.berth.core.time.Chance;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntBinaryOperator;

/** Where the jobs of an episode come from. */
@FunctionalInterface
public interface JobSets {
    /** How many steps jobs come for in the published experiments. */
    int STEPS = 50;

    /** The jobs of the episode of {@code seed}; equal for equal seeds. */
    JobSet of(long seed);

    /**
     * Jobs drawn anew for each seed: at each step one comes with probability {@code rate}; four of five are short (1 to 3 steps),
     * the rest long (10 to 15); of one resource, chosen evenly, a job takes 5 to 10 cells, of the other 1 or 2.
     *
     * @throws IllegalArgumentException where the rate is not from 0 to 1
     */
    static JobSets drawn(double rate, int steps) {
        check(rate);
        return seed -> {
            Chance chance = new Chance(seed, "deeprm.jobs", 0);
            return draw(rate, steps, chance::unit, (low, high) -> low + chance.below(high - low));
        };
    }

    /** One of {@code sets} after the other: that of seed n is number n modulo their count. */
    static JobSets of(List<JobSet> sets) {
        List<JobSet> kept = List.copyOf(sets);
        if (kept.isEmpty()) {
            throw new IllegalArgumentException("There must be a job set.");
        }
        return seed -> kept.get((int) Math.floorMod(seed, (long) kept.size()));
    }

    /**
     * The job sets that the original program draws, to compare with figures published for it.
     *
     * @param seed 314159 for those that it evaluates on, 42 for those that it learns from
     */
    static JobSets original(int seed, double rate, int sets) {
        check(rate);
        LegacyRandom random = new LegacyRandom(seed);
        JobSet[] drawn = new JobSet[sets];
        for (int set = 0; set < sets; set++) {
            drawn[set] = draw(rate, STEPS, random::unit, random::between);
        }
        return of(List.of(drawn));
    }

    /** The order of the draws is that of the original, so that its numbers give its jobs. */
    private static JobSet draw(double rate, int steps, DoubleSupplier unit, IntBinaryOperator between) {
        int[] lengths = new int[steps];
        int[][] demands = new int[2][steps];
        for (int step = 0; step < steps; step++) {
            if (unit.getAsDouble() >= rate) {
                continue;
            }
            boolean isShort = unit.getAsDouble() < 0.8;
            lengths[step] = isShort ? between.applyAsInt(1, 4) : between.applyAsInt(10, JobSet.LONGEST + 1);
            int dominant = between.applyAsInt(0, 2);
            for (int resource = 0; resource < 2; resource++) {
                demands[resource][step] =
                        resource == dominant ? between.applyAsInt(5, Machine.CELLS + 1) : between.applyAsInt(1, 3);
            }
        }
        return new JobSet(lengths, demands[0], demands[1]);
    }

    private static void check(double rate) {
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("The rate of new jobs (" + rate + ") must be from 0 to 1.");
        }
    }
}
