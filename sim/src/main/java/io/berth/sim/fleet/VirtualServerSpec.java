package io.berth.sim.fleet;

import io.berth.core.dispatch.ServerSpec;
import java.util.List;

/**
 * A model server of the simulation.
 *
 * @param declared what the dispatcher knows of it
 * @param models the numbers of the models it has loaded when the run begins
 */
public record VirtualServerSpec(ServerSpec declared, Batching batching, List<Integer> models) {
    public VirtualServerSpec {
        models = List.copyOf(models);
    }
}
