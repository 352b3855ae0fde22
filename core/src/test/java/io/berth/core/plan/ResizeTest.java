package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.state.Job;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Speedup;
import io.berth.core.workload.term.Speedup.Point;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that run and get more of their tasks, or give some back. Nodes have two GPUs each. */
class ResizeTest {
    private static StrategySpec strategy(String resize) {
        return strategy("fcfs", "greedy", resize);
    }

    private static StrategySpec strategy(String order, String backfill, String resize) {
        return StrategySpec.of("scene", order, "first-fit", backfill).with(PolicyKind.RESIZE, PolicySpec.of(resize));
    }

    private static Job elastic(Scene scene, int min, int max) {
        return scene.submit(List.of(new TaskGroup("", Scene.ONE_GPU, min, max, Program.NONE)), Nanos.HOUR);
    }

    private static Job urgent(Scene scene, int tasks) {
        return scene.submit(JobSpec.batch("urgent", Scene.ONE_GPU, Nanos.MINUTE)
                .withTasks(tasks)
                .withPriority(9));
    }

    @Test
    void without_it_a_job_keeps_the_tasks_that_it_started_with() {
        Scene scene = new Scene(strategy("none"), 1);
        Job job = elastic(scene, 1, 4);
        scene.settle();

        scene.joins(1);

        assertThat(scene.settle()).isEmpty();
        assertThat(job.startedTasks()).isEqualTo(2);
        assertThat(job.resizable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"grow", "by-order", "elastic"})
    void a_job_grows_into_what_is_idle_and_ends_sooner_for_it(String resize) {
        Scene scene = new Scene(strategy(resize), 1);
        Job job = elastic(scene, 1, 4);
        scene.settle();
        assertThat(job.expectedEndNanos()).isEqualTo(scene.nowNanos() + 2 * Nanos.HOUR);
        scene.passes(Nanos.HOUR);
        scene.joins(1);

        List<Decision> plan = scene.plan();

        assertThat(plan).singleElement().isInstanceOfSatisfying(Decision.Grow.class, grow -> {
            assertThat(grow.job()).isEqualTo(job.id());
            assertThat(grow.tasks()).containsExactly(2, 3);
        });
        assertThat(job.startedTasks()).isEqualTo(2);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        long grow = plan.getFirst().id();
        scene.happens(new Event.TaskStarted(job.id(), 2, grow));
        scene.happens(new Event.TaskStarted(job.id(), 3, grow));
        // Half of the work was done in the first hour by half of the tasks; all of them need half an hour for the rest.
        assertThat(job.startedTasks()).isEqualTo(4);
        assertThat(job.doneNanos(scene.nowNanos())).isEqualTo(Nanos.HOUR / 2);
        assertThat(job.expectedEndNanos()).isEqualTo(scene.nowNanos() + Nanos.HOUR / 2);
    }

    @Test
    void it_is_decided_alike_by_a_planner_that_was_made_a_moment_ago() {
        Scene scene = new Scene(strategy("elastic"), 1);
        elastic(scene, 1, 4);
        scene.settle();
        scene.joins(1);
        scene.settle();
        urgent(scene, 2);

        assertThat(scene.plannedAnew()).isEqualTo(scene.planned());
        scene.plan();
        assertThat(scene.plannedAnew()).isEqualTo(scene.planned());
    }

    @Test
    void who_waits_gets_tasks_above_the_fewest_of_the_others_and_no_more_than_it_needs() {
        Scene scene = new Scene(strategy("elastic"), 2);
        Job job = elastic(scene, 1, 4);
        scene.settle();
        scene.passes(Nanos.HOUR / 2);
        Job waits = urgent(scene, 1);

        List<Decision> plan = scene.plan();

        assertThat(plan)
                .containsExactly(new Decision.Shrink(plan.getFirst().id(), job.id(), List.of(3), Reason.SHRUNK));
        assertThat(job.leaves(3)).isTrue();
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(scene.plan()).isEmpty();
        scene.happens(new Event.TaskEnded(job.id(), 3, job.decision(3), 143));
        assertThat(scene.settle()).containsExactly(waits);
        assertThat(job.startedTasks()).isEqualTo(3);
        // Half is done; three tasks need four thirds of the time for the other half.
        assertThat(job.expectedEndNanos()).isEqualTo(scene.nowNanos() + Nanos.HOUR * 2 / 3);
        assertThat(job.node(3)).isEqualTo(-1);
    }

    @Test
    void nobody_gives_back_what_it_needs_itself() {
        Scene scene = new Scene(strategy("elastic"), 2);
        Job job = elastic(scene, 3, 4);
        scene.settle();
        urgent(scene, 2);

        assertThat(scene.plan()).isEmpty();
        assertThat(job.startedTasks()).isEqualTo(4);
    }

    @Test
    void by_order_only_those_that_go_before_a_job_get_its_tasks() {
        Scene scene = new Scene(strategy("priority", "greedy", "by-order"), 2);
        Job job = elastic(scene, 1, 4);
        scene.settle();
        scene.submit(Scene.ONE_GPU, 1);
        assertThat(scene.plan()).isEmpty();

        Job urgent = urgent(scene, 1);

        assertThat(scene.settle()).containsExactly(urgent);
        assertThat(job.startedTasks()).isEqualTo(3);
    }

    @Test
    void nobody_grows_for_good_where_one_that_waits_could_run() {
        Scene scene = new Scene(strategy("grow"), 2);
        elastic(scene, 1, 4);
        Job wide = scene.submit(Scene.ONE_GPU, 4);
        scene.settle();
        scene.joins(2);

        assertThat(scene.settle()).isEmpty();
        scene.happens(new Event.JobCancelled(wide.id()));
        scene.joins(3);
        assertThat(scene.settle()).isEmpty();
        assertThat(scene.state.jobs().getFirst().startedTasks()).isEqualTo(4);
    }

    @Test
    void a_job_goes_on_without_tasks_that_are_lost_and_gets_them_back() {
        Scene scene = new Scene(strategy("elastic"), 2);
        Job job = elastic(scene, 2, 4);
        scene.settle();

        scene.happens(new Event.NodeLost(1));

        assertThat(scene.plan()).isEmpty();
        assertThat(job.startedTasks()).isEqualTo(2);
        scene.joins(1);
        assertThat(scene.plan()).singleElement().isInstanceOf(Decision.Grow.class);
    }

    @Test
    void a_job_that_lost_too_many_tasks_is_stopped() {
        Scene scene = new Scene(strategy("elastic"), 2);
        Job job = elastic(scene, 3, 4);
        scene.settle();

        scene.happens(new Event.NodeLost(1));

        assertThat(scene.plan())
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Stop.class, stop -> assertThat(stop.reason()).isEqualTo(Reason.TASK_LOST));
        assertThat(job.stopping()).isEqualTo(Reason.TASK_LOST);
    }

    @Test
    void a_task_that_comes_later_and_does_not_start_is_tried_again_after_a_rest() {
        Scene scene = new Scene(strategy("elastic"), 1);
        Job job = elastic(scene, 1, 3);
        scene.settle();
        scene.joins(1);
        long grow = scene.plan().getFirst().id();

        scene.happens(new Event.TaskStartFailed(job.id(), 2, grow, "broken"));

        assertThat(scene.plan()).isEmpty();
        assertThat(job.startedTasks()).isEqualTo(2);
        scene.passes(Nanos.MINUTE);
        assertThat(scene.plan()).singleElement().isInstanceOf(Decision.Grow.class);
    }

    @Test
    void outcomes_of_a_task_that_is_gone_say_nothing_of_the_one_that_has_its_number() {
        Scene scene = new Scene(strategy("elastic"), 2);
        Job job = elastic(scene, 1, 4);
        scene.settle();
        long start = job.decision();
        Job waits = urgent(scene, 1);
        scene.settle();
        scene.happens(new Event.TaskEnded(waits.id(), 0, waits.decision(), 0));
        scene.settle();
        assertThat(job.startedTasks()).isEqualTo(4);

        scene.happens(new Event.TaskEnded(job.id(), 3, start, 1));

        assertThat(scene.plan()).isEmpty();
        assertThat(job.startedTasks()).isEqualTo(4);
        assertThat(job.stopping()).isNull();
    }

    @Test
    void shrinking_goes_before_whole_jobs_are_stopped() {
        Scene scene = new Scene(strategy("priority", "greedy", "by-order").preempting("by-order"), 3);
        Job job = elastic(scene, 1, 4);
        Job whole = scene.runs(Scene.ONE_GPU, Nanos.HOUR);
        scene.settle();
        scene.submit(Scene.ONE_GPU, Nanos.HOUR);
        scene.settle();

        assertThat(scene.plan()).isEmpty();
        Job first = urgent(scene, 3);
        assertThat(scene.settle()).containsExactly(first);
        assertThat(job.startedTasks()).isEqualTo(1);
        assertThat(whole.waiting()).isFalse();

        Job second = urgent(scene, 3);
        assertThat(scene.settle()).containsExactly(second);
        assertThat(job.waiting()).isTrue();
        assertThat(whole.waiting()).isTrue();
    }

    @Test
    void a_job_that_was_stopped_keeps_the_work_of_all_its_sizes() {
        Scene scene = new Scene(strategy("priority", "greedy", "by-order").preempting("by-order"), 1);
        Job job = elastic(scene, 1, 4);
        scene.settle();
        scene.passes(Nanos.HOUR);
        scene.joins(1);
        scene.settle();
        scene.passes(Nanos.HOUR / 4);
        assertThat(job.doneNanos(scene.nowNanos())).isEqualTo(Nanos.HOUR * 3 / 4);

        Job urgent = urgent(scene, 4);

        assertThat(scene.settle()).containsExactly(urgent);
        assertThat(job.waiting()).isTrue();
        assertThat(job.doneNanos(scene.nowNanos())).isEqualTo(Nanos.HOUR * 3 / 4);
        assertThat(job.remainingNanos(scene.nowNanos())).isEqualTo(Nanos.HOUR);
    }

    @Test
    void who_runs_with_few_tasks_is_told_why_it_gets_no_more() {
        Scene scene = new Scene(strategy("grow"), 1);
        Job job = elastic(scene, 1, 4);
        scene.settle();

        assertThat(Explainer.of(scene.state, Scene.CATALOG).whyNotMore(job.id()))
                .isEqualTo(Reason.WHOLE_GPUS);
        scene.submit(Scene.ONE_GPU, 4);
        scene.joins(1);
        scene.settle();

        assertThat(Explainer.of(scene.state, Scene.CATALOG).whyNotMore(job.id()))
                .isEqualTo(Reason.OTHERS_WAIT);
    }

    private static Job elastic(Scene scene, int min, int max, Speedup speedup) {
        TaskGroup group = new TaskGroup("", Scene.ONE_GPU, min, max, Program.NONE);
        JobSpec spec = JobSpec.batch("curved", Scene.ONE_GPU, Nanos.HOUR).withGroups(List.of(group));
        return scene.submit(spec.withTiming(spec.timing().withProfile(RunProfile.NONE.withSpeedup(speedup))));
    }

    @Test
    void fewer_tasks_take_as_much_longer_as_the_curve_of_the_job_says() {
        Scene scene = new Scene(strategy("elastic"), 1);
        Job job =
                elastic(scene, 1, 4, new Speedup(List.of(new Point(1, 1000), new Point(2, 1500), new Point(4, 2000))));
        scene.settle();

        assertThat(job.expectedEndNanos()).isEqualTo(scene.nowNanos() + Nanos.HOUR * 2000 / 1500);
        scene.passes(30 * Nanos.MINUTE);
        assertThat(job.doneNanos(scene.nowNanos())).isEqualTo(30 * Nanos.MINUTE * 1500 / 2000);
        scene.joins(1);
        scene.settle();

        assertThat(job.startedTasks()).isEqualTo(4);
        assertThat(job.expectedEndNanos()).isEqualTo(scene.nowNanos() + Nanos.HOUR - 30 * Nanos.MINUTE * 1500 / 2000);
    }

    @Test
    void by_gain_jobs_start_with_the_fewest() {
        Scene scene = new Scene(strategy("by-gain"), 4);
        elastic(scene, 1, 4, Speedup.IN_PROPORTION);

        assertThat(scene.plan())
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Start.class,
                        start -> assertThat(start.placements()).hasSize(1));
    }

    @Test
    void by_gain_each_further_task_goes_to_whom_it_brings_most() {
        Scene scene = new Scene(strategy("by-gain"), 2);
        Job flat = elastic(scene, 1, 4, new Speedup(List.of(new Point(1, 1000), new Point(4, 1300))));
        Job straight = elastic(scene, 1, 4, Speedup.IN_PROPORTION);
        scene.settle();
        assertThat(straight.startedTasks()).isEqualTo(3);
        assertThat(flat.startedTasks()).isEqualTo(1);

        scene.joins(2);
        scene.settle();

        assertThat(straight.startedTasks()).isEqualTo(4);
        assertThat(flat.startedTasks()).isEqualTo(2);
    }

    @Test
    void by_gain_a_task_goes_from_whom_it_costs_least() {
        Scene scene = new Scene(strategy("by-gain"), 4);
        Job straight = elastic(scene, 1, 4, Speedup.IN_PROPORTION);
        Job flat = elastic(scene, 1, 4, new Speedup(List.of(new Point(1, 1000), new Point(4, 1300))));
        scene.settle();

        urgent(scene, 2);
        scene.settle();

        assertThat(straight.startedTasks()).isEqualTo(4);
        assertThat(flat.startedTasks()).isEqualTo(2);
    }
}
