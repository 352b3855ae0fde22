package io.berth.learn.training;

import io.berth.core.time.Chance;
import io.berth.learn.agent.Player;
import io.berth.learn.environment.Environment;
import io.berth.learn.network.ActorCritic;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Episodes that tasks are tested on: their seeds are drawn from a stream of their own, so no learner and no validation plays them.
 *
 * @param count how many
 * @param figure that is compared, of each episode
 */
record TestEpisodes(int count, String figure) {
    /** Of chance in tests: all seeds of trainings are tested alike. */
    private static final long SEED = 1;

    private static final String RANDOM = "random action";

    /** The mean over the episodes of what {@code figure} tells of a seed. */
    double mean(LongToDoubleFunction figure) {
        return seeds().mapToDouble(figure).average().orElse(0);
    }

    /** In each of the episodes what {@code figure} tells of its seed. */
    double[] each(LongToDoubleFunction figure) {
        return seeds().mapToDouble(figure).toArray();
    }

    /** The mean where the actor of {@code networks} with {@code parameters} plays. */
    double learnt(Environment environment, ActorCritic networks, float[] parameters) {
        Player player =
                new Player(environment, networks.evaluation(parameters, new float[networks.criticParameters()]));
        return mean(seed -> {
            environment.reset(seed);
            player.finish();
            return environment.figures().get(figure);
        });
    }

    /** The mean where actions are drawn, each that is allowed with the same chance. */
    double random(Environment environment) {
        boolean[] mask = new boolean[environment.mdp().actions().count()];
        return mean(seed -> {
            environment.reset(seed);
            Chance chance = new Chance(seed, RANDOM, 0);
            while (!environment.over()) {
                environment.mask(mask, 0);
                environment.step(drawn(mask, chance));
            }
            return environment.figures().get(figure);
        });
    }

    private static int drawn(boolean[] mask, Chance chance) {
        int allowed = 0;
        for (boolean one : mask) {
            allowed += one ? 1 : 0;
        }
        int left = chance.below(allowed);
        int action = -1;
        while (left >= 0) {
            action++;
            left -= mask[action] ? 1 : 0;
        }
        return action;
    }

    private LongStream seeds() {
        return LongStream.range(0, count).map(episode -> new Chance(SEED, "test episode", episode).bits());
    }
}
