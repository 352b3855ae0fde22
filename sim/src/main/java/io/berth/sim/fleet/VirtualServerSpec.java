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
 * @param untold what it is, where that is not what the dispatcher knows; null where it is
 */
public record VirtualServerSpec(
        ServerSpec declared,
        Batching batching,
        List<Integer> models,
        @Nullable Reading reading,
        @Nullable EngineSpec engine,
        @Nullable Untold untold) {
    private static final double MILLI = 1000;

    /**
     * How prompts are read.
     *
     * @param heldTokens of prompts that are remembered
     * @param perSecond tokens, of a server of speed 1
     */
    public record Reading(long heldTokens, double perSecond) {}

    /**
     * A server that takes whatever it is sent and has a queue of its own, first come, first served, as real ones do.
     *
     * @param slots requests that it does at once
     * @param speed how fast each, against the one that work is counted in
     */
    public record Untold(int slots, double speed) {}

    public VirtualServerSpec {
        models = List.copyOf(models);
    }

    /** One without an engine. */
    public VirtualServerSpec(ServerSpec declared, Batching batching, List<Integer> models) {
        this(declared, batching, models, null, null, null);
    }

    /** One without models of which the dispatcher knows {@code declared} and which is {@code untold}. */
    public static VirtualServerSpec of(ServerSpec declared, Untold untold) {
        return new VirtualServerSpec(declared, Batching.none(untold.slots), List.of(), null, null, untold);
    }

    /** Requests that it does at once. */
    int slots() {
        return untold == null ? declared.slots() : untold.slots;
    }

    /** How fast it does one alone. */
    double speed() {
        return untold == null ? declared.speedMilli() / MILLI : untold.speed;
    }
}
