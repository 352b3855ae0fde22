package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.policy.Facts;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.Terms;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who is not stopped yet, and who waits a while before others are stopped for it. */
class SparingTest {
    private static StrategySpec strategy(PolicyKind kind, String policy, Map<String, String> parameters) {
        return StrategySpec.of("scene", "priority", "first-fit", "greedy")
                .with(kind, PolicySpec.of(policy, new TreeMap<>(parameters)));
    }

    private static JobSpec job(int priority) {
        return JobSpec.batch("job", Scene.TWO_GPUS, Nanos.HOUR).withPriority(priority);
    }

    @Test
    void whoRunsForLessThanItsMinimumKeepsItsRoomAndIsStoppedThen() {
        for (String picker : List.of("by-order", "least-loss")) {
            Scene scene = new Scene(strategy(PolicyKind.PREEMPT, picker, Map.of("min-runtime", "10")), 1);
            Job running = scene.submit(job(0));
            scene.plan();
            scene.submit(job(5));
            assertThat(scene.plan()).as("still starting").isEmpty();
            scene.starts(running);
            long started = scene.nowNanos();
            scene.passes(4 * Nanos.MINUTE);
            assertThat(scene.plan()).isEmpty();
            assertThat(scene.wakeNanos()).isEqualTo(started + 10 * Nanos.MINUTE);
            scene.passes(6 * Nanos.MINUTE);
            assertThat(scene.plan()).containsExactly(new Decision.Stop(2, running.id(), Reason.PREEMPTED));
        }
    }

    @Test
    void whoWaitsLessThanItMustHasNobodyStopped() {
        Scene scene = new Scene(strategy(PolicyKind.PREEMPT, "by-order", Map.of("after", "2.5")), 1);
        Job running = scene.submit(job(0));
        scene.settle();
        scene.passes(Nanos.HOUR);
        Job waiting = scene.submit(job(5));
        assertThat(scene.plan()).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(waiting.readyNanos() + 150 * Nanos.SECOND);
        scene.joins(1);
        assertThat(scene.settle()).as("nodes came first").containsExactly(waiting);
        Job next = scene.submit(job(5));
        scene.plan();
        scene.passes(150 * Nanos.SECOND);
        assertThat(scene.plan()).containsExactly(new Decision.Stop(3, running.id(), Reason.PREEMPTED));
        assertThat(next.waiting()).isTrue();
    }

    @Test
    void aPlannerThatIsMadeAnewKnowsWhenSomebodyHasWaitedLongEnough() {
        Scene scene = new Scene(strategy(PolicyKind.PREEMPT, "by-order", Map.of("after", "2")), 1);
        scene.submit(job(0));
        scene.settle();
        Job waiting = scene.submit(job(5));
        scene.plan();
        Planner anew = new Planner(scene.state.image().state(), Scene.CATALOG);
        assertThat(anew.wakeNanos()).isEqualTo(waiting.readyNanos() + 2 * Nanos.MINUTE);
    }

    @Test
    void whoBorrowedIsSparedTooAndGivenTime() {
        Scene scene = new Scene(strategy(PolicyKind.RECLAIM, "any", Map.of("min-runtime", "10", "after", "3")), 1);
        scene.happens(new Event.QueuesDeclared(
                List.of(QueueSpec.of("a"), QueueSpec.of("b").deserving("gpu", QueueAmount.of(2000)))));
        Job borrows = scene.submit(job(0).withQueue("a"));
        scene.settle();
        long started = scene.nowNanos();
        scene.passes(8 * Nanos.MINUTE);
        Job deserves = scene.submit(job(0).withQueue("b"));
        assertThat(scene.plan()).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(started + 10 * Nanos.MINUTE);
        scene.passes(2 * Nanos.MINUTE);
        assertThat(scene.plan()).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(deserves.readyNanos() + 3 * Nanos.MINUTE);
        scene.passes(Nanos.MINUTE);
        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, borrows.id(), Reason.RECLAIMED));
    }

    @Test
    void timesThatAreNoneAreRefused() {
        for (Map<String, String> wrong : List.of(Map.of("after", "-1"), Map.of("min-runtime", "1e9"))) {
            StrategySpec strategy = strategy(PolicyKind.PREEMPT, "by-order", wrong);
            assertThatThrownBy(() -> Scene.CATALOG.strategy(strategy, new Facts(1, 1, List.of())))
                    .hasMessageContaining(wrong.keySet().iterator().next());
        }
    }

    /** The index of victims is kept from pass to pass, and who is spared changes with time alone. */
    @Test
    void aPlannerThatIsMadeAnewDecidesTheSame() {
        int stops = 0;
        for (int life = 0; life < 60; life++) {
            Chance chance = new Chance(life, "sparing", 0);
            String picker = chance.below(2) == 0 ? "by-order" : "least-loss";
            Map<String, String> parameters = Map.of("min-runtime", "" + chance.below(8), "after", "" + chance.below(4));
            Scene scene = new Scene(strategy(PolicyKind.PREEMPT, picker, parameters), 3);
            for (int step = 0; step < 60; step++) {
                if (chance.below(3) > 0) {
                    scene.submit(JobSpec.batch("job", chance.below(2) == 0 ? Scene.ONE_GPU : Scene.TWO_GPUS, Nanos.HOUR)
                            .withTasks(1 + chance.below(3) / 2)
                            .withPriority(chance.below(4)));
                }
                List<Decision> anew = scene.plannedAnew().decisions();
                List<Decision> decisions = scene.plan();
                assertThat(decisions).as("life %d, step %d", life, step).isEqualTo(anew);
                for (Decision decision : decisions) {
                    stops += decision instanceof Decision.Stop ? 1 : 0;
                    carryOut(scene, decision);
                }
                scene.passes(Nanos.MINUTE * chance.below(3) + chance.below(2));
            }
        }
        assertThat(stops).isGreaterThan(100);
    }

    private static void carryOut(Scene scene, Decision decision) {
        if (decision instanceof Decision.Start start) {
            scene.starts(scene.state.jobTable().get(start.job()));
        } else if (decision instanceof Decision.Stop stop) {
            Job job = scene.state.jobTable().get(stop.job());
            for (int task = 0; task < job.spec().tasks(); task++) {
                scene.ends(job, task, 143);
            }
        }
    }

    @Test
    void whatWasDoneSinceTheLastCheckpointIsLostAndSoIsTheRestart() {
        Scene scene = new Scene(strategy(PolicyKind.PREEMPT, "by-order", Map.of()), 1);
        Interruption saving = Interruption.HARMLESS.with(new Checkpoints(15 * Nanos.MINUTE, 2 * Nanos.MINUTE));
        Job running = scene.submit(job(0).withTerms(Terms.NONE.withInterruption(saving)));
        scene.settle();
        scene.passes(40 * Nanos.MINUTE);
        assertThat(running.unsavedNanos(scene.nowNanos())).isEqualTo(12 * Nanos.MINUTE);
        scene.submit(job(5));
        scene.settle();
        assertThat(running.waiting()).isTrue();
        assertThat(running.keptNanos()).isEqualTo(28 * Nanos.MINUTE);
        assertThat(running.ranNanos(scene.nowNanos())).isEqualTo(40 * Nanos.MINUTE);
    }

    @Test
    void ofTwoThatGoOnTheOneIsStoppedThatLosesLess() {
        Scene scene = new Scene(strategy(PolicyKind.PREEMPT, "least-loss", Map.of()), 2);
        Job loses = scene.submit(job(0).withTerms(
                        Terms.NONE.withInterruption(Interruption.HARMLESS.with(new Checkpoints(Nanos.HOUR, 0)))));
        scene.settle();
        Job saves = scene.submit(job(0).withTerms(Terms.NONE.withInterruption(
                Interruption.HARMLESS.with(new Checkpoints(10 * Nanos.MINUTE, 0)))));
        scene.settle();
        scene.passes(35 * Nanos.MINUTE);
        scene.submit(job(5));
        assertThat(scene.plan()).containsExactly(new Decision.Stop(3, saves.id(), Reason.PREEMPTED));
        assertThat(loses.stopping()).isNull();
    }
}
