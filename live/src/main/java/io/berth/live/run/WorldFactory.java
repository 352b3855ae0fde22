package io.berth.live.run;

import io.berth.live.driver.LiveDriver;

/** Makes the world of a run. */
@FunctionalInterface
public interface WorldFactory {
    /**
     * The world whose outcomes go to {@code driver}: by {@link LiveDriver#at} on the engine's thread, by {@link LiveDriver#post}
     * from any other.
     *
     * @param seed the journal's
     */
    LiveWorld open(LiveDriver driver, long seed);
}
