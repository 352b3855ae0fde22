package io.berth.learn.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.NetworkShape;
import io.berth.core.model.PointerShape;
import io.berth.core.model.SequenceShape;
import io.berth.learn.environment.Mdp;

/**
 * What an agent does and what it expects: a score for each action, and a value of each state. Both have parameters of their own, flat.
 * Deciding is plain Java; the graphs are the same functions for a learner.
 */
public interface ActorCritic {
    /** Networks for {@code mdp} whose actor has {@code shape}, as a model file tells it. */
    static ActorCritic of(Mdp mdp, NetworkShape shape) {
        return switch (shape) {
            case LayerSizes layers ->
                new RowNetworks(mdp, layers.sizes().subList(1, layers.sizes().size() - 1));
            case PointerShape pointer -> new PointerNetworks(mdp, pointer.width(), pointer.hidden(), pointer.blocks());
            case SequenceShape sequence ->
                throw new IllegalArgumentException(
                        "A network of " + sequence + " emits orders of windows; " + mdp.name() + " is none.");
        };
    }

    /** The shape of the actor: what a model file holds. */
    NetworkShape actor();

    /** How many parameters the actor has. */
    default int actorParameters() {
        return actor().parameters();
    }

    /** How many parameters the critic has. */
    int criticParameters();

    /** Random parameters of the actor, of {@code seed}: it begins nearly indifferent. */
    float[] newActor(long seed);

    /** Random parameters of the critic, of {@code seed}. */
    float[] newCritic(long seed);

    /** Decides by {@code actor} and values by {@code critic}, which are kept: what a learner changes is seen. For one thread. */
    Evaluation evaluation(float[] actor, float[] critic);

    /** What the graphs need of the states {@code from} to before {@code to}. */
    NDList prepare(NDManager manager, Samples samples, int from, int to);

    /** The scores of all actions, (states, actions); of those that are not allowed very small. */
    NDArray scores(NDArray actor, NDList prepared);

    /** The values, (states). */
    NDArray values(NDArray critic, NDList prepared);

    /** How many arrays {@link #prepare} makes. */
    int prepared();

    /** Plain decisions about one state after the other. */
    interface Evaluation {
        /** The scores of all actions in {@code into}; of those that {@code mask} does not allow negative infinity. */
        void scores(float[] observation, boolean[] mask, float[] into);

        /** The value of the state. */
        float value(float[] observation, boolean[] mask);
    }
}
