package io.berth.learn.environment;

/**
 * A Markov decision process that one agent plays, an action at a time. Equal seeds give equal episodes. For one thread; make one
 * for each.
 *
 * <p>Order of calls: {@link #reset}, then {@link #step} until {@link #over()}, then {@link #reset} again. {@link #observe} and
 * {@link #mask} may be asked any number of times between and change nothing.
 */
public interface Environment {
    /** What is seen, done and rewarded; the same for all episodes. */
    Mdp mdp();

    /** Starts the episode of {@code seed}; one that is under way is left. */
    void reset(long seed);

    /**
     * Writes what the agent sees, row by row, {@link Observation#size()} numbers from {@code offset}; where the episode is over,
     * the last that was to be seen.
     *
     * @throws IllegalStateException before the first {@link #reset}
     */
    void observe(float[] into, int offset);

    /**
     * Writes which actions are allowed, {@link Actions#count()} values from {@code offset}: at least one while the episode
     * lasts, none after it.
     *
     * @throws IllegalStateException before the first {@link #reset}
     */
    void mask(boolean[] into, int offset);

    /**
     * Takes an action and returns its reward.
     *
     * @throws IllegalStateException before the first {@link #reset} and after the end of the episode
     * @throws IllegalArgumentException where the action is none or is not allowed now; the episode goes on as if it had not been
     *     asked for
     */
    double step(int action);

    /** True once the episode has ended; also before the first {@link #reset}. */
    boolean over();

    /** True where the episode was cut off rather than ended: what would have followed still has a value. */
    default boolean truncated() {
        return false;
    }

    /** What came of the episode so far, such as the mean bounded slowdown of its jobs. */
    Figures figures();
}
