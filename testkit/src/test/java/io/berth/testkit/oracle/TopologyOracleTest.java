package io.berth.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Reach;
import io.berth.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Jobs go to the domains, of trees that anybody may have drawn, to which a planner sends them that writes all of them down. */
class TopologyOracleTest {
    /** {@code .ci/full} looks at more. */
    private static final int CLUSTERS = Integer.getInteger("berth.topology.clusters", 300);

    private static final List<String> KEYS = List.of("zone", "block", "rack");
    private static final List<String> POLICIES = Catalog.standard().names(PolicyKind.DOMAIN);
    private static final Demand TASK = Demand.cpu(1_000, 1 << 30).withGpus(1);

    private int started;
    private int waiting;

    /** A cluster that is drawn, with what a policy decides there. */
    private static final class World {
        final Chance chance;
        final String policy;
        final State state = new State(1);
        final Planner planner = new Planner(state, Catalog.standard());
        final List<String> keys = new ArrayList<>(KEYS);
        final List<List<@Nullable String>> labels = new ArrayList<>();
        final int[] gpus;
        final int[] used;

        World(long seed) {
            chance = new Chance(seed, "topology", 0);
            policy = POLICIES.get(chance.below(POLICIES.size()));
            gpus = new int[3 + chance.below(9)];
            used = new int[gpus.length];
            if (chance.below(2) == 0) {
                keys.add(PeerRule.NODE);
            }
            state.apply(
                    1,
                    new Event.StrategyChanged(StrategySpec.of("topology", "fcfs", "first-fit", "greedy")
                            .with(PolicyKind.DOMAIN, PolicySpec.of(policy))));
            for (int node = 0; node < gpus.length; node++) {
                join(node);
            }
            for (int node = 0; node < gpus.length; node++) {
                for (int held = chance.below(3); used[node] < gpus[node] && held > 0; held--) {
                    used[node]++;
                    hold(node);
                }
            }
        }

        private void join(int node) {
            gpus[node] = chance.below(5);
            List<@Nullable String> values = new ArrayList<>();
            List<Label> declared = new ArrayList<>(List.of(new Label("host", "n" + node)));
            for (String key : KEYS) {
                String value = chance.below(12) == 0 ? null : key + chance.below(1 + KEYS.indexOf(key));
                values.add(value);
                if (value != null) {
                    declared.add(new Label(key, value));
                }
            }
            values.add(Integer.toString(node));
            labels.add(values);
            state.apply(
                    1,
                    new Event.NodeJoined(
                            node,
                            NodeSpec.of("n" + node, 64_000, 1L << 38, gpus[node], "H100")
                                    .withLabels(declared)));
        }

        private void hold(int node) {
            Demand there = new Demand(
                    TASK.amounts(), TASK.devices(), new NodeTerms(List.of(new Label("host", "n" + node)), List.of()));
            Map<Integer, Integer> placed = run(JobSpec.batch("held", there, Nanos.HOUR));
            assertThat(placed).isEqualTo(Map.of(node, 1));
        }

        /** How many tasks of {@code job} each node gets now; null where it waits. */
        @Nullable
        Map<Integer, Integer> run(JobSpec job) {
            long id = state.nextJob();
            state.apply(1, new Event.JobSubmitted(id, job.withTerms(Terms.NONE.awaitingNodes()), "test", id));
            var plan = planner.plan();
            state.apply(1, plan);
            state.endInstant();
            return plan.decisions().stream()
                    .filter(decision -> decision instanceof Decision.Start start && start.job() == id)
                    .map(decision -> counts(((Decision.Start) decision).placements()))
                    .findFirst()
                    .orElse(null);
        }

        private static Map<Integer, Integer> counts(Collection<Placement> placements) {
            return placements.stream()
                    .collect(Collectors.groupingBy(Placement::node, TreeMap::new, Collectors.summingInt(_ -> 1)));
        }

        @Nullable
        Map<Integer, Integer> run(int tasks, int asked, Reach reach) {
            Within rule = new Within(keys.get(asked), reach.over(keys));
            return run(JobSpec.batch("job", TASK.withPeers(List.of(rule)), Nanos.HOUR)
                    .withTasks(tasks));
        }

        /** @param needed the levels without whose labels a node takes none */
        NaiveTopology naive(List<Integer> needed) {
            List<NaiveTopology.Node> nodes = IntStream.range(0, gpus.length)
                    .mapToObj(node -> new NaiveTopology.Node(
                            node,
                            labels.get(node),
                            needed.stream().allMatch(level -> labels.get(node).get(level) != null)
                                    ? gpus[node] - used[node]
                                    : 0,
                            new long[] {
                                1_000L * used[node],
                                64_000,
                                1_000,
                                (1L << 30) * used[node],
                                1L << 38,
                                1 << 30,
                                1_000L * used[node],
                                1_000L * gpus[node],
                                1_000
                            }))
                    .toList();
            return new NaiveTopology(nodes, keys.size(), NaiveTopology.rules(policy));
        }

        /** How many tasks each domain of {@code level} got, by the labels of its nodes. */
        Collection<Integer> byDomain(Map<Integer, Integer> placed, int level) {
            TreeMap<String, Integer> domains = new TreeMap<>();
            placed.forEach((node, count) ->
                    domains.merge(labels.get(node).subList(0, level + 1).toString(), count, Integer::sum));
            return domains.values();
        }
    }

    @Test
    void they_go_where_a_naive_planner_sends_them() {
        Seeds.upTo(CLUSTERS, seed -> {
            World world = new World(seed);
            int tasks =
                    1 + world.chance.below(Math.max(1, Arrays.stream(world.gpus).sum() - 1));
            int asked = world.chance.below(world.keys.size());
            boolean preferred = world.chance.below(3) == 0;
            Map<Integer, Integer> expected =
                    world.naive(preferred ? List.of() : List.of(asked)).place(tasks, asked, preferred);
            Reach reach = preferred ? Reach.REQUIRED.asPreference() : Reach.REQUIRED;
            assertThat(world.run(tasks, asked, reach))
                    .as("%d tasks in level %d as %s", tasks, asked, world.policy)
                    .isEqualTo(expected);
            started += expected == null ? 0 : 1;
            waiting += expected == null ? 1 : 0;
        });
        if (System.getProperty("berth.seed") == null) {
            assertThat(started).isGreaterThan(CLUSTERS / 4);
            assertThat(waiting).isGreaterThan(CLUSTERS / 20);
        }
    }

    @Test
    void equal_parts_and_slices_are_found_wherever_there_are_any() {
        Seeds.upTo(CLUSTERS, seed -> {
            World world = new World(seed);
            int asked = world.chance.below(2);
            int inner = asked + 1;
            int tasks = 2 + world.chance.below(5);
            int tolerance = world.chance.below(3);
            int fewest = world.naive(List.of(asked, inner)).fewestEven(tasks, asked, inner, tolerance);
            Map<Integer, Integer> even =
                    world.run(tasks, asked, Reach.REQUIRED.divided(Division.even(world.keys.get(inner), tolerance)));
            // A domain that is narrower, with all of them, is one part.
            assertThat(even != null).as("equal parts of %d tasks", tasks).isEqualTo(fewest > 0);
            if (even != null) {
                Collection<Integer> parts = world.byDomain(even, inner);
                assertThat(world.byDomain(even, asked)).containsExactly(tasks);
                assertThat(parts.stream().max(Integer::compare).orElseThrow()
                                - parts.stream().min(Integer::compare).orElseThrow())
                        .isLessThanOrEqualTo(tolerance);
            }
            World again = new World(seed);
            int slice = 2 + again.chance.below(2);
            int whole = slice * (1 + again.chance.below(3));
            boolean found = again.naive(List.of(asked, inner)).slices(whole, asked, inner, slice);
            Map<Integer, Integer> sliced =
                    again.run(whole, asked, Reach.REQUIRED.divided(Division.slices(slice, again.keys.get(inner))));
            assertThat(sliced != null).as("slices of %d tasks", slice).isEqualTo(found);
            if (sliced != null) {
                assertThat(again.byDomain(Objects.requireNonNull(sliced), inner))
                        .allSatisfy(part -> assertThat(part % slice).isZero());
            }
        });
    }
}
