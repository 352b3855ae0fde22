package io.berth.app.system;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.Bounds;
import io.berth.live.run.WorldFactory;
import java.util.List;

/** An engine that begins with one node without GPUs, which nobody follows and nothing limits. */
final class OneNode {
    private OneNode() {}

    static EngineSetup under(StrategySpec strategy, WorldFactory world) {
        List<Event> beginning = List.of(
                new Event.NodeJoined(0, NodeSpec.of("n", 8_000, 1L << 34, 0, "")), new Event.StrategyChanged(strategy));
        return new EngineSetup(7, TimeOptions.REAL, beginning, Bounds.NONE, world, new Observer() {});
    }
}
