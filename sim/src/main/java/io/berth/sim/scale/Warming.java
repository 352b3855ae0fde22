package io.berth.sim.scale;

import io.berth.core.dispatch.Fleet;
import io.berth.core.scale.WarmSpec;
import io.berth.core.scale.Warmer;
import io.berth.core.time.Nanos;
import java.util.SortedMap;

/** Asks at every interval of virtual time which models should be loaded ahead. */
public final class Warming {
    private final WarmSpec spec;
    private final Warmer warmer;
    private long nextNanos;
    private long loads;

    /** Of a run that begins. */
    public Warming(WarmSpec spec, Fleet fleet, int models, Warmer.Loader loader, long nowNanos) {
        this.spec = spec;
        warmer = new Warmer(
                spec, fleet, models, (server, model, victim) -> load(loader, server, model, victim), nowNanos);
        nextNanos = Nanos.after(nowNanos, spec.everyNanos());
    }

    private boolean load(Warmer.Loader loader, int server, int model, int victim) {
        boolean begun = loader.load(server, model, victim);
        loads += begun ? 1 : 0;
        return begun;
    }

    /** When it decides next. */
    public long nextNanos() {
        return nextNanos;
    }

    /** A stage that needs {@code model} came. */
    public void asked(int model) {
        warmer.asked(model);
    }

    /** A server needed so long for one. */
    public void served(long nanos) {
        warmer.served(nanos);
    }

    /** Decides where it is time to. */
    public void tick(long nowNanos) {
        if (nextNanos <= nowNanos) {
            warmer.decide(nowNanos);
            nextNanos = Nanos.after(nowNanos, spec.everyNanos());
        }
    }

    /**
     * Puts the figures.
     *
     * @param serverSeconds of servers together that were there
     * @param unused loads ahead whose model left, or was there at the end, before anybody asked that server for it
     */
    public void put(SortedMap<String, Double> all, double serverSeconds, long unused) {
        all.put("models_prewarmed", (double) loads);
        all.put("models_prewarmed_unused", (double) unused);
        all.put("prewarm_share", serverSeconds == 0 ? 0 : Nanos.toSeconds(warmer.spentNanos()) / serverSeconds);
    }
}
