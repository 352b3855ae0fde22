package io.berth.learn.agent;

import io.berth.learn.checkpoint.Checkpointed;
import io.berth.learn.environment.Figures;
import io.berth.learn.network.ActorCritic;

/**
 * An agent that learns, as what trains it sees it: it is told to learn a bit, asked how it goes and how it would play, and written down.
 * For one thread.
 *
 * <p>Its state as bytes is all that later updates depend on: parameters, the optimisers' memory, counters, what is remembered for
 * replay, and where the episodes under way stand. So a learner that is made in the same way and reads it goes on to the same bytes as
 * one that was never stopped. Episodes under way are written as their actions and played again when read: equal seeds give equal
 * episodes.
 */
public interface Learner extends Checkpointed {
    /** What it is, such as {@code a2c}: its name in messages and checkpoints. */
    String name();

    /**
     * Plays and learns once; how much that is, the agent's options say.
     *
     * @return how it went: {@code steps} played; {@code reward}, the mean sum of the episodes that ended, absent where none did; and
     *     what the agent tells beside them
     * @throws Divergence where training went wrong; the parameters are those before that step, and there is no use in going on
     */
    Figures update();

    /**
     * Gets to know what its policy brings, before the first update changes it, such as by fitting a critic {@code times} over; nothing
     * for an agent that does not.
     *
     * @throws Divergence as {@link #update}
     */
    default void prepare(int times) {}

    /** How many updates were made. */
    long updates();

    /**
     * Decides by what was learnt, and sees what is learnt later. The action with the highest score is the one to play. For one thread,
     * and not while an update is made.
     */
    ActorCritic.Evaluation evaluation();

    /**
     * Goes on from {@code policy} where it decides, such as one that imitates a rule or was learnt elsewhere; for {@link Dqn} its scores
     * should be values.
     *
     * @throws IllegalArgumentException where it is not of the size of {@link #policy}
     */
    void startFrom(float[] policy);

    /** The parameters by which it decides: those of the actor, or of what scores actions. Kept, not copied. */
    float[] policy();
}
