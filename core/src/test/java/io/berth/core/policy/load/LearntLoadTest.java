package io.berth.core.policy.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadFigure;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.load.alike.Expected;
import io.berth.core.cluster.load.alike.Likeness;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Filter;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Scorer;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the policies make of what tasks used, and of what GPUs do. */
class LearntLoadTest {
    private static final long GIB = 1L << 30;
    private static final long NOW = 1_000_000 * Nanos.SECOND;
    private static final Use ASKED = new Use(4_000, 8 * GIB, 0);
    private static final Likeness HOT = new Likeness("hot", "", ASKED);
    private static final Likeness COOL = new Likeness("cool", "", ASKED);

    private final NodeTable nodes = new NodeTable();
    private int shapes;
    private long jobs;

    @Test
    void overload_counts_what_tasks_that_ask_for_the_same_may_come_to() {
        node(16_000);
        Shape task = shape(Demand.cpu(4_000, 8 * GIB));
        Filter filter = filter(Map.of());
        measured(6_000);
        assertThat(filter.whyNot(nodes, 0, task)).isNull();

        learn(COOL, 16, 400);
        learn(HOT, 4, 8_000);
        // One of five uses 8 CPUs: 6 and 8 are above 12.8.
        assertThat(filter.whyNot(nodes, 0, task)).isEqualTo(Reason.CPU_LOAD);
        assertThat(filter(Map.of("estimates", "factor")).whyNot(nodes, 0, task)).isNull();
        measured(3_000);
        assertThat(filter.whyNot(nodes, 0, task)).isNull();
    }

    @Test
    void overload_counts_those_that_were_placed_in_the_same_pass_or_of_late() {
        node(16_000);
        Shape task = shape(Demand.cpu(4_000, 8 * GIB));
        Filter filter = filter(Map.of());
        learn(COOL, 16, 400);
        learn(HOT, 4, 6_000);
        measured(0);
        nodes.take(task, 0, Grant.NONE);
        // About 6 for it and 6 for the next.
        assertThat(filter.whyNot(nodes, 0, task)).isEqualTo(Reason.CPU_LOAD);
        nodes.release(task, 0, Grant.NONE);
        place(COOL, task);
        // Of cool ones twenty were not seen: 85 % of what it asks for, and 6 for the next.
        assertThat(filter.whyNot(nodes, 0, task)).isNull();
        place(COOL, task);
        assertThat(filter.whyNot(nodes, 0, task)).isEqualTo(Reason.CPU_LOAD);
    }

    @Test
    void a_task_that_ended_takes_off_what_it_used() {
        node(16_000);
        Shape task = shape(Demand.cpu(4_000, 8 * GIB));
        LeastLoad leastLoad = new LeastLoad(Span.FIVE_MINUTES, Statistic.AVG);
        long job = place(HOT, task);
        nodes.loads().measured(0, job, 0, HOT, used(8_000));
        observed(NOW + 120 * Nanos.SECOND, 8_000);
        nodes.release(task, 0, Grant.NONE);
        nodes.loads().ended(0, job, 0);

        // Nothing is left but 3.4 CPUs for the task that comes, and 70 % of its memory.
        double cpu = 3.4 / 16;
        double memory = 5.6 / 64;
        long score = (long) (1_000 * (1 - ((cpu + memory) / 2 + cpu) / 2));
        assertThat(leastLoad.score(nodes, 0, task)).isEqualTo(score);
    }

    @Test
    void predicted_load_goes_by_what_tasks_use_and_not_by_what_was_measured_of_nodes() {
        node(16_000);
        node(16_000);
        Shape task = shape(Demand.cpu(4_000, 8 * GIB));
        learn(COOL, 20, 400);
        learn(HOT, 20, 8_000);
        place(0, HOT, task);
        place(1, COOL, task);
        place(1, COOL, task);
        Scorer predicted = scorer(Map.of("by", "predicted"));

        assertThat(predicted.score(nodes, 1, task)).isGreaterThan(predicted.score(nodes, 0, task));
        assertThat(scorer(Map.of("by", "predicted", "estimates", "factor")).score(nodes, 1, task))
                .isLessThan(
                        scorer(Map.of("by", "predicted", "estimates", "factor")).score(nodes, 0, task));
        // What is measured of the second cool task goes before what others like it used.
        nodes.loads().measured(1, jobs, 0, COOL, used(12_000));
        assertThat(predicted.score(nodes, 1, task)).isLessThan(predicted.score(nodes, 0, task));
        assertThatThrownBy(() -> scorer(Map.of("by", "guess"))).hasMessageContaining("(guess)");
        assertThatThrownBy(() -> scorer(Map.of("estimates", "none"))).hasMessageContaining("(none)");
    }

    @Test
    void koordinators_and_volcanos_rules_go_by_factors_whatever_was_learnt() {
        node(10_000);
        measured(2_000);
        Shape task = shape(Demand.cpu(4_000, 8 * GIB));
        KoordinatorLoadAware rule = new KoordinatorLoadAware(Span.FIVE_MINUTES, Statistic.AVG, true);
        VolcanoUsage usage = new VolcanoUsage(Span.FIVE_MINUTES, Statistic.AVG, 1);
        long koordinator = rule.score(nodes, 0, task);
        long volcano = usage.score(nodes, 0, task);
        learn(HOT, 30, 8_000);

        assertThat(rule.score(nodes, 0, task)).isEqualTo(koordinator).isEqualTo(46);
        assertThat(usage.score(nodes, 0, task)).isEqualTo(volcano);
    }

    @ParameterizedTest
    @EnumSource(
            value = Measure.class,
            names = {"GPU_ENGINE", "GPU_DRAM", "GPU_MEMORY"})
    void each_load_of_gpus_moves_placements_as_that_of_cpus_does(Measure measure) {
        gpuNode(0, measure, 20);
        gpuNode(1, measure, 50);
        Shape task = shape(Demand.cpu(1_000, GIB).withGpuShare(1, 100));
        Scorer leastLoad = scorer(Map.of("statistic", "avg"));
        assertThat(leastLoad.score(nodes, 0, task)).isGreaterThan(leastLoad.score(nodes, 1, task) + 50);

        gpuNode(0, measure, 95);
        assertThat(leastLoad.score(nodes, 0, task)).isLessThan(leastLoad.score(nodes, 1, task));
        Filter filter = filter(Map.of());
        assertThat(filter.whyNot(nodes, 0, task))
                .isEqualTo(
                        switch (measure) {
                            case GPU_ENGINE -> Reason.GPU_LOAD;
                            case GPU_DRAM -> Reason.GPU_BANDWIDTH_LOAD;
                            default -> Reason.GPU_MEMORY_LOAD;
                        });
        assertThat(filter.whyNot(nodes, 1, task)).isNull();
        // Whoever gets a whole GPU has it alone, and a task without one does not mind.
        assertThat(filter.whyNot(nodes, 0, shape(Demand.cpu(1_000, GIB).withGpus(1))))
                .isNull();
        assertThat(filter.whyNot(nodes, 0, shape(Demand.cpu(1_000, GIB)))).isNull();
    }

    @Test
    void the_memory_of_gpus_is_too_busy_from_three_quarters_of_what_it_can_be() {
        gpuNode(0, Measure.GPU_DRAM, 55);
        gpuNode(1, Measure.GPU_DRAM, 61);
        Shape task = shape(Demand.cpu(1_000, GIB).withGpuShare(1, 100));

        assertThat(filter(Map.of()).whyNot(nodes, 0, task)).isNull();
        assertThat(filter(Map.of()).whyNot(nodes, 1, task)).isEqualTo(Reason.GPU_BANDWIDTH_LOAD);
        assertThat(filter(Map.of("gpu-bandwidth", "0")).whyNot(nodes, 1, task)).isNull();
    }

    private void gpuNode(int node, Measure measure, long percent) {
        if (node >= nodes.count()) {
            nodes.join(
                    node,
                    NodeSpec.of("g" + node, 16_000, 64 * GIB, 0, "")
                            .withDevices(List.of(DeviceSet.gpus(4, "H100", 80 * GIB))));
        }
        long has = measure == Measure.GPU_MEMORY ? 320 * GIB : 4_000;
        nodes.loads()
                .observe(
                        node,
                        new Load(List.of(
                                flat(Measure.CPU, 100), flat(Measure.MEMORY, GIB), flat(measure, has / 100 * percent))),
                        0,
                        NOW);
    }

    private void node(long cpuMilli) {
        int node = nodes.count();
        nodes.join(node, NodeSpec.of("n" + node, cpuMilli, 64 * GIB, 0, ""));
    }

    /** So many tasks ran elsewhere, and have ended. */
    private void learn(Likeness like, int times, long cpuMilli) {
        for (int i = 0; i < times; i++) {
            jobs++;
            nodes.loads().forecasts().measured(9, jobs, 0, like, used(cpuMilli));
            nodes.loads().forecasts().remove(9, jobs, 0);
        }
    }

    private long place(Likeness like, Shape shape) {
        return place(0, like, shape);
    }

    private long place(int node, Likeness like, Shape shape) {
        nodes.take(shape, node, Grant.NONE);
        nodes.loads().placed(node, ++jobs, 0, like, NOW);
        return jobs;
    }

    private Filter filter(Map<String, String> parameters) {
        StrategySpec strategy = StrategySpec.of("s", "fcfs", "least-load", "greedy")
                .with(PolicyKind.FILTER, PolicySpec.of(Overload.NAME, parameters));
        nodes.loads().thresholds(Overload.thresholds(strategy));
        return Catalog.standard()
                .strategy(strategy, new Facts(1, 1, List.of()))
                .placing()
                .filter();
    }

    private static Scorer scorer(Map<String, String> parameters) {
        StrategySpec strategy = StrategySpec.of("s", "fcfs", "best-fit", "greedy")
                .placing(PolicySpec.of(LoadAware.LEAST_LOAD, parameters));
        Placer placer = Catalog.standard()
                .strategy(strategy, new Facts(1, 1, List.of()))
                .placer();
        return ((Placer.Scored) placer).scorer();
    }

    private static Expected used(long cpuMilli) {
        Use use = new Use(cpuMilli, GIB, 0);
        return new Expected(use, use);
    }

    private Shape shape(Demand demand) {
        return nodes.shape(shapes++, demand);
    }

    private void measured(long cpuMilli) {
        observed(NOW, cpuMilli);
    }

    private void observed(long now, long cpuMilli) {
        List<LoadFigure> figures = new ArrayList<>();
        figures.add(flat(Measure.CPU, cpuMilli));
        figures.add(flat(Measure.MEMORY, GIB));
        nodes.loads().observe(0, new Load(figures), 0, now);
    }

    private static LoadFigure flat(Measure measure, long value) {
        return LoadFigure.flat(Span.FIVE_MINUTES, measure, value);
    }
}
