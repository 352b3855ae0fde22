package io.berth.core.policy.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.policy.Facts;
import io.berth.core.policy.GpuPicker;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.Scorer;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.Demand;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Scores put together: the numbers in the documentation, and what keeps a combined score a score. */
class CombinationTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final Facts FACTS = new Facts(8000, 8000, List.of());
    private static final long LIMIT = 1L << 38;

    private final NodeTable nodes = new NodeTable();
    private final Shape task = new Shape(0, Demand.cpu(1000, 0));

    @Test
    void a_weighted_mean_puts_scores_on_one_scale_before_it_weighs_them() {
        List<Scored> both = List.of(fixed(100, 62, 50), fixed(10_000, 2500, 9000));
        Scorer mean = new WeightedMean(both, List.of(0.7, 0.3));

        assertThat(mean.score(nodes, 0, task)).isEqualTo(50_900_000_000L);
        assertThat(mean.score(nodes, 1, task)).isEqualTo(62_000_000_000L);
    }

    @Test
    void only_the_ratios_of_weights_matter_and_none_is_without_effect() {
        List<Scored> both = List.of(fixed(100, 62, 50), fixed(10_000, 2500, 9000));

        assertThat(new WeightedMean(both, List.of(7.0, 3.0)).score(nodes, 0, task))
                .isEqualTo(50_900_000_000L);
        Scorer uneven = new WeightedMean(List.of(fixed(100, 5, 5), fixed(100, 1, 2)), List.of(1.0, 1e-9));
        assertThat(uneven.score(nodes, 1, task)).isGreaterThan(uneven.score(nodes, 0, task));
    }

    @Test
    void in_lexicographic_order_a_later_policy_decides_only_between_equals() {
        Scorer ordered = new Lexicographic(List.of(fixed(100, 75, 75, 50), fixed(100, 40, 60, 100)));

        assertThat(ordered.score(nodes, 0, task)).isEqualTo(7615);
        assertThat(ordered.score(nodes, 1, task)).isEqualTo(7635);
        assertThat(ordered.score(nodes, 2, task)).isEqualTo(5150);
    }

    @Test
    void scores_beyond_their_scale_are_cut_off() {
        List<Scored> wild = List.of(fixed(100, -3, 1000), fixed(100, 40, 0));

        assertThat(new Lexicographic(wild).score(nodes, 0, task)).isEqualTo(40);
        assertThat(new Lexicographic(wild).score(nodes, 1, task)).isEqualTo(10_100);
        assertThat(new WeightedMean(wild, List.of(1.0, 1.0)).score(nodes, 1, task))
                .isEqualTo(50_000_000_000L);
    }

    @Test
    void the_best_combined_scores_stay_within_what_a_tournament_holds() {
        List<String> names = CATALOG.combinable();
        List<Scored> best = names.stream().map(_ -> fixed(100_000, 100_000)).toList();
        Scorer mean = new WeightedMean(best, names.stream().map(_ -> 1.0).toList());

        assertThat(mean.score(nodes, 0, task)).isPositive().isLessThan(LIMIT);
        assertThat(new Lexicographic(List.of(fixed(LIMIT - 1, LIMIT - 1))).score(nodes, 0, task))
                .isLessThan(LIMIT);
        assertThatThrownBy(() -> new Lexicographic(List.of(fixed(100_000, 0), fixed(100_000, 0), fixed(100, 0))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use fewer policies, or weights");
    }

    @Test
    void every_shipped_score_keeps_to_its_scale_where_the_task_fits() {
        nodes.join(0, NodeSpec.of("n0", 8000, 1 << 20, 8, "H100"));
        Shape share = new Shape(1, Demand.cpu(1000, 1 << 10).withGpuShare(1, 300));
        for (int tasks = 0; tasks < 7; tasks++) {
            for (String name : CATALOG.combinable()) {
                Scored policy = (Scored) make(PolicySpec.of(name));
                assertThat(policy.scorer().score(nodes, 0, share)).as(name).isEqualTo(policy.onScale(nodes, 0, share));
            }
            nodes.take(share, 0, Grant.device(tasks));
        }
    }

    @Test
    void what_is_combined_is_exactly_what_scores_without_a_model() {
        assertThat(CATALOG.combinable())
                .containsExactlyElementsOf(CATALOG.names(PolicyKind.PLACE).stream()
                        .filter(name -> !name.equals("learnt"))
                        .filter(name -> make(PolicySpec.of(name)) instanceof Scored)
                        .toList());
    }

    @Test
    void the_device_is_chosen_by_the_policy_that_has_a_rule_for_it() {
        assertThat(make(ordered("best-fit", "fgd")).gpus()).isInstanceOf(Fgd.class);
        assertThat(make(ordered("best-fit", "gpu-packing")).gpus()).isSameAs(GpuPicker.LEAST_LEFT);
    }

    @Test
    void parameters_reach_the_policies_that_are_combined() {
        PolicySpec wrong = PolicySpec.of("fgd", Map.of("coverage", "x"));

        assertThatThrownBy(() -> make(new PartSpec.Lexicographic(List.of(wrong))))
                .hasMessageContaining("(coverage)");
    }

    @Test
    void what_cannot_be_combined_is_refused() {
        assertThatThrownBy(() -> make(ordered("fgd", "random")))
                .hasMessageContaining("(random) cannot be combined, only [best-fit, ");
        assertThatThrownBy(() -> make(ordered("fgd", "fdg"))).hasMessageContaining("no policy (fdg)");
        assertThatThrownBy(() -> ordered("fgd", "fgd")).hasMessageContaining("(fgd) is there twice");
        assertThatThrownBy(() -> ordered()).hasMessageContaining("at least one policy");
        for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new PartSpec.Weighed(PolicySpec.of("fgd"), weight))
                    .hasMessageContaining("must be a number above 0");
        }
        Entry<Placer> unscaled = Catalog.place("mine", "", "", (_, _) -> new Scored(new LeastTasks()));
        assertThat(CATALOG.with(unscaled).combinable()).doesNotContain("mine");
    }

    private static Placer make(PartSpec place) {
        return CATALOG.strategy(StrategySpec.of("any", "fcfs", "fgd", "none").placing(place), FACTS)
                .placer();
    }

    private static PartSpec ordered(String... names) {
        return new PartSpec.Lexicographic(Stream.of(names).map(PolicySpec::of).toList());
    }

    /** A policy whose score of node {@code n} is {@code scores[n]}. */
    private static Scored fixed(long highest, long... scores) {
        return Scored.upTo(highest, (_, node, _) -> scores[node]);
    }
}
