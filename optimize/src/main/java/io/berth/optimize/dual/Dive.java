package io.berth.optimize.dual;

import io.berth.optimize.problem.DenseProblem;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * Goes down from a relaxation to an assignment: some steps of the dual of assignment around the best prices, in which the share of
 * steps that choose a pair is about its value in the fractional solution (as in the volume algorithm: Barahona and Anbil, "The volume
 * algorithm", Mathematical Programming 87, 2000); the pairs chosen most often are settled, and the same again with the tasks that
 * are left. A dive that can only end above a given cost stops.
 */
final class Dive {
    /** How much less than counted a pair may count, by chance: two dives shall not be the same. */
    private static final double CHANCE = 0.2;

    private final DenseProblem whole;
    private final double[] roomPrices;
    private final Part part;
    private final double[] taskPrices;
    private final double share;
    private final SplittableRandom random;
    private Stage stage;
    private long work;
    private boolean ended;
    private boolean hopeless;

    /**
     * @param part where to begin, with open tasks; changed on the way
     * @param taskPrices in cost units
     * @param share of the open tasks that are settled at a time
     */
    Dive(Part part, Terms terms, double[] taskPrices, double share, SplittableRandom random) {
        this.whole = terms.problem();
        this.roomPrices = terms.roomPrices();
        this.part = part;
        this.taskPrices = taskPrices.clone();
        this.share = share;
        this.random = random;
        this.stage = new Stage(whole, roomPrices, part, taskPrices);
    }

    /**
     * Goes on.
     *
     * @param ceiling an assignment that costs this much or more is of no use
     * @param most no more work than this
     * @return whether the dive has ended
     */
    boolean run(long ceiling, long most, BooleanSupplier late) {
        long end = most > Long.MAX_VALUE - work ? Long.MAX_VALUE : work + most;
        while (!ended && work < end && !late.getAsBoolean()) {
            long before = stage.work();
            boolean complete = stage.step();
            work += stage.work() - before;
            hopeless = stage.bound() != Long.MIN_VALUE && part.cost() + stage.bound() >= ceiling;
            ended = hopeless;
            if (complete && !ended) {
                stage.keepPrices(taskPrices);
                ended = !settle() || part.open() == 0;
                if (!ended) {
                    stage = new Stage(whole, roomPrices, part, taskPrices);
                }
            }
        }
        return ended;
    }

    /** Whether it stopped because all below costs too much. */
    boolean hopeless() {
        return hopeless;
    }

    /** What has been settled. */
    Part part() {
        return part;
    }

    long work() {
        return work;
    }

    /** Settles the pairs chosen most often; false where none fits. */
    private boolean settle() {
        int[] counts = stage.counts();
        long[] ranks = new long[counts.length];
        int ranked = 0;
        for (int at = 0; at < counts.length; at++) {
            if (counts[at] > 0) {
                float weight = (float) (counts[at] * (1 - CHANCE * random.nextDouble()));
                ranks[ranked++] = (long) -Float.floatToIntBits(weight) << 32 | at;
            }
        }
        Arrays.sort(ranks, 0, ranked);
        int[] tasks = stage.tasks();
        int wanted = Math.max(1, (int) (share * tasks.length));
        int settled = 0;
        for (int at = 0; at < ranked && settled < wanted; at++) {
            int pair = (int) ranks[at];
            settled += part.give(tasks[pair / whole.agents()], pair % whole.agents()) ? 1 : 0;
        }
        return settled > 0;
    }
}
