package io.berth.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.explain.NodeChoice.Ranking;
import io.berth.core.plan.Planner;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeChoiceTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final int NODES = 7;

    @ParameterizedTest
    @ValueSource(strings = {"first-fit", "best-fit", "fgd", "random", "round-robin"})
    void amongAllNodesItIsTheOneOfTheNextPass(String placement) {
        for (int seed = 0; seed < 40; seed++) {
            Chance chance = new Chance(seed, "node-choice", 0);
            State state = cluster(placement, chance);
            NodeChoice choice = new NodeChoice(state, CATALOG);
            for (long id = 1; id <= 25; id++) {
                submit(state, id, 1 + chance.below(4));
                Job job = Objects.requireNonNull(state.job(id));
                int[] nodes = shuffled(chance);
                Ranking ranking = choice.rank(job, nodes);
                @Nullable Reason[] reasons = choice.whyNot(job, nodes);
                Plan plan = new Planner(state, CATALOG).plan();

                assertThat(ranking.best() < 0 ? -1 : nodes[ranking.best()])
                        .as("seed %d job %d", seed, id)
                        .isEqualTo(node(plan));
                for (int i = 0; i < nodes.length; i++) {
                    assertThat(reasons[i] == null).isEqualTo(ranking.scores()[i] != Ranking.NONE);
                }
                state.apply(id, plan);
                if (state.job(id) != null
                        && Objects.requireNonNull(state.job(id)).waiting()) {
                    state.apply(id, new Event.JobCancelled(id));
                }
            }
        }
    }

    /** The others might as well not be there. */
    @Test
    void amongSomeItIsTheBestOfThose() {
        for (int seed = 0; seed < 100; seed++) {
            Chance chance = new Chance(seed, "node-choice", 1);
            State state = cluster("best-fit", chance);
            submit(state, 1, 1);
            int[] some = IntStream.of(shuffled(chance)).limit(3).toArray();
            Ranking ranking = new NodeChoice(state, CATALOG).rank(Objects.requireNonNull(state.job(1)), some);
            State fewer = state.image().state();
            for (int node = 0; node < NODES; node++) {
                int here = node;
                if (IntStream.of(some).noneMatch(one -> one == here)) {
                    fewer.apply(2, new Event.NodeLost(node));
                }
            }

            assertThat(ranking.best() < 0 ? -1 : some[ranking.best()])
                    .isEqualTo(node(new Planner(fewer, CATALOG).plan()));
        }
    }

    @Test
    void aNodeThatIsTooSmallIsSoWhateverElseItLacks() {
        State state = cluster("first-fit", new Chance(1, "node-choice", 2));
        submit(state, 1, 9);

        assertThat(new NodeChoice(state, CATALOG).whyNot(Objects.requireNonNull(state.job(1)), new int[] {0, 1}))
                .containsOnly(Reason.TOO_LARGE);
    }

    private static int node(Plan plan) {
        return plan.decisions().stream()
                .filter(Decision.Start.class::isInstance)
                .map(decision ->
                        ((Decision.Start) decision).placements().getFirst().node())
                .findFirst()
                .orElse(-1);
    }

    private static int[] shuffled(Chance chance) {
        int[] nodes = IntStream.range(0, NODES).toArray();
        for (int i = NODES - 1; i > 0; i--) {
            int other = chance.below(i + 1);
            int kept = nodes[i];
            nodes[i] = nodes[other];
            nodes[other] = kept;
        }
        return nodes;
    }

    private static State cluster(String placement, Chance chance) {
        State state = new State(1);
        for (int node = 0; node < NODES; node++) {
            int gpus = 1 + chance.below(8);
            state.apply(1, new Event.NodeJoined(node, NodeSpec.of("n" + node, 64_000, 1L << 38, gpus, "A100")));
        }
        state.apply(1, new Event.StrategyChanged(StrategySpec.of("it", "fcfs", placement, "greedy")));
        return state;
    }

    private static void submit(State state, long job, int gpus) {
        Demand demand = Demand.cpu(1000, 1L << 30).withGpus(gpus);
        JobSpec spec = JobSpec.batch("job-" + job, demand, Nanos.MINUTE);
        state.apply(job, new Event.JobSubmitted(job, spec.withTerms(spec.terms().awaitingNodes()), "test", job));
    }
}
