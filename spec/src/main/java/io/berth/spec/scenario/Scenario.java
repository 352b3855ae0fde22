package io.berth.spec.scenario;

import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueSpec;
import io.berth.core.reserve.NodeReservation;
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
 * @param queues what is declared of queues; none where they are names alone
 * @param qos what is declared of classes of jobs; none where they are names alone
 * @param reservations nodes that are kept for some jobs, or nobody, for a time from the start of the run on
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
        List<QueueSpec> queues,
        List<QosClass> qos,
        List<NodeReservation> reservations,
        List<AdaptiveSpec> adaptive) {
    public Scenario {
        qos = List.copyOf(qos);
        reservations = List.copyOf(reservations);
        queues = List.copyOf(queues);
        adaptive = List.copyOf(adaptive);
        strategies = List.copyOf(strategies);
        seeds = List.copyOf(seeds);
        if (strategies.isEmpty() || seeds.isEmpty()) {
            throw new IllegalArgumentException("The scenario (" + name + ") needs a strategy and a seed.");
        }
    }

    /** One whose queues are names, and whose strategies do not change. */
    public Scenario(
            String name,
            ClusterSpec cluster,
            WorkloadSpec workload,
            EmulateSpec emulate,
            List<StrategySpec> strategies,
            List<Long> seeds,
            long untilNanos,
            Trim trim,
            boolean lenient) {
        this(
                name,
                cluster,
                workload,
                emulate,
                strategies,
                seeds,
                untilNanos,
                trim,
                lenient,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** The same with other {@code seeds}. */
    public Scenario withSeeds(List<Long> seeds) {
        return new Scenario(
                name,
                cluster,
                workload,
                emulate,
                strategies,
                seeds,
                untilNanos,
                trim,
                lenient,
                queues,
                qos,
                reservations,
                adaptive);
    }

    /** The same with another {@code workload}. */
    public Scenario withWorkload(WorkloadSpec workload) {
        return new Scenario(
                name,
                cluster,
                workload,
                emulate,
                strategies,
                seeds,
                untilNanos,
                trim,
                lenient,
                queues,
                qos,
                reservations,
                adaptive);
    }

    /** The same with other {@code strategies}. */
    public Scenario withStrategies(List<StrategySpec> strategies) {
        return new Scenario(
                name,
                cluster,
                workload,
                emulate,
                strategies,
                seeds,
                untilNanos,
                trim,
                lenient,
                queues,
                qos,
                reservations,
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
