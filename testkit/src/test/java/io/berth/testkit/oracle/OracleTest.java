package io.berth.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.testkit.random.RandomLife;
import io.berth.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The planner with its indexes, logs and shortcuts decides what a planner decides that has none of them. */
class OracleTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final int CLUSTERS = Seeds.some(10_000);
    private static final int INSTANTS = 9;

    private enum Seen {
        STARTS,
        GANGS,
        REJECTIONS,
        STOPS,
        MEMORIES,
        PASSES,
        ON_MIXED_DEVICES,
        WITH_NAMED_RESOURCES,
        WITH_NODE_TERMS,
        WITH_SELECTORS,
        SEVERAL_GROUPS,
        ELASTIC,
        WITH_ALL_TASKS,
        WITHIN_A_DOMAIN
    }

    private final EnumMap<Seen, Integer> seen = new EnumMap<>(Seen.class);
    private final TreeMap<String, Integer> places = new TreeMap<>();

    @Test
    void the_indexed_planner_places_as_a_naive_one_on_small_clusters() {
        Seeds.upTo(CLUSTERS, seed -> new RandomLife(seed, CATALOG, this::compare).live(INSTANTS));

        if (System.getProperty("berth.seed") == null) {
            assertThat(seen.get(Seen.STARTS)).isGreaterThan(CLUSTERS * 7 / 2);
            assertThat(seen.get(Seen.GANGS)).isGreaterThan(CLUSTERS);
            assertThat(seen.get(Seen.REJECTIONS)).isGreaterThan(CLUSTERS / 2);
            assertThat(seen.get(Seen.STOPS)).isGreaterThan(CLUSTERS / 10);
            assertThat(seen.get(Seen.MEMORIES)).isGreaterThan(CLUSTERS / 10);
            assertThat(seen.get(Seen.PASSES)).isGreaterThan(CLUSTERS * 4);
            for (Seen what : List.of(
                    Seen.ON_MIXED_DEVICES,
                    Seen.WITH_NAMED_RESOURCES,
                    Seen.WITH_NODE_TERMS,
                    Seen.WITH_SELECTORS,
                    Seen.SEVERAL_GROUPS,
                    Seen.ELASTIC,
                    Seen.WITH_ALL_TASKS)) {
                assertThat(seen.get(what)).as(what.name()).isGreaterThan(CLUSTERS / 20);
            }
            List<String> kinds = new ArrayList<>(CATALOG.names(PolicyKind.PLACE));
            kinds.addAll(List.of("weighted", "lexicographic"));
            assertThat(seen.get(Seen.WITHIN_A_DOMAIN)).isGreaterThan(CLUSTERS / 100);
            assertThat(places.keySet()).containsExactlyInAnyOrderElementsOf(kinds);
            assertThat(places.values()).allSatisfy(passes -> assertThat(passes).isGreaterThan(CLUSTERS / 8));
        }
    }

    /** Called when the events of an instant are applied and its plan is not. */
    private void compare(Frame frame, State state) {
        if (frame.plan() == null) {
            assertThat(state.dirty()).isFalse();
            return;
        }
        List<Decision> decided = frame.plan().decisions();
        int stops =
                (int) decided.stream().filter(Decision.Stop.class::isInstance).count();
        List<Decision> expected = new NaivePlanner(state, CATALOG, _ -> Nanos.NEVER).decide(stops);
        if (!decided.subList(stops, decided.size()).equals(expected)) {
            assertThat(decided.subList(stops, decided.size()))
                    .as("%s in pass %d", state.strategy(), frame.plan().pass())
                    .isEqualTo(expected);
        }
        count(Seen.PASSES);
        places.merge(kind(state.strategy().place()), 1, Integer::sum);
        decided.forEach(decision -> {
            count(decision);
            if (decision instanceof Decision.Start start) {
                countKinds(start, state);
            }
        });
    }

    private void countKinds(Decision.Start start, State state) {
        Job job = state.job(start.job());
        if (job == null) {
            throw new AssertionError("nobody waits that " + start + " starts");
        }
        Demand demand = job.spec().demand();
        if (!job.uniform()) {
            count(Seen.SEVERAL_GROUPS);
        }
        if (job.spec().elastic()) {
            count(start.placements().size() == job.spec().tasks() ? Seen.WITH_ALL_TASKS : Seen.ELASTIC);
        }
        if (job.gang().within() != null && start.placements().size() > 1) {
            count(Seen.WITHIN_A_DOMAIN);
        }
        int node = start.placements().getFirst().node();
        if (demand.gpus() > 0 && !state.nodes().nodeClass(node).devices().uniform()) {
            count(Seen.ON_MIXED_DEVICES);
        }
        if (!demand.amounts().extended().isEmpty()) {
            count(Seen.WITH_NAMED_RESOURCES);
        }
        if (!demand.where().labels().isEmpty()
                || !state.nodes().nodeClass(node).taints().isEmpty()) {
            count(Seen.WITH_NODE_TERMS);
        }
        if (!demand.where().selector().isEmpty()) {
            count(Seen.WITH_SELECTORS);
        }
    }

    private static String kind(PartSpec place) {
        return switch (place) {
            case PolicySpec one -> one.name();
            case PartSpec.Weighted _ -> "weighted";
            case PartSpec.Lexicographic _ -> "lexicographic";
        };
    }

    private void count(Decision decision) {
        switch (decision) {
            case Decision.Start start -> count(start.placements().size() > 1 ? Seen.GANGS : Seen.STARTS);
            case Decision.Stop _ -> count(Seen.STOPS);
            case Decision.Reject _ -> count(Seen.REJECTIONS);
            case Decision.Promise _,
                    Decision.PlanWindow _,
                    Decision.Grow _,
                    Decision.Shrink _,
                    Decision.GrantNode _,
                    Decision.Move _ -> throw new AssertionError("nobody asked for it: " + decision);
            case Decision.Remember _ -> count(Seen.MEMORIES);
        }
    }

    private void count(Seen what) {
        seen.merge(what, 1, Integer::sum);
    }
}
