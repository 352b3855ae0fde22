package io.berth.learn.agent;

import io.berth.learn.environment.Environment;

/** How one of several episodes that are played together is begun. */
@FunctionalInterface
public interface Opening {
    /** Each by itself. */
    Opening BY_SEED = (environment, seed, episode, of) -> environment.reset(seed);

    /**
     * Begins an episode.
     *
     * @param seed of its chance
     * @param episode its number among those played together, from 0
     * @param of how many they are
     */
    void begin(Environment environment, long seed, int episode, int of);
}
