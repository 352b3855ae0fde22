package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.term.Readiness;
import io.berth.core.workload.term.Terms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs whose tasks must run soon after they are started. Nodes have two GPUs each. */
class ReadinessTest {
    private static Terms within(long seconds, int tolerate, int retries) {
        return Terms.NONE.withReady(new Readiness(seconds * Nanos.SECOND, tolerate, retries));
    }

    private static void runs(Scene scene, Job job, int task) {
        scene.happens(new Event.TaskStarted(job.id(), task, job.decision()));
    }

    private static Job started(Scene scene, Terms terms, int tasks) {
        Job job = scene.submit(terms, tasks);
        assertThat(scene.plan()).singleElement().isInstanceOf(Decision.Start.class);
        return job;
    }

    @Test
    void aGangOfWhichOneIsLateIsStoppedWholeAndTriedAgainAfterAPause() {
        Scene scene = new Scene("greedy", 2);
        Job job = started(scene, within(60, 0, 1), 4);
        long by = scene.nowNanos() + Nanos.MINUTE;
        assertThat(job.readyByNanos()).isEqualTo(by);
        assertThat(scene.wakeNanos()).isEqualTo(by);
        for (int task = 0; task < 3; task++) {
            runs(scene, job, task);
        }
        scene.passes(59 * Nanos.SECOND);
        assertThat(scene.plan()).isEmpty();
        scene.passes(Nanos.SECOND);
        assertThat(scene.plan())
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Stop.class, stop -> assertThat(stop.reason()).isEqualTo(Reason.NOT_READY));
        assertThat(scene.plan()).as("once").isEmpty();
        for (int task = 0; task < 4; task++) {
            scene.ends(job, task, 143);
        }
        assertThat(job.waiting()).isTrue();
        assertThat(job.failures()).isEqualTo(1);
        assertThat(job.notBeforeNanos()).isEqualTo(scene.nowNanos() + JobLife.FIRST_BACK_OFF_NANOS);
        assertThat(scene.state.nodes().idleGpus(0)).isEqualTo(2);

        scene.passes(JobLife.FIRST_BACK_OFF_NANOS);
        assertThat(scene.plan()).hasSize(1);
        scene.passes(Nanos.MINUTE);
        scene.settle();
        assertThat(scene.ends).singleElement().satisfies(end -> {
            assertThat(end.outcome()).isEqualTo(JobOutcome.FAILED);
            assertThat(end.job().stopping()).isEqualTo(Reason.NOT_READY);
        });
    }

    @Test
    void asManyMayBeLateAsItTolerates() {
        Scene scene = new Scene("greedy", 2);
        Job job = started(scene, within(60, 1, 0), 3);
        runs(scene, job, 0);
        assertThat(scene.wakeNanos()).isEqualTo(job.readyByNanos());
        runs(scene, job, 1);
        assertThat(scene.wakeNanos()).as("one may be late").isEqualTo(Nanos.NEVER);
        scene.passes(Nanos.HOUR);
        assertThat(scene.plan()).isEmpty();
        assertThat(scene.plannedAnew().decisions()).isEmpty();
        assertThat(job.startNanos()).isNegative();
        runs(scene, job, 2);
        assertThat(job.startNanos()).isEqualTo(scene.nowNanos());
    }

    @Test
    void whoeverRunsInTimeIsLeftAlone() {
        Scene scene = new Scene("greedy", 2);
        Job job = started(scene, within(60, 0, 0), 2);
        runs(scene, job, 0);
        runs(scene, job, 1);
        assertThat(scene.wakeNanos()).isEqualTo(Nanos.NEVER);
        scene.passes(Nanos.HOUR);
        assertThat(scene.plan()).isEmpty();
        assertThat(scene.state.stops(job)).isFalse();
    }

    @Test
    void aStateThatIsReadAgainStopsTheSame() {
        Scene scene = new Scene("greedy", 2);
        started(scene, within(60, 0, 0), 2);
        scene.passes(Nanos.MINUTE);
        List<Decision> anew = scene.plannedAnew().decisions();
        assertThat(anew).isNotEmpty().isEqualTo(scene.planned().decisions());
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> new Readiness(0, 0, 0)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> new Readiness(1, -1, 0)).hasMessageContaining("negative");
        assertThatThrownBy(() -> new Readiness(1, 0, 1001)).hasMessageContaining("1000");
    }
}
