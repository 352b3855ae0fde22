package io.berth.app.system;

import io.berth.core.event.Event;
import io.berth.core.state.Observer;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.Bounds;
import io.berth.live.run.WorldFactory;
import java.util.List;

/**
 * The engine of a system.
 *
 * @param seed of all chance in decisions; a journal that is there has its own, which holds
 * @param time how time passes
 * @param beginning what a new system begins with: nodes, strategy, expected mix
 * @param bounds how much may be handed in
 * @param world makes the world, when the journal is locked
 * @param follower hears of every instant, on the engine's thread
 */
public record EngineSetup(
        long seed, TimeOptions time, List<Event> beginning, Bounds bounds, WorldFactory world, Observer follower) {
    public EngineSetup {
        beginning = List.copyOf(beginning);
    }
}
