package io.berth.spec.scenario;

import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueSpec;
import io.berth.core.strategy.StrategySpec;
import java.util.List;

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
        List<QosClass> qos) {
    public Scenario {
        qos = List.copyOf(qos);
        queues = List.copyOf(queues);
        strategies = List.copyOf(strategies);
        seeds = List.copyOf(seeds);
        if (strategies.isEmpty() || seeds.isEmpty()) {
            throw new IllegalArgumentException("The scenario (" + name + ") needs a strategy and a seed.");
        }
    }

    /** One whose queues are names. */
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
        this(name, cluster, workload, emulate, strategies, seeds, untilNanos, trim, lenient, List.of(), List.of());
    }

    /** The same with other {@code seeds}. */
    public Scenario withSeeds(List<Long> seeds) {
        return new Scenario(
                name, cluster, workload, emulate, strategies, seeds, untilNanos, trim, lenient, queues, qos);
    }

    /** The same with another {@code workload}. */
    public Scenario withWorkload(WorkloadSpec workload) {
        return new Scenario(
                name, cluster, workload, emulate, strategies, seeds, untilNanos, trim, lenient, queues, qos);
    }

    /** The same with other {@code strategies}. */
    public Scenario withStrategies(List<StrategySpec> strategies) {
        return new Scenario(
                name, cluster, workload, emulate, strategies, seeds, untilNanos, trim, lenient, queues, qos);
    }
}
