package io.berth.sim.fleet;

import io.berth.core.dispatch.ServerSpec;
import io.berth.spec.fleet.EngineSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model server of the simulation.
 *
 * @param declared what the dispatcher knows of it
 * @param models the numbers of the models it has loaded when the run begins
 * @param reading how it reads prompts; null where they are work as all else, and where an engine reads them
 * @param engine what makes tokens there, in place of slots that do work; null for none
 */
public record VirtualServerSpec(
        ServerSpec declared,
        Batching batching,
        List<Integer> models,
        @Nullable Reading reading,
        @Nullable EngineSpec engine) {
    /**
     * How prompts are read.
     *
     * @param heldTokens of prompts that are remembered
     * @param perSecond tokens, of a server of speed 1
     */
    public record Reading(long heldTokens, double perSecond) {}

    public VirtualServerSpec {
        models = List.copyOf(models);
    }

    /** One without an engine. */
    public VirtualServerSpec(ServerSpec declared, Batching batching, List<Integer> models) {
        this(declared, batching, models, null, null);
    }
}
