package io.berth.spec.scenario;

import io.berth.core.strategy.StrategySpec;
import io.berth.spec.adaptive.AdaptiveSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is simulated: a cluster, a workload and the strategies to compare on them, once per seed.
 *
 * @param name what reports call it
 * @param strategies at least one, with different names
 * @param seeds at least one, different
 * @param untilNanos how much of the world's time a run lasts; {@code Nanos.NEVER} until all jobs ended
 * @param trim what of a run is not measured
 * @param lenient true where bad lines of a trace are counted and skipped instead of being an error
 * @param adaptive those of the strategies that change while a run lasts, by what is in force at their beginning
 */
public record Scenario(
        String name,
        ClusterSpec cluster,
        WorkloadSpec workload,
        EmulateSpec emulate,
        List<StrategySpec> strategies,
        List<Long> seeds,
        long untilNanos,
        Trim trim,
        boolean lenient,
        SharedSpec shared,
        List<AdaptiveSpec> adaptive) {
    public Scenario {
        adaptive = List.copyOf(adaptive);
        strategies = List.copyOf(strategies);
        seeds = List.copyOf(seeds);
        if (strategies.isEmpty() || seeds.isEmpty()) {
            throw new IllegalArgumentException("The scenario (" + name + ") needs a strategy and a seed.");
        }
    }

    /** The same with other {@code newSeeds}. */
    public Scenario withSeeds(List<Long> newSeeds) {
        return with(workload, strategies, newSeeds);
    }

    /** The same with another {@code newWorkload}. */
    public Scenario withWorkload(WorkloadSpec newWorkload) {
        return with(newWorkload, strategies, seeds);
    }

    /** The same with other {@code newStrategies}. */
    public Scenario withStrategies(List<StrategySpec> newStrategies) {
        return with(workload, newStrategies, seeds);
    }

    private Scenario with(WorkloadSpec newWorkload, List<StrategySpec> newStrategies, List<Long> newSeeds) {
        return new Scenario(
                name,
                cluster,
                newWorkload,
                emulate,
                newStrategies,
                newSeeds,
                untilNanos,
                trim,
                lenient,
                shared,
                adaptive);
    }

    /** What changes under the name of {@code strategy}; null where it stays what it is. */
    public @Nullable AdaptiveSpec adaptive(StrategySpec strategy) {
        for (AdaptiveSpec spec : adaptive) {
            if (spec.is(strategy)) {
                return spec;
            }
        }
        return null;
    }
}
