package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.policy.Facts;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.DisruptionBudget;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Running jobs that move so that a waiting one fits. Nodes have two GPUs each. */
class ConsolidationTest {
    private static StrategySpec strategy(String backfill, Map<String, String> parameters) {
        TreeMap<String, String> all = new TreeMap<>(Map.of("share", "1", "min-runtime", "10", "after", "0"));
        all.putAll(parameters);
        return StrategySpec.of("scene", "fcfs", "first-fit", backfill)
                .with(PolicyKind.CONSOLIDATE, PolicySpec.of("move", all));
    }

    /** On each of {@code nodes} nodes runs a job of one GPU for a day; the other GPU is free. */
    private static List<Job> scattered(Scene scene, int nodes, Terms terms) {
        List<Job> stay = new ArrayList<>();
        List<Job> leave = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            stay.add(scene.submit(
                    JobSpec.batch("stays", Scene.ONE_GPU, Nanos.DAY).withTerms(terms)));
            leave.add(scene.submit(JobSpec.batch("leaves", Scene.ONE_GPU, Nanos.HOUR)));
        }
        scene.settle();
        leave.forEach(job -> scene.ends(job, 0, 0));
        scene.passes(20 * Nanos.MINUTE);
        return stay;
    }

    private static Job large(Scene scene) {
        return scene.submit(JobSpec.batch("large", Scene.TWO_GPUS, Nanos.HOUR));
    }

    @Test
    void oneMovesBesideTheOtherAndTheWholePlanIsDecidedAtOnce() {
        for (String backfill : List.of("none", "greedy", "easy")) {
            Scene scene = new Scene(strategy(backfill, Map.of()), 2);
            List<Job> small = scattered(scene, 2, Terms.NONE);
            Job large = large(scene);
            List<Decision> plan = scene.plan();
            assertThat(plan).as(backfill).hasSize(4);
            Decision.Stop stop = (Decision.Stop) plan.getFirst();
            assertThat(stop.reason()).isEqualTo(Reason.MOVED);
            Decision.Move own = (Decision.Move) plan.get(1);
            Decision.Move other = (Decision.Move) plan.get(2);
            assertThat(own.job()).isEqualTo(large.id());
            assertThat(other.job()).isEqualTo(stop.job());
            assertThat(other.forJob()).isEqualTo(large.id());
            assertThat(plan.get(3)).isInstanceOf(Decision.Remember.class);

            Job moved = scene.state.job(stop.job());
            Explainer explainer = Explainer.of(scene.state, Scene.CATALOG);
            assertThat(explainer.explain(large.id()).reason()).isEqualTo(Reason.MAKING_ROOM);
            assertThat(scene.plan()).as("it has not stopped yet").isEmpty();
            scene.ends(moved, 0, 143);
            assertThat(scene.settle()).containsExactlyInAnyOrder(large, moved);
            assertThat(moved.node(0)).isEqualTo(other.placements().getFirst().node());
            assertThat(large.node(0)).isEqualTo(own.placements().getFirst().node());
            assertThat(moved.keptNanos()).isEqualTo(20 * Nanos.MINUTE);
            assertThat(scene.state.moves()).isEmpty();
            assertThat(small).allMatch(job -> !job.waiting());
        }
    }

    @Test
    void whoeverComesMeanwhileDoesNotGetThePlaces() {
        Scene scene = new Scene(strategy("greedy", Map.of()), 2);
        scattered(scene, 2, Terms.NONE);
        Job large = large(scene);
        Job moved = scene.state.job(((Decision.Stop) scene.plan().getFirst()).job());
        Job late = scene.submit(JobSpec.batch("late", Scene.ONE_GPU, Nanos.MINUTE));
        assertThat(scene.plan()).isEmpty();
        scene.ends(moved, 0, 143);
        Explainer explainer = Explainer.of(scene.state, Scene.CATALOG);
        assertThat(explainer.explain(late.id())).isNotNull();
        assertThat(scene.settle()).containsExactlyInAnyOrder(large, moved);
        assertThat(late.waiting()).isTrue();
    }

    @Test
    void nobodyMovesWhoWouldBeginAnewOrHasJustStartedOrIsCovered() {
        Terms anew = Terms.NONE.withInterruption(new Interruption(false, Interruption.USUAL_GRACE));
        Scene begins = new Scene(strategy("greedy", Map.of()), 2);
        scattered(begins, 2, anew);
        large(begins);
        assertThat(stops(begins.plan())).isEmpty();

        Scene started = new Scene(strategy("greedy", Map.of("min-runtime", "30")), 2);
        scattered(started, 2, Terms.NONE);
        large(started);
        assertThat(stops(started.plan())).isEmpty();
        assertThat(started.wakeNanos()).as("it is looked for again").isEqualTo(started.nowNanos() + Nanos.MINUTE);
        started.passes(10 * Nanos.MINUTE);
        assertThat(stops(started.plan())).hasSize(1);

        Scene covered = new Scene(strategy("greedy", Map.of()), 2);
        scattered(covered, 2, Terms.NONE);
        covered.happens(
                new Event.BudgetChanged("b", new DisruptionBudget(new PeerSelector(true, List.of(), List.of()), 0)));
        large(covered);
        assertThat(stops(covered.plan())).isEmpty();
    }

    @Test
    void movesThatCostMoreThanTheySaveAreNotMade() {
        Terms dear =
                Terms.NONE.withInterruption(Interruption.HARMLESS.with(new Checkpoints(Nanos.HOUR, 10 * Nanos.MINUTE)));
        Scene scene = new Scene(strategy("greedy", Map.of("gain", "40")), 2);
        scattered(scene, 2, dear);
        large(scene);
        assertThat(stops(scene.plan()))
                .as("thirty minutes are lost for at most four hours")
                .isEmpty();
        scene.happens(new Event.StrategyChanged(strategy("greedy", Map.of("gain", "10"))));
        scene.passes(Nanos.MINUTE);
        assertThat(stops(scene.plan())).hasSize(1);
    }

    @Test
    void noMoreMoveWithinAnHourThanTheBudgetAllows() {
        Scene scene = new Scene(strategy("greedy", Map.of("budget", "1", "min-runtime", "0", "gain", "0")), 4);
        scattered(scene, 4, Terms.NONE);
        large(scene);
        Job second = large(scene);
        scene.settle();
        long moved = scene.nowNanos();
        assertThat(second.waiting()).isTrue();
        scene.passes(30 * Nanos.MINUTE);
        assertThat(stops(scene.plan())).isEmpty();
        scene.passes(moved + Nanos.HOUR - scene.nowNanos());
        assertThat(stops(scene.plan())).hasSize(1);
    }

    @Test
    void aPlaceThatIsGoneIsGivenUpAndTheJobGoesWhereOthersDo() {
        Scene scene = new Scene(strategy("greedy", Map.of()), 3);
        scattered(scene, 3, Terms.NONE);
        Job large = large(scene);
        List<Decision> plan = scene.plan();
        Job moved = scene.state.job(stops(plan).getFirst().job());
        Placement target = plan.stream()
                .filter(decision -> decision instanceof Decision.Move move && move.job() == moved.id())
                .map(decision -> ((Decision.Move) decision).placements().getFirst())
                .findFirst()
                .orElseThrow();
        scene.happens(new Event.NodeLost(target.node()));
        scene.ends(moved, 0, 143);
        scene.settle();
        assertThat(large.waiting()).isFalse();
        assertThat(moved.waiting()).isFalse();
        assertThat(moved.node(0)).isNotEqualTo(target.node());
        assertThat(scene.state.moves()).isEmpty();
    }

    @Test
    void aGangGetsItsNodesAndMovesWithAllItsTasks() {
        Scene scene = new Scene(strategy("greedy", Map.of()), 4);
        scattered(scene, 4, Terms.NONE);
        Job gang =
                scene.submit(JobSpec.batch("gang", Scene.TWO_GPUS, Nanos.HOUR).withTasks(2));
        List<Decision> plan = scene.plan();
        assertThat(stops(plan)).hasSize(2);
        stops(plan).forEach(stop -> scene.ends(scene.state.job(stop.job()), 0, 143));
        scene.settle();
        assertThat(gang.waiting()).isFalse();
        assertThat(scene.state.waitingJobs()).isZero();
    }

    @Test
    void whoHasWaitedLongEnoughIsLookedAtThoughNothingHappens() {
        Scene scene = new Scene(strategy("greedy", Map.of("after", "5")), 2);
        scattered(scene, 2, Terms.NONE);
        large(scene);
        assertThat(stops(scene.plan())).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + 5 * Nanos.MINUTE);
        scene.passes(5 * Nanos.MINUTE);
        assertThat(stops(scene.plan())).hasSize(1);
    }

    @Test
    void timeAloneChangesNothingWhereNobodyCouldMove() {
        Terms anew = Terms.NONE.withInterruption(new Interruption(false, Interruption.USUAL_GRACE));
        Scene scene = new Scene(strategy("greedy", Map.of()), 2);
        scattered(scene, 2, anew);
        large(scene);
        assertThat(scene.plan()).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void partsThatKeepOrTakeRoomThemselvesAreRefusedBesideIt() {
        StrategySpec moves = strategy("greedy", Map.of());
        for (StrategySpec wrong : List.of(
                strategy("conservative", Map.of()),
                moves.with(PolicyKind.BOUND, PolicySpec.of("wait")),
                moves.with(PolicyKind.RESIZE, PolicySpec.of("grow")),
                moves.with(PolicyKind.RECLAIM, PolicySpec.of("any")),
                moves.with(PolicyKind.DELAY, PolicySpec.of("for-data")),
                moves.with(PolicyKind.FILTER, PolicySpec.of("overload")))) {
            assertThatThrownBy(() -> Scene.CATALOG.strategy(wrong, new Facts(1, 1, List.of())))
                    .hasMessageContaining("consolidate (move)")
                    .hasMessageContaining("only");
        }
        Scene.CATALOG.strategy(moves.preempting("by-order"), new Facts(1, 1, List.of()));
        Scene.CATALOG.strategy(moves.with(PolicyKind.SHARE, PolicySpec.of("drf")), new Facts(1, 1, List.of()));
    }

    @Test
    void numbersThatAreNoneAreRefused() {
        for (StrategySpec wrong : List.of(
                strategy("greedy", Map.of("share", "0")),
                strategy("greedy", Map.of("budget", "-1")),
                strategy("greedy", Map.of("gain", "-0.5")))) {
            assertThatThrownBy(() -> Scene.CATALOG.strategy(wrong, new Facts(1, 1, List.of())))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static List<Decision.Stop> stops(List<Decision> plan) {
        return plan.stream()
                .filter(Decision.Stop.class::isInstance)
                .map(Decision.Stop.class::cast)
                .toList();
    }

    /** Whatever is kept from pass to pass follows from the state. */
    @Test
    void aPlannerThatIsMadeAnewDecidesTheSame() {
        int moves = 0;
        for (int life = 0; life < 40; life++) {
            moves += new Life(life).movesOfAll(120);
        }
        assertThat(moves).isGreaterThan(30);
    }

    /** Jobs come and go by chance; some end, and some are slow to stop. */
    private static final class Life {
        private final Chance chance;
        private final Scene scene;
        private final TreeMap<Long, Long> ends = new TreeMap<>();
        private int moves;

        Life(int life) {
            chance = new Chance(life, "consolidation", 0);
            StrategySpec strategy = strategy(
                    List.of("none", "greedy", "easy").get(chance.below(3)),
                    Map.of("gain", "0", "min-runtime", "" + chance.below(6), "budget", "" + (1 + chance.below(9))));
            if (chance.below(3) == 0) {
                strategy = strategy.ordering(PolicySpec.of("priority")).preempting("by-order");
            }
            scene = new Scene(strategy, 6);
        }

        int movesOfAll(int steps) {
            for (int step = 0; step < steps; step++) {
                if (chance.below(5) < 2) {
                    comes();
                }
                List<Decision> anew = scene.plannedAnew().decisions();
                List<Decision> decisions = scene.plan();
                assertThat(decisions).as("step %d", step).isEqualTo(anew);
                decisions.forEach(this::carryOut);
                scene.passes(Nanos.MINUTE * chance.below(5) + chance.below(2));
                List.copyOf(scene.state.jobs()).forEach(this::goes);
            }
            return moves;
        }

        private void comes() {
            scene.submit(JobSpec.batch(
                            "job",
                            chance.below(5) > 0 ? Scene.ONE_GPU : Scene.TWO_GPUS,
                            Nanos.MINUTE * (1 + chance.below(90)))
                    .withTasks(1 + chance.below(4) / 3)
                    .withPriority(chance.below(3)));
        }

        private void carryOut(Decision decision) {
            moves += decision instanceof Decision.Stop stop && stop.reason() == Reason.MOVED ? 1 : 0;
            if (decision instanceof Decision.Start start) {
                Job job = scene.state.job(start.job());
                scene.starts(job);
                ends.put(job.id(), scene.nowNanos() + job.remainingNanos(scene.nowNanos()));
            }
        }

        private void goes(Job job) {
            boolean over = !job.waiting() && ends.get(job.id()) <= scene.nowNanos();
            boolean stopped = job.stopping() != null && chance.below(3) > 0;
            for (int task = 0; (over || stopped) && task < job.spec().tasks(); task++) {
                scene.ends(job, task, over && job.stopping() == null ? 0 : 143);
            }
        }
    }
}
