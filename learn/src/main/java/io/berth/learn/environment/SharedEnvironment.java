package io.berth.learn.environment;

import java.util.List;

/**
 * A process in which several agents take turns, such as one for each queue: the agent-environment cycle. Equal seeds give equal
 * episodes. For one thread.
 *
 * <p>Source: Terry et al., PettingZoo: Gym for multi-agent reinforcement learning, NeurIPS 2021, §3.
 */
public interface SharedEnvironment {
    /** The names of the agents; the same for all episodes. */
    List<String> agents();

    /** What {@code agent}, a place in {@link #agents()}, sees, does and is rewarded for. */
    Mdp mdp(int agent);

    /** Starts the episode of {@code seed}; one that is under way is left. */
    void reset(long seed);

    /** Whose turn it is, a place in {@link #agents()}; -1 once the episode is over and before the first {@link #reset}. */
    int turn();

    /** As {@link Environment#observe}, for {@code agent}. */
    void observe(int agent, float[] into, int offset);

    /** As {@link Environment#mask}, for {@code agent}; none is allowed to those whose turn it is not. */
    void mask(int agent, boolean[] into, int offset);

    /**
     * Takes an action of the agent whose turn it is.
     *
     * @throws IllegalStateException where it is nobody's turn
     * @throws IllegalArgumentException where the action is none or is not allowed now; the episode goes on as if it had not been
     *     asked for
     */
    void step(int action);

    /** What {@code agent} was rewarded since this was last asked. */
    double takeReward(int agent);

    /** True once the episode has ended; also before the first {@link #reset}. */
    boolean over();

    /** What came of the episode so far. */
    Figures figures();
}
