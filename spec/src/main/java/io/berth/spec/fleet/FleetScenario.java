package io.berth.spec.fleet;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.flow.FlowSpec;
import java.util.List;

/**
 * A simulation of requests: a fleet, requests, and the ways of spreading them to compare, once per seed.
 *
 * @param name what reports call it
 * @param flow what requests meet beside servers
 * @param strategies at least one, with different names
 * @param seeds at least one, different
 * @param lenient true where bad lines of a trace are counted and skipped instead of being an error
 */
public record FleetScenario(
        String name,
        FleetSpec fleet,
        FlowSpec flow,
        RequestsSpec requests,
        List<DispatchSpec> strategies,
        List<Long> seeds,
        boolean lenient) {
    public FleetScenario {
        strategies = List.copyOf(strategies);
        seeds = List.copyOf(seeds);
    }

    /** The same with other {@code strategies}. */
    public FleetScenario withStrategies(List<DispatchSpec> strategies) {
        return new FleetScenario(name, fleet, flow, requests, strategies, seeds, lenient);
    }

    /** The same with other {@code seeds}. */
    public FleetScenario withSeeds(List<Long> seeds) {
        return new FleetScenario(name, fleet, flow, requests, strategies, seeds, lenient);
    }
}
