package io.berth.spec.fleet;

import io.berth.core.dispatch.DispatchSpec;
import java.util.List;

/**
 * A simulation of requests: a fleet, requests, and the ways of spreading them to compare, once per seed.
 *
 * @param name what reports call it
 * @param models those that requests and servers name
 * @param featureEntries results of stages that the feature cache holds; 0 for no cache
 * @param strategies at least one, with different names
 * @param seeds at least one, different
 * @param lenient true where bad lines of a trace are counted and skipped instead of being an error
 */
public record FleetScenario(
        String name,
        List<ModelSpec> models,
        List<ServerGroup> servers,
        int featureEntries,
        RequestsSpec requests,
        List<DispatchSpec> strategies,
        List<Long> seeds,
        boolean lenient) {
    public FleetScenario {
        models = List.copyOf(models);
        servers = List.copyOf(servers);
        strategies = List.copyOf(strategies);
        seeds = List.copyOf(seeds);
    }

    /** The same with other {@code strategies}. */
    public FleetScenario withStrategies(List<DispatchSpec> strategies) {
        return new FleetScenario(name, models, servers, featureEntries, requests, strategies, seeds, lenient);
    }

    /** The same with other {@code seeds}. */
    public FleetScenario withSeeds(List<Long> seeds) {
        return new FleetScenario(name, models, servers, featureEntries, requests, strategies, seeds, lenient);
    }
}
