package io.berth.learn.agent.experience;

import io.berth.core.time.Chance;
import io.berth.learn.environment.Environment;
import java.util.List;

/**
 * What rewards are divided by, so that rates and networks need not know their unit: how much the sums of episodes differ (their
 * standard deviation). Where they do not differ, how large they are; where they are nothing, 1.
 */
public final class RewardScale {
    private static final int EPISODES = 20;
    private static final double TINY = 1e-8;

    private RewardScale() {}

    /** Of episodes with these sums. */
    public static double of(List<Double> totals) {
        double mean = totals.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        double squares = totals.stream()
                .mapToDouble(total -> (total - mean) * (total - mean))
                .average()
                .orElse(0);
        double deviation = StrictMath.sqrt(squares);
        if (deviation > TINY * StrictMath.abs(mean)) {
            return deviation;
        }
        return mean == 0 ? 1 : StrictMath.abs(mean);
    }

    /** Of episodes of {@code environment} that are played at random. */
    public static double measured(Environment environment, long seed) {
        boolean[] mask = new boolean[environment.mdp().actions().count()];
        Double[] totals = new Double[EPISODES];
        for (int episode = 0; episode < EPISODES; episode++) {
            Chance chance = new Chance(seed, "scale", episode);
            environment.reset(chance.bits());
            double total = 0;
            while (!environment.over()) {
                environment.mask(mask, 0);
                total += environment.step(any(mask, chance.unit()));
            }
            totals[episode] = total;
        }
        return of(List.of(totals));
    }

    /** The allowed action that {@code unit}, uniform from 0 to 1, draws. */
    public static int any(boolean[] mask, double unit) {
        int allowed = 0;
        for (boolean action : mask) {
            allowed += action ? 1 : 0;
        }
        int left = (int) (unit * allowed);
        for (int action = 0; action < mask.length; action++) {
            if (mask[action] && left-- == 0) {
                return action;
            }
        }
        throw new IllegalStateException("No action is allowed, and the episode is not over.");
    }
}
