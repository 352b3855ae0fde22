package io.berth.learn.agent;

import io.berth.learn.network.ActorCritic;
import java.util.function.LongSupplier;

/**
 * Sees to it that scores and values are numbers: no action is drawn from others.
 *
 * @param agent its name
 * @param update the one that is under way
 */
public record WatchedEvaluation(ActorCritic.Evaluation watched, String agent, LongSupplier update)
        implements ActorCritic.Evaluation {
    @Override
    public void scores(float[] observation, boolean[] mask, float[] into) {
        watched.scores(observation, mask, into);
        for (int action = 0; action < mask.length; action++) {
            if (mask[action] && !Float.isFinite(into[action])) {
                throw new Divergence(
                        agent, update.getAsLong(), "the score of action " + action + " is " + into[action]);
            }
        }
    }

    @Override
    public float value(float[] observation, boolean[] mask) {
        float value = watched.value(observation, mask);
        if (!Float.isFinite(value)) {
            throw new Divergence(agent, update.getAsLong(), "the value of a state is " + value);
        }
        return value;
    }
}
