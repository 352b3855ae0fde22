package io.berth.sim.run;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes the strategy of a run while it lasts. It hears of all that happens, as any observer. */
public interface Steering extends Observer {
    /** The strategy stays what it is. */
    Steering NONE = new Steering() {};

    /**
     * A run begins.
     *
     * @param state which it may look at whenever it is asked, and change nothing of
     * @param nodes of the cluster
     */
    default void begins(State state, List<NodeSpec> nodes, long atNanos) {}

    /** When it is to be asked next; {@link Nanos#NEVER} for never. */
    default long nextNanos() {
        return Nanos.NEVER;
    }

    /** The strategy from {@code nowNanos} on, at which it was to be asked; null for the one in force. */
    default @Nullable StrategySpec choose(long nowNanos) {
        return null;
    }
}
