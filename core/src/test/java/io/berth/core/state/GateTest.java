package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.part.Endings;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Jobs that must wait for others before they may wait for room. */
class GateTest {
    private final Scene scene = new Scene("greedy", 4);

    @Test
    void a_job_waits_outside_the_queue_until_what_it_comes_after_has_finished() {
        Job first = scene.submit(Scene.ONE_GPU, 1);
        Job second = scene.submit(after(new After(first.id(), When.OK)), 1);
        assertThat(scene.plan()).hasSize(1);
        scene.starts(first);
        assertThat(second.waiting()).isTrue();
        assertThat(second.queued()).isFalse();
        assertThat(scene.state.waitingJobs()).isEqualTo(1);
        scene.ends(first, 0, 0);

        assertThat(second.queued()).isTrue();
        assertThat(scene.plan()).singleElement().isInstanceOf(Decision.Start.class);
    }

    @Test
    void how_the_other_ended_decides_and_a_hopeless_job_takes_those_after_it_along() {
        Job first = scene.submit(Scene.ONE_GPU, 1);
        Job ifOk = scene.submit(after(new After(first.id(), When.OK)), 1);
        Job afterThat = scene.submit(after(new After(ifOk.id(), When.OK)), 1);
        Job ifFailed = scene.submit(after(new After(first.id(), When.FAILED)), 1);
        Job whenOver = scene.submit(after(new After(ifOk.id(), When.ANY)), 1);
        scene.plan();
        scene.starts(first);
        scene.ends(first, 0, 1);

        assertThat(scene.plannedAnew().decisions()).hasSize(2);
        assertThat(scene.plan()).last().isEqualTo(new Decision.Reject(3, ifOk.id(), Reason.DEPENDENCY_FAILED));
        assertThat(ifFailed.waiting()).isFalse();
        assertThat(scene.wakeNanos()).as("the next pass is due at once").isEqualTo(scene.nowNanos());
        assertThat(scene.plannedAnew().decisions()).hasSize(2);
        scene.plan();
        assertThat(scene.ends)
                .extracting(end -> end.job().id(), JobEnd::outcome)
                .endsWith(tuple(ifOk.id(), JobOutcome.REJECTED), tuple(afterThat.id(), JobOutcome.REJECTED));
        assertThat(whenOver.waiting()).isFalse();
        assertThat(scene.wakeNanos()).isEqualTo(Nanos.NEVER);
        assertThat(scene.plan()).isEmpty();
    }

    @Test
    void jobs_that_ended_before_are_remembered_over_a_restart() {
        Job good = scene.submit(Scene.ONE_GPU, 1);
        Job bad = scene.planned(Scene.ONE_GPU, 1);
        scene.ends(good, 0, 0);
        scene.ends(bad, 0, 1);
        State back = readBack();
        for (State state : List.of(scene.state, back)) {
            assertThat(state.finished(good.id())).isTrue();
            assertThat(state.knowsEnd(bad.id())).isTrue();
            assertThat(state.finished(bad.id())).isFalse();
            assertThat(state.knowsEnd(77)).isFalse();
        }
        Job both = scene.submit(after(new After(good.id(), When.OK), new After(bad.id(), When.ANY)), 1);
        assertThat(both.queued()).isTrue();
        Job never = scene.submit(after(new After(good.id(), When.FAILED)), 1);
        Job unknown = scene.submit(after(new After(77, When.ANY)), 1);
        assertThat(scene.plan())
                .endsWith(
                        new Decision.Reject(4, never.id(), Reason.DEPENDENCY_FAILED),
                        new Decision.Reject(5, unknown.id(), Reason.DEPENDENCY_FAILED));
    }

    @Test
    void only_the_endings_that_came_last_are_kept() {
        Endings endings = new Endings();
        for (long job = 1; job <= 3L * Endings.GENERATION; job++) {
            endings.add(job, job % 3 == 0);
        }
        assertThat(endings.known(Endings.GENERATION)).isFalse();
        for (long job = Endings.GENERATION + 1; job <= 3L * Endings.GENERATION; job++) {
            assertThat(endings.known(job)).isTrue();
            assertThat(endings.finished(job)).isEqualTo(job % 3 == 0);
        }
        endings.add(3L * Endings.GENERATION + 1, true);
        assertThat(endings.known(Endings.GENERATION + 1)).isFalse();
    }

    @Test
    void patience_counts_from_when_the_job_entered_the_queue() {
        Job first = scene.submit(Scene.ONE_GPU, 1);
        JobSpec now = JobSpec.batch("now", Scene.ONE_GPU, Nanos.MINUTE)
                .withPatience(0)
                .withTerms(after(new After(first.id(), When.OK)));
        scene.happens(new Event.JobSubmitted(2, now, "test", 2));
        scene.plan();
        scene.passes(Nanos.HOUR);
        assertThat(scene.plan()).isEmpty();
        scene.ends(first, 0, 0);
        assertThat(scene.plan()).singleElement().isInstanceOf(Decision.Start.class);
    }

    @Test
    void a_held_job_waits_outside_until_it_is_released() {
        Job job = scene.submit(Scene.ONE_GPU, 1);
        scene.happens(new Event.JobHeld(job.id(), true));
        assertThat(scene.plan()).isEmpty();
        assertThat(job.queued()).isFalse();
        assertThat(reason(job)).isEqualTo(Reason.HELD);
        assertThat(scene.state.waitingJobs()).isEqualTo(1);

        scene.passes(Nanos.HOUR);
        scene.happens(new Event.JobHeld(job.id(), false));
        assertThat(scene.plan()).singleElement().isInstanceOf(Decision.Start.class);
        assertThat(job.course.readyNanos).isEqualTo(scene.nowNanos());
    }

    @Test
    void who_is_held_while_it_runs_goes_on_and_does_not_start_again() {
        Job job = scene.planned(Scene.ONE_GPU, 1);
        scene.starts(job);
        scene.happens(new Event.JobHeld(job.id(), true));
        assertThat(scene.plan()).isEmpty();
        scene.happens(new Event.JobRequeued(job.id()));
        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, job.id(), Reason.REQUEUED));
        scene.ends(job, 0, 143);
        assertThat(scene.plan()).isEmpty();
        assertThat(reason(job)).isEqualTo(Reason.HELD);
        scene.happens(new Event.JobHeld(job.id(), false));
        assertThat(scene.plan()).singleElement().isInstanceOf(Decision.Start.class);
    }

    @Test
    void a_held_job_of_an_array_leaves_its_turn_to_the_next() {
        members(3);
        scene.happens(new Event.JobHeld(3, true));
        scene.happens(new Event.JobHeld(1, true));
        assertThat(scene.state.job(2).queued()).isTrue();
        assertThat(scene.plan()).hasSize(1);
        scene.happens(new Event.JobHeld(1, false));
        scene.happens(new Event.JobHeld(3, false));
        assertThat(scene.plan()).hasSize(1);
        assertThat(scene.state.job(3).queued()).isFalse();
        assertThat(reason(scene.state.job(3))).isEqualTo(Reason.ARRAY_LIMIT);
    }

    @Test
    void a_job_that_is_held_and_waits_for_another_needs_both() {
        Job first = scene.submit(Scene.ONE_GPU, 1);
        Job second = scene.submit(after(new After(first.id(), When.ANY)), 1);
        scene.happens(new Event.JobHeld(second.id(), true));
        scene.happens(new Event.JobCancelled(first.id()));
        assertThat(scene.plan()).isEmpty();
        scene.happens(new Event.JobHeld(second.id(), false));
        assertThat(scene.plan()).singleElement().isInstanceOf(Decision.Start.class);
    }

    @Test
    void an_array_never_has_more_under_way_than_it_may() {
        members(5);
        assertThat(scene.plan()).hasSize(2);
        Job second = scene.state.job(2);
        scene.happens(new Event.NodeLost(0));
        assertThat(scene.plan()).as("a job that waits again goes on").hasSize(2);
        assertThat(scene.state.job(3).queued()).isFalse();
        scene.happens(new Event.JobCancelled(3));
        scene.ends(second, 0, 0);
        assertThat(scene.plan()).hasSize(1);
        assertThat(scene.state.job(4).waiting()).isFalse();
        assertThat(readBack().job(5).queued()).isFalse();
        scene.ends(scene.state.job(4), 0, 1);
        scene.ends(scene.state.job(1), 0, 0);
        assertThat(scene.plan()).hasSize(1);
        scene.ends(scene.state.job(5), 0, 0);
        assertThat(scene.ends).hasSize(5);
        assertThat(scene.state.waitingJobs()).isZero();
    }

    @Test
    void the_jobs_of_an_array_know_their_place() {
        JobSpec spec = JobSpec.batch("sweep", Demand.cpu(1, 1), 1)
                .withProgram(Program.of("run"))
                .withTerms(Terms.NONE.withArray(JobArray.of(9, 2)));
        JobSpec member = spec.member(40, 3);

        assertThat(member.name()).isEqualTo("sweep[3]");
        assertThat(member.terms().array()).isEqualTo(new JobArray(40, 3, 9, 2));
        assertThat(member.program().environment())
                .containsEntry("BERTH_ARRAY_JOB_ID", "40")
                .containsEntry("BERTH_ARRAY_TASK_ID", "3")
                .containsEntry("SLURM_ARRAY_TASK_ID", "3");
    }

    @Test
    void it_is_said_for_which_job_one_waits() {
        Job first = scene.submit(Scene.ONE_GPU, 1);
        Job second = scene.submit(after(new After(first.id(), When.ANY)), 1);
        Explainer explainer = Explainer.of(scene.state, Catalog.standard());
        Explanation why = explainer.explain(second.id());

        assertThat(why).isNotNull();
        assertThat(why.reason()).isEqualTo(Reason.DEPENDENCY);
        assertThat(why.unmetText()).isEqualTo("1 (any)");
        assertThat(explainer.waiting()).extracting(Job::id).containsExactly(first.id());
    }

    private Reason reason(Job job) {
        Explanation why = Explainer.of(scene.state, Catalog.standard()).explain(job.id());
        return Objects.requireNonNull(Objects.requireNonNull(why).reason());
    }

    private void members(int count) {
        for (int index = 0; index < count; index++) {
            member(index);
        }
    }

    private void member(int index) {
        JobSpec spec = JobSpec.batch("sweep", Scene.ONE_GPU, Nanos.HOUR)
                .withTerms(Terms.NONE.withArray(JobArray.of(5, 2)))
                .member(1, index);
        scene.happens(new Event.JobSubmitted(1 + index, spec, "test", 1));
    }

    private State readBack() {
        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);
        State back = StateCodec.read(new ByteSource(sink.toByteArray()));
        ByteSink again = new ByteSink();
        StateCodec.write(back, again);
        assertThat(again.toByteArray()).isEqualTo(sink.toByteArray());
        return back;
    }

    private static Terms after(After... after) {
        return Terms.NONE.withAfter(List.of(after));
    }
}
