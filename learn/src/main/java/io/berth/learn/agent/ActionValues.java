package io.berth.learn.agent;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.berth.learn.gradient.Graph;
import io.berth.learn.network.ActorCritic;
import java.util.Arrays;

/**
 * What each action is expected to bring, made of an actor and a critic. Plain, it is the actor's scores. Dueling, it is the critic's
 * value of the state plus the score of the action less the mean score of those that are allowed; the two share no layers here. Where
 * actions pick rows, the scores come from each row by itself, and the value from all of them.
 *
 * <p>Either way the best action is the one with the highest score, so the critic is needed for learning only.
 *
 * <p>Source: Wang et al., Dueling network architectures for deep reinforcement learning, ICML 2016, §3, equation 9.
 */
final class ActionValues {
    /** Scores below are of actions that are not allowed. */
    private static final float ALLOWED = -1e8f;

    private final ActorCritic networks;
    private final boolean dueling;

    ActionValues(ActorCritic networks, boolean dueling) {
        this.networks = networks;
        this.dueling = dueling;
    }

    /** Random parameters: those of the actor, then, where they are dueling, those of the critic. */
    float[] first(long seed) {
        float[] actor = networks.newActor(seed);
        if (!dueling) {
            return actor;
        }
        float[] critic = networks.newCritic(seed);
        float[] both = Arrays.copyOf(actor, actor.length + critic.length);
        System.arraycopy(critic, 0, both, actor.length, critic.length);
        return both;
    }

    /** Copies {@code parameters} to where actor and critic decide by them; the critic stays where it has none. */
    void share(float[] parameters, float[] actor, float[] critic) {
        System.arraycopy(parameters, 0, actor, 0, actor.length);
        if (dueling) {
            System.arraycopy(parameters, actor.length, critic, 0, critic.length);
        }
    }

    /** The values of all actions, (states, actions); of those that are not allowed very small. */
    NDArray of(NDArray parameters, NDList prepared) {
        int actor = networks.actorParameters();
        NDArray scores = networks.scores(Graph.part(parameters, 0, actor), prepared);
        if (!dueling) {
            return scores;
        }
        NDArray values = networks.values(Graph.part(parameters, actor, networks.criticParameters()), prepared);
        NDArray allowed = scores.gt(ALLOWED).toType(DataType.FLOAT32, false);
        NDArray mean = scores.mul(allowed).sum(new int[] {1}).div(allowed.sum(new int[] {1}));
        return scores.add(values.sub(mean).reshape(new Shape(values.size(), 1)));
    }
}
