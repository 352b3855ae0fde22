package io.berth.core.policy.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadFigure;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.load.alike.Likeness;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Filter;
import io.berth.core.policy.placement.LeastAllocated;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The numbers in the policies' own documentation, and what the rule against overload says. */
class LoadPoliciesTest {
    private static final long GIB = 1L << 30;
    private static final long NOW = 1_000_000 * Nanos.SECOND;

    private final NodeTable nodes = new NodeTable();
    private int shapes;

    @Test
    void least_load_adds_what_the_measurement_does_not_show() {
        nodes.join(0, NodeSpec.of("a", 16_000, 64 * GIB, 0, ""));
        measured(0, 4000, 16 * GIB);
        nodes.take(shape(Demand.cpu(4000, 16 * GIB)), 0, Grant.NONE);

        LeastLoad leastLoad = new LeastLoad(Span.FIVE_MINUTES, Statistic.P95);

        assertThat(leastLoad.score(nodes, 0, shape(Demand.cpu(1000, 4 * GIB)))).isEqualTo(496);
    }

    @Test
    void least_load_is_least_allocated_where_nobody_measures() {
        nodes.join(0, NodeSpec.of("a", 16_000, 64 * GIB, 0, ""));
        Shape task = shape(Demand.cpu(1000, 4 * GIB));
        nodes.take(task, 0, Grant.NONE);
        LeastLoad leastLoad = new LeastLoad(Span.FIVE_MINUTES, Statistic.P95);
        long asked = new LeastAllocated().score(nodes, 0, task) / 10;

        assertThat(leastLoad.score(nodes, 0, task)).isEqualTo(asked);
        measured(0, 0, 0);
        assertThat(leastLoad.score(nodes, 0, task)).isGreaterThan(asked);
        long fresh = leastLoad.score(nodes, 0, task);
        nodes.loads().age(NOW + 200 * Nanos.SECOND);
        assertThat(leastLoad.score(nodes, 0, task)).isBetween(asked + 1, fresh - 1);
        nodes.loads().age(NOW + 300 * Nanos.SECOND);
        assertThat(leastLoad.score(nodes, 0, task)).isEqualTo(asked);
    }

    @Test
    void gpus_count_as_cpus_do() {
        for (int node = 0; node < 2; node++) {
            nodes.join(node, NodeSpec.of("n" + node, 16_000, 64 * GIB, 4, "H100"));
            nodes.loads()
                    .observe(
                            node,
                            new Load(List.of(
                                    flat(Measure.CPU, 1000),
                                    flat(Measure.MEMORY, GIB),
                                    flat(Measure.GPU_ENGINE, node * 3000L))),
                            0,
                            NOW);
        }
        Shape task = shape(Demand.cpu(1000, GIB).withGpus(1));

        LeastLoad leastLoad = new LeastLoad(Span.FIVE_MINUTES, Statistic.AVG);

        assertThat(leastLoad.score(nodes, 0, task) - leastLoad.score(nodes, 1, task))
                .isEqualTo(500);
    }

    @Test
    void what_ended_since_is_taken_off() {
        nodes.join(0, NodeSpec.of("a", 10_000, 64 * GIB, 0, ""));
        Shape task = shape(Demand.cpu(4000, GIB));
        nodes.take(task, 0, Grant.NONE);
        measured(0, 4000, GIB);
        nodes.release(task, 0, Grant.NONE);
        KoordinatorLoadAware rule = new KoordinatorLoadAware(Span.FIVE_MINUTES, Statistic.AVG, true);

        // 4 used, 3.4 of them by the task that is gone, 3.4 by the one that comes.
        assertThat(rule.score(nodes, 0, task)).isEqualTo(60);
    }

    @Test
    void koordinator_scores_46_and_nothing_after_three_minutes() {
        nodes.join(0, NodeSpec.of("a", 10_000, 64 * GIB, 0, ""));
        measured(0, 2000, 0);
        Shape task = shape(Demand.cpu(4000, GIB));
        KoordinatorLoadAware rule = new KoordinatorLoadAware(Span.FIVE_MINUTES, Statistic.AVG, true);

        assertThat(rule.score(nodes, 0, task)).isEqualTo(46);
        assertThat(new KoordinatorLoadAware(Span.FIVE_MINUTES, Statistic.AVG, false).score(nodes, 0, task))
                .isEqualTo((46 + 98) / 2);
        nodes.loads().age(NOW + 180 * Nanos.SECOND);
        assertThat(rule.score(nodes, 0, task)).isZero();
    }

    @Test
    void volcano_scores_52_at_no_risk_and_16_at_risk() {
        nodes.join(0, NodeSpec.of("a", 10_000, 10_000, 0, ""));
        Shape task = shape(Demand.cpu(4000, 4000));
        measured(0, 2000, 2000);
        VolcanoUsage usage = new VolcanoUsage(Span.FIVE_MINUTES, Statistic.AVG, 1);

        assertThat(usage.score(nodes, 0, task)).isEqualTo(52);
        assertThat(new VolcanoUsage(Span.FIVE_MINUTES, Statistic.AVG, 5).score(nodes, 0, task))
                .isEqualTo(260);
        measured(0, 5000, 5000);
        assertThat(usage.score(nodes, 0, task)).isEqualTo(16);
        measured(0, 9900, 9900);
        assertThat(usage.score(nodes, 0, task)).isZero();
        nodes.loads().age(NOW + 299 * Nanos.SECOND);
        measured(0, 5000, 5000);
        nodes.loads().age(NOW + 300 * Nanos.SECOND);
        assertThat(usage.score(nodes, 0, task)).isZero();
    }

    @Test
    void a_task_is_unseen_until_a_measurement_that_comes_a_minute_after_it() {
        nodes.join(0, NodeSpec.of("a", 10_000, 64 * GIB, 0, ""));
        Shape task = shape(Demand.cpu(2000, GIB));
        measured(0, 0, 0);
        nodes.take(task, 0, Grant.NONE);
        nodes.loads().placed(0, 7, 0, new Likeness("", "", new Use(2000, GIB, 0)), NOW + 1);
        KoordinatorLoadAware rule = new KoordinatorLoadAware(Span.FIVE_MINUTES, Statistic.AVG, true);

        assertThat(rule.score(nodes, 0, task)).isEqualTo(66);
        observed(0, 0, 0, NOW + 50 * Nanos.SECOND);
        assertThat(rule.score(nodes, 0, task)).isEqualTo(66);
        observed(0, 1000, 0, NOW + 70 * Nanos.SECOND);
        assertThat(rule.score(nodes, 0, task)).isEqualTo(73);
    }

    @Test
    void a_hot_node_takes_no_task_until_it_is_cool() {
        nodes.join(0, NodeSpec.of("a", 10_000, 64 * GIB, 0, ""));
        StrategySpec strategy = guarded(Map.of("cpu", "80", "margin", "20"));
        Filter filter = Catalog.standard()
                .strategy(strategy, new Facts(1, 1, List.of()))
                .placing()
                .filter();
        nodes.loads().thresholds(Overload.thresholds(strategy));
        Shape small = shape(Demand.cpu(100, 1));

        List<Reason> reasons = new ArrayList<>();
        for (long cpu : new long[] {7000, 8100, 7900, 6100, 5900, 7950}) {
            measured(0, cpu, 0);
            Reason reason = filter.whyNot(nodes, 0, small);
            reasons.add(reason == null ? Reason.FILTERED : reason);
        }
        // At 7.95 CPUs it is the task that would be too much.
        assertThat(reasons)
                .containsExactly(
                        Reason.FILTERED,
                        Reason.CPU_LOAD,
                        Reason.CPU_LOAD,
                        Reason.CPU_LOAD,
                        Reason.FILTERED,
                        Reason.CPU_LOAD);
        measured(0, 9000, 0);
        assertThat(nodes.loads().told(Measure.CPU, _ -> true)).isEqualTo("CPU p95 90 % above 80 %");
        nodes.loads().age(NOW + 299 * Nanos.SECOND);
        assertThat(filter.whyNot(nodes, 0, small)).isEqualTo(Reason.CPU_LOAD);
        nodes.loads().age(NOW + 300 * Nanos.SECOND);
        assertThat(filter.whyNot(nodes, 0, small)).isNull();
    }

    @Test
    void a_threshold_above_all_is_said_to_be_wrong() {
        assertThatThrownBy(() -> Catalog.standard().strategy(guarded(Map.of("cpu", "101")), new Facts(1, 1, List.of())))
                .hasMessageContaining("cpu")
                .hasMessageContaining("(101)");
    }

    private static StrategySpec guarded(Map<String, String> parameters) {
        return StrategySpec.of("guarded", "fcfs", "least-load", "greedy")
                .with(PolicyKind.FILTER, PolicySpec.of(Overload.NAME, parameters));
    }

    private Shape shape(Demand demand) {
        return nodes.shape(shapes++, demand);
    }

    private void measured(int node, long cpuMilli, long memoryBytes) {
        observed(node, cpuMilli, memoryBytes, NOW);
    }

    private void observed(int node, long cpuMilli, long memoryBytes, long now) {
        nodes.loads()
                .observe(
                        node,
                        new Load(List.of(flat(Measure.CPU, cpuMilli), flat(Measure.MEMORY, memoryBytes))),
                        0,
                        now);
    }

    private static LoadFigure flat(Measure measure, long value) {
        return LoadFigure.flat(Span.FIVE_MINUTES, measure, value);
    }
}
