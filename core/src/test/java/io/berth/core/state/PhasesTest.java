package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.decision.Decision;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.Terms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs that ask for different amounts one after another. Nodes have two GPUs each. */
class PhasesTest {
    private static final Demand CPUS = Demand.cpu(8000, 1 << 20);
    private static final Phases PHASES = new Phases(
            List.of(
                    phase("load", TaskGroup.of(1, CPUS), 10),
                    phase("train", TaskGroup.of(2, Scene.TWO_GPUS), 120),
                    phase("evaluate", TaskGroup.of(1, Scene.ONE_GPU), 20)),
            0);

    private static Phase phase(String name, TaskGroup group, long minutes) {
        return new Phase(name, group, minutes * Nanos.MINUTE, minutes * Nanos.MINUTE);
    }

    private static JobSpec job() {
        return JobSpec.batch("phased", CPUS, Nanos.HOUR).withPhases(PHASES);
    }

    private static void ends(Scene scene, Job job) {
        int tasks = job.placedTasks();
        for (int task = 0; task < tasks; task++) {
            scene.ends(job, task, 0);
        }
    }

    @Test
    void eachPhaseHoldsWhatItAsksForAndNoMore() {
        Scene scene = new Scene("greedy", 2);
        Job job = scene.submit(job());
        scene.settle();
        assertThat(job.shape().demand()).isEqualTo(CPUS);
        assertThat(scene.state.nodes().idleGpus(0) + scene.state.nodes().idleGpus(1))
                .isEqualTo(4);
        assertThat(job.expectedEndNanos()).isEqualTo(scene.nowNanos() + 10 * Nanos.MINUTE);

        scene.passes(10 * Nanos.MINUTE);
        ends(scene, job);
        assertThat(job.waiting()).isTrue();
        assertThat(job.readyNanos()).isEqualTo(scene.nowNanos());
        assertThat(scene.settle()).as("in the pass of the same instant").containsExactly(job);
        assertThat(job.startedTasks()).isEqualTo(2);
        assertThat(scene.state.nodes().idleGpus(0) + scene.state.nodes().idleGpus(1))
                .isZero();
        assertThat(job.restarts()).isZero();
        assertThat(job.attempt()).isEqualTo(1);

        scene.passes(Nanos.HOUR);
        assertThat(job.doneNanos(scene.nowNanos())).as("of this phase").isEqualTo(Nanos.HOUR);
        assertThat(job.ranNanos(scene.nowNanos())).as("in all").isEqualTo(70 * Nanos.MINUTE);
        assertThat(job.remainingNanos(scene.nowNanos())).isEqualTo(Nanos.HOUR);
        assertThat(job.shortestNanos(scene.nowNanos())).isEqualTo(80 * Nanos.MINUTE);

        ends(scene, job);
        scene.settle();
        assertThat(job.spec().phases().at()).isEqualTo(2);
        assertThat(scene.state.nodes().idleGpus(0) + scene.state.nodes().idleGpus(1))
                .isEqualTo(3);
        ends(scene, job);
        assertThat(scene.ends)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome()).isEqualTo(JobOutcome.FINISHED));
        assertThat(scene.state.liveJobs()).isZero();
    }

    @Test
    void aJobKeepsItsPlaceBeforeThoseThatCameMeanwhile() {
        Scene scene = new Scene("greedy", 1);
        Job job = scene.submit(JobSpec.batch("phased", CPUS, Nanos.HOUR)
                .withPhases(new Phases(
                        List.of(
                                phase("load", TaskGroup.of(1, CPUS), 10),
                                phase("train", TaskGroup.of(1, Scene.TWO_GPUS), 10)),
                        0)));
        scene.settle();
        Job other = scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        Job late = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        assertThat(scene.settle()).isEmpty();
        ends(scene, job);
        assertThat(scene.settle())
                .as("there is no room, and it holds nothing meanwhile")
                .isEmpty();
        assertThat(job.placedTasks()).isZero();
        scene.ends(other, 0, 0);
        assertThat(scene.settle()).containsExactly(job);
        assertThat(late.waiting()).isTrue();
    }

    @Test
    void onlyTheWorkOfThePhaseIsLostWhereItStops() {
        Scene scene = new Scene("greedy", 2);
        Terms terms = Terms.NONE.withRetries(1).withInterruption(Interruption.HARMLESS.with(new Checkpoints(0, 0)));
        Job job = scene.submit(job().withTerms(terms));
        scene.settle();
        ends(scene, job);
        scene.settle();
        scene.passes(Nanos.HOUR);
        scene.ends(job, 0, 1);
        scene.settle();
        assertThat(job.waiting()).isTrue();
        assertThat(job.spec().phases().now().name()).isEqualTo("train");
        assertThat(job.keptNanos()).as("a task that fails leaves nothing done").isZero();
        scene.passes(Nanos.MINUTE);
        assertThat(scene.settle()).containsExactly(job);
        assertThat(job.restarts()).isEqualTo(1);

        scene.happens(new Event.JobRequeued(job.id()));
        scene.settle();
        assertThat(job.spec().phases().at()).isEqualTo(1);
        ends(scene, job);
        scene.settle();
        assertThat(job.attempt()).as("of the next phase").isEqualTo(1);
    }

    @Test
    void whoeverIsHeldOrCancelledDoesNotGoOn() {
        Scene scene = new Scene("greedy", 2);
        Job held = scene.submit(job());
        scene.settle();
        scene.happens(new Event.JobHeld(held.id(), true));
        ends(scene, held);
        assertThat(scene.settle()).isEmpty();
        assertThat(held.gated()).isTrue();
        scene.happens(new Event.JobHeld(held.id(), false));
        assertThat(scene.settle()).containsExactly(held);

        scene.happens(new Event.JobCancelled(held.id()));
        scene.settle();
        assertThat(scene.ends)
                .singleElement()
                .satisfies(end -> assertThat(end.outcome()).isEqualTo(JobOutcome.CANCELLED));
    }

    @Test
    void patienceAndLabelsAreOfThePhaseThatIsToCome() {
        Scene scene = new Scene("greedy", 1);
        Job job = scene.submit(job().withPatience(Nanos.MINUTE));
        scene.settle();
        scene.happens(new Event.JobUpdated(job.id(), JobChange.ofLabels(List.of(new Label("a", "b")))));
        scene.passes(Nanos.HOUR);
        ends(scene, job);
        List<Decision> none = scene.plan();
        assertThat(none)
                .as("one node cannot hold the training, which waits")
                .allMatch(Decision.Reject.class::isInstance);
        assertThat(job.deadlineNanos()).isEqualTo(scene.nowNanos() + Nanos.MINUTE);
        assertThat(job.spec().groups().getFirst().labels()).containsExactly(new Label("a", "b"));
    }

    @Test
    void aStateThatIsReadAgainIsTheSameInEachPhase() {
        Scene scene = new Scene("greedy", 2);
        Job job = scene.submit(job());
        for (int phase = 0; phase < 3; phase++) {
            assertReadAgain(scene.state);
            assertThat(scene.settle()).containsExactly(job);
            assertReadAgain(scene.state);
            assertThat(scene.plannedAnew().decisions()).isEmpty();
            scene.passes(Nanos.MINUTE);
            ends(scene, job);
        }
        assertReadAgain(scene.state);
    }

    private static void assertReadAgain(State state) {
        ByteSink sink = new ByteSink();
        StateCodec.write(state, sink);
        ByteSink again = new ByteSink();
        StateCodec.write(StateCodec.read(new ByteSource(sink.toByteArray())), again);
        assertThat(again.toByteArray()).isEqualTo(sink.toByteArray());
    }

    @Test
    void whatCannotBePhasesIsRefused() {
        Phase load = phase("load", TaskGroup.of(1, CPUS), 1);
        assertThatThrownBy(() -> new Phases(List.of(load), 0)).hasMessageContaining("at least 2");
        assertThatThrownBy(() -> new Phases(List.of(load, load), 0)).hasMessageContaining("twice");
        assertThatThrownBy(() -> new Phases(PHASES.all(), 3)).hasMessageContaining("no phase (3)");
        assertThatThrownBy(() -> phase(" ", TaskGroup.of(1, CPUS), 1)).hasMessageContaining("name");
    }
}
