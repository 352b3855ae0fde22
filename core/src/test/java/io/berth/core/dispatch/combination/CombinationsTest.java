package io.berth.core.dispatch.combination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Fleets;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.LeastConnections;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Balancers made of several. */
class CombinationsTest {
    private final Fleet fleet = Fleets.ofSpeeds(1000, 1000, 1000);

    /** Costs that a test says, and what it was told. */
    private record Said(List<String> told, double... costs) implements Scoring {
        Said(double... costs) {
            this(new ArrayList<>(), costs);
        }

        @Override
        public int pick(Request request, Fleet all, long nowNanos, Chance chance) {
            return Fleet.NONE;
        }

        @Override
        public void score(Request request, Fleet all, Candidates candidates, long nowNanos) {
            for (int place = 0; place < candidates.count(); place++) {
                candidates.cost(place, costs[candidates.server(place)]);
            }
        }

        @Override
        public void begin(Fleet begun) {
            told.add("begin");
        }

        @Override
        public void sent(int server, Request request, long nowNanos) {
            told.add("sent " + server);
        }

        @Override
        public void left(int server, Request request, long workNanos, long nowNanos) {
            told.add("left " + server);
        }

        @Override
        public void reported(int server, int running, int waiting, long nowNanos) {
            told.add("reported " + running + " " + waiting);
        }

        @Override
        public void joined(int server) {
            told.add("joined " + server);
        }
    }

    @Test
    void a_weighted_sum_puts_costs_on_one_scale() {
        assertThat(pick(weighted(0.7, 0.3))).as("0.7, 0.65, 0.3").isZero();
        assertThat(pick(weighted(0.6, 0.4))).as("0.6, 0.7, 0.4").isEqualTo(1);
        assertThat(pick(weighted(1, 1e9))).as("0, 1e9 + 0.5, 1e9").isEqualTo(1);
    }

    @Test
    void of_equal_sums_the_lower_number_and_equal_costs_change_nothing() {
        assertThat(pick(new WeightedSum(List.of(new Said(5, 5, 5)), List.of(1.0))))
                .isZero();
        assertThat(pick(new WeightedSum(List.of(new Said(5, 5, 5), new Said(3, 1, 2)), List.of(1000.0, 1.0))))
                .isEqualTo(1);
    }

    @Test
    void in_order_the_next_decides_between_equals() {
        Scoring first = new Said(2, 1, 1);
        assertThat(pick(new InOrder(List.of(first, new Said(0, 3, 2))))).isEqualTo(2);
        assertThat(pick(new InOrder(List.of(first, new Said(0, 3, 3))))).isEqualTo(1);
        assertThat(pick(new InOrder(List.of(new Said(3, 2, 1), first)))).isEqualTo(2);
    }

    @Test
    void full_servers_are_left_out_while_others_have_room_and_closed_ones_always() {
        Balancer balancer = new InOrder(List.of(new Said(1, 2, 3)));
        fleet.limitQueues(0);
        fleet.sent(0, Fleets.work(1, 1));
        assertThat(pick(balancer)).isEqualTo(1);
        assertThat(pick(new WeightedSum(List.of(new Said(1, 2, 3)), List.of(1.0))))
                .isEqualTo(1);
        fleet.sent(1, Fleets.work(2, 1));
        fleet.sent(2, Fleets.work(3, 1));
        assertThat(pick(balancer)).as("all are full").isZero();
        for (int server = 0; server < 3; server++) {
            fleet.setUp(server, false);
        }
        assertThat(pick(balancer)).isEqualTo(Fleet.NONE);
        assertThat(pick(new WeightedSum(List.of(new Said(1, 2, 3)), List.of(1.0))))
                .isEqualTo(Fleet.NONE);
    }

    @Test
    void each_part_is_told_of_all_that_happens() {
        Said one = new Said(1, 1, 1);
        Said other = new Said(1, 1, 1);
        Balancer balancer = new InOrder(List.of(one, other));
        balancer.begin(fleet);
        balancer.sent(1, Fleets.work(1, 1), 0);
        balancer.left(1, Fleets.work(1, 1), 5, 0);
        balancer.reported(2, 3, 4, 0);
        balancer.joined(2);

        assertThat(one.told).containsExactly("begin", "sent 1", "left 1", "reported 3 4", "joined 2");
        assertThat(other.told).isEqualTo(one.told);
    }

    @Test
    void urgent_requests_go_by_another_balancer() {
        Balancer first = new InOrder(List.of(new Said(3, 2, 1)));
        Balancer balancer = new ByPriority(2, first, new InOrder(List.of(new Said(1, 2, 3))));
        assertThat(balancer.pick(Fleets.ofPriority(1, 2), fleet, 0, chance())).isEqualTo(2);
        assertThat(balancer.pick(Fleets.ofPriority(1, 1), fleet, 0, chance())).isZero();
    }

    @Test
    void the_catalog_makes_them_of_what_gives_scores() {
        DispatchCatalog catalog = DispatchCatalog.standard();
        PolicySpec least = PolicySpec.of("least-connections");
        assertThat(catalog.combinable())
                .contains("predicted", "least-connections", "load-aware", "resource-aware", "peak-ewma", "epp")
                .contains("prefix-affinity", "dynamo", "aibrix-drain-rate", "dialogue")
                .doesNotContain("random", "prequal", "cache-aware", "learnt", "by-priority");
        for (String name : catalog.combinable()) {
            if (!name.equals("least-connections")) {
                Balancer made = catalog.balancer(new PartSpec.Lexicographic(List.of(PolicySpec.of(name), least)));
                made.begin(fleet);
                assertThat(pick(made)).as(name).isBetween(0, 2);
            }
        }
        assertThatThrownBy(() -> catalog.balancer(new PartSpec.Weighted(
                        List.of(new PartSpec.Weighed(PolicySpec.of("random"), 1), new PartSpec.Weighed(least, 1)))))
                .hasMessageStartingWith("The balancer (random) gives no scores and cannot be combined, only [");
        assertThatThrownBy(() -> catalog.balancer(PolicySpec.of("by-priority", Map.of("first", "nobody"))))
                .hasMessageContaining("There is no policy (nobody)");
    }

    @Test
    void least_connections_in_a_combination_counts_requests() {
        Balancer balancer = new InOrder(List.of(new LeastConnections(), new Said(1, 2, 3)));
        balancer.begin(fleet);
        fleet.sent(0, Fleets.work(1, 1));
        assertThat(pick(balancer)).isEqualTo(1);
        fleet.sent(1, Fleets.work(2, 1));
        fleet.sent(2, Fleets.work(3, 1));
        assertThat(pick(balancer)).isZero();
    }

    private static WeightedSum weighted(double first, double second) {
        return new WeightedSum(List.of(new Said(10, 20, 30), new Said(4, 2, 2)), List.of(first, second));
    }

    private int pick(Balancer balancer) {
        return balancer.pick(Fleets.work(9, 1), fleet, 0, chance());
    }

    private static Chance chance() {
        return new Chance(1, "test", 0);
    }
}
