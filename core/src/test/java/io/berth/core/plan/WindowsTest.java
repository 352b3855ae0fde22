package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowCap;
import io.berth.core.policy.window.WindowStart;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.TaskGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nodes of two GPUs; windows of two jobs, which may wait five seconds for the window to fill and ten for the plan. */
class WindowsTest {
    private static final StrategySpec STRATEGY = windows("none");
    private static final Demand CPU = Demand.cpu(1_000, 1 << 20);

    @Test
    void a_full_window_is_planned_and_nobody_starts_meanwhile() {
        Scene scene = new Scene(STRATEGY, 2);
        Job first = scene.submit(Scene.ONE_GPU, 1);
        assertThat(scene.plan()).isEmpty();
        Job second = scene.submit(Scene.ONE_GPU, 1);

        assertThat(scene.plan()).containsExactly(asks(1, 10, first, second));
        scene.submit(Scene.ONE_GPU, 1);
        assertThat(scene.plan()).isEmpty();
    }

    @Test
    void a_window_that_does_not_fill_is_planned_when_its_first_job_has_lingered() {
        Scene scene = new Scene(STRATEGY, 1);
        Job job = scene.submit(Scene.ONE_GPU, 1);
        assertThat(scene.plan()).isEmpty();

        scene.passes(5 * Nanos.SECOND);

        assertThat(scene.plan()).containsExactly(asks(1, 15, job));
    }

    @Test
    void a_window_is_asked_for_from_the_beginning_of_time_on() {
        Scene scene = new Scene(STRATEGY, 1);
        scene.planned(Scene.ONE_GPU, 1);

        assertThat(scene.wakeNanos()).isEqualTo(1 + 5 * Nanos.SECOND);
    }

    @Test
    void a_job_waits_for_others_no_longer_than_a_tenth_of_its_run() {
        Scene scene = new Scene(STRATEGY, 1);
        Job job = scene.submit(Scene.ONE_GPU, 20 * Nanos.SECOND);
        assertThat(scene.plan()).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(1 + 2 * Nanos.SECOND);

        scene.passes(2 * Nanos.SECOND);

        assertThat(scene.plan()).containsExactly(asks(1, 12, job));
    }

    @Test
    void jobs_start_where_the_plan_has_them() {
        Scene scene = asked(2);
        Job first = scene.state.job(1);
        Job second = scene.state.job(2);

        answers(scene, start(second, Placement.on(1, 2)), start(first, Placement.on(1, 1)));

        assertThat(scene.plan())
                .containsExactly(starts(2, second, Placement.on(1, 2)), starts(3, first, Placement.on(1, 1)));
    }

    @Test
    void a_job_of_several_groups_starts_by_itself_and_does_not_overtake_those_that_wait_for_a_window() {
        List<TaskGroup> groups = List.of(
                TaskGroup.of(1, Scene.ONE_GPU).withName("a"),
                TaskGroup.of(1, CPU).withName("b"));
        Scene scene = new Scene(STRATEGY, 1);
        Job alone = scene.submit(groups, Nanos.HOUR);
        assertThat(scene.plan()).extracting(Object::getClass).containsExactly(Decision.Start.class);
        scene.starts(alone);
        Job first = scene.submit(Scene.ONE_GPU, 1);
        Job behind = scene.submit(groups, Nanos.HOUR);

        assertThat(scene.plan()).containsExactly(asks(2, 10, first));
        scene.happens(new Event.WindowPlanned(
                2, new WindowAnswer(true, List.of(start(first, Placement.on(0, 2))), 0, 1)));
        assertThat(scene.plan()).containsExactly(starts(3, first, Placement.on(0, 2)));
        assertThat(behind.waiting()).isTrue();
    }

    @Test
    void a_job_whose_tasks_must_be_in_one_rack_is_no_row_of_a_window_and_starts_in_one() {
        Scene scene = new Scene(STRATEGY, 0);
        for (int node = 0; node < 4; node++) {
            scene.happens(new Event.NodeJoined(
                    node,
                    NodeSpec.of("n" + node, 64_000, 1L << 38, node == 0 ? 1 : 2, "H100")
                            .withLabels(List.of(new Label("rack", "r" + node / 2)))));
        }
        Demand inRack = Scene.TWO_GPUS.withPeers(List.of(new PeerRule.Within("rack")));
        Job job = scene.submit(inRack, 2);

        assertThat(scene.plan()).containsExactly(starts(1, job, Placement.on(2, 3), Placement.on(3, 3)));
    }

    @Test
    void what_the_plan_leaves_out_or_puts_where_there_is_no_room_is_placed_as_without_a_plan() {
        Scene scene = new Scene(STRATEGY, 2);
        Job first = scene.submit(Scene.ONE_GPU, 1);
        Job second = scene.planned(Scene.TWO_GPUS, 1);

        answers(scene, start(first, Placement.on(7, 1)));

        assertThat(scene.plan())
                .containsExactly(starts(2, first, Placement.on(0, 1)), starts(3, second, Placement.on(1, 3)));
    }

    @Test
    void a_gang_that_does_not_fit_as_a_whole_where_the_plan_has_it_takes_nothing_there() {
        Scene scene = new Scene(STRATEGY, 2);
        Job gang = scene.submit(Scene.TWO_GPUS, 2);
        scene.submit(Scene.ONE_GPU, 1, 0);
        scene.plan();

        answers(scene, start(gang, Placement.on(1, 3), Placement.on(1, 3)));

        assertThat(scene.plan().getFirst()).isEqualTo(starts(2, gang, Placement.on(0, 3), Placement.on(1, 3)));
    }

    @Test
    void without_a_plan_in_time_the_other_policies_decide() {
        Scene scene = asked(1);
        Job first = scene.state.job(1);
        Job second = scene.state.job(2);
        scene.passes(10 * Nanos.SECOND);

        assertThat(scene.plan())
                .containsExactly(starts(2, first, Placement.on(0, 1)), starts(3, second, Placement.on(0, 2)));

        scene.happens(new Event.WindowPlanned(1, WindowAnswer.failed(1)));
        assertThat(scene.state.dirty()).isFalse();
    }

    @Test
    void a_planner_that_failed_is_as_good_as_none() {
        Scene scene = asked(1);

        scene.happens(new Event.WindowPlanned(1, WindowAnswer.failed(1)));

        assertThat(scene.plan()).hasSize(2).allMatch(Decision.Start.class::isInstance);
    }

    @Test
    void patience_ends_with_the_plan_and_not_before() {
        Scene scene = new Scene(STRATEGY, 1);
        Job large = scene.submit(Scene.TWO_GPUS, 1, 0);
        Job small = scene.submit(Scene.ONE_GPU, 1, 0);
        assertThat(scene.plan()).containsExactly(asks(1, 10, large, small));

        answers(scene, start(large, Placement.on(0, 3)));

        assertThat(scene.plan())
                .containsExactly(
                        starts(2, large, Placement.on(0, 3)), new Decision.Reject(3, small.id(), Reason.PATIENCE_OVER));
    }

    @Test
    void a_job_without_patience_that_fits_nowhere_waits_for_no_window() {
        Scene scene = new Scene(STRATEGY, 1);
        scene.submit(Scene.TWO_GPUS, 1);
        scene.planned(Scene.TWO_GPUS, 1);
        scene.passes(10 * Nanos.SECOND);
        scene.plan();
        Job late = scene.submit(Scene.ONE_GPU, 1, 0);

        assertThat(scene.plan()).contains(new Decision.Reject(3, late.id(), Reason.PATIENCE_OVER));
    }

    @Test
    void behind_a_job_that_must_wait_only_greedy_looks_for_more() {
        for (String backfill : List.of("none", "greedy")) {
            Scene scene = new Scene(windows(backfill), 1);
            scene.submit(Scene.ONE_GPU, 1);
            scene.passes(5 * Nanos.SECOND);
            scene.plan();
            answers(scene);
            scene.plan();
            scene.submit(Scene.TWO_GPUS, 1);
            Job behind = scene.planned(Scene.ONE_GPU, 1);
            scene.passes(5 * Nanos.SECOND);

            List<Decision> decisions = scene.plan();

            assertThat(decisions).isEqualTo(backfill.equals("none") ? List.of() : List.of(asks(3, 20, behind)));
        }
    }

    @Test
    void another_strategy_forgets_the_window() {
        Scene scene = asked(1);

        scene.happens(new Event.StrategyChanged(StrategySpec.of("alone", "fcfs", "first-fit", "none")));
        scene.happens(new Event.WindowPlanned(1, WindowAnswer.failed(1)));

        assertThat(scene.plan()).hasSize(2).allMatch(Decision.Start.class::isInstance);
    }

    @Test
    void a_job_of_an_open_window_is_explained_by_it() {
        Scene scene = asked(1);
        Job job = scene.state.job(1);
        Catalog catalog = Catalog.standard();
        scene.happens(new Event.Tick(0));

        assertThatThrownBy(() -> Explainer.of(scene.state, catalog)).hasMessageContaining("needs a solver");
        assertThat(Explainer.of(scene.state, Scene.CATALOG).explain(job.id()).reason())
                .isEqualTo(Reason.WINDOW);
    }

    @Test
    void windows_go_with_backfill_that_promises_nothing_and_without_preemption() {
        assertThatThrownBy(() -> new Scene(windows("easy"), 1).plan())
                .hasMessageContaining("backfill (easy) does not go with it, only none or greedy");
        assertThatThrownBy(() -> new Scene(STRATEGY.preempting("by-order"), 1).plan())
                .hasMessageContaining("preempt (by-order) does not go with it, only none");
        PolicySpec none = PolicySpec.of("dual", Map.of("window", "0"));
        assertThatThrownBy(() -> new Scene(STRATEGY.planning(none), 1).plan())
                .hasMessageContaining("(window)")
                .hasMessageContaining("at least 1");
    }

    @Test
    void a_job_beyond_the_cap_of_its_queue_is_of_the_next_window_whatever_the_plan_says() {
        Scene scene = new Scene(capped("default=1"), 1);
        Job first = scene.submit(Scene.ONE_GPU, 1);
        Job second = scene.planned(Scene.ONE_GPU, 1);
        assertThat(scene.question().caps())
                .containsExactly(new WindowCap("default", 1_000, List.of(first.id(), second.id())));

        answers(scene, start(first, Placement.on(0, 1)), start(second, Placement.on(0, 2)));

        assertThat(scene.plan()).containsExactly(starts(2, first, Placement.on(0, 1)));
        scene.passes(5 * Nanos.SECOND);
        assertThat(scene.plan()).containsExactly(asks(3, 15, second));
        scene.happens(new Event.WindowPlanned(3, WindowAnswer.failed(0)));
        assertThat(scene.plan()).containsExactly(starts(4, second, Placement.on(0, 2)));
    }

    @Test
    void a_cap_holds_without_a_plan_and_a_job_larger_than_it_starts_alone() {
        Scene scene = new Scene(capped("default=50%"), 2);
        Job large = scene.submit(Demand.cpu(1_000, 1 << 20).withGpus(2), 2);
        Job small = scene.planned(Scene.ONE_GPU, 1);

        scene.happens(new Event.WindowPlanned(1, WindowAnswer.failed(0)));

        assertThat(scene.plan()).containsExactly(starts(2, large, Placement.on(0, 3), Placement.on(1, 3)));
        assertThat(small.waiting()).isTrue();
    }

    @Test
    void terms_of_windows_that_cannot_be_are_named() {
        for (String caps : List.of("team", "=4", "team=0", "team=101%", "team=0.0001", "team=x", "team=1,team=2")) {
            assertThatThrownBy(() -> new Scene(capped(caps), 1).plan()).as(caps).hasMessageContaining("of a window");
        }
        PolicySpec steep = PolicySpec.of("dual", Map.of("priority_weight", "0.5"));
        assertThatThrownBy(() -> new Scene(STRATEGY.planning(steep), 1).plan())
                .hasMessageContaining("priority_weight (0.5)")
                .hasMessageContaining("at least 1 and at most 10");
    }

    private static StrategySpec capped(String caps) {
        return StrategySpec.of("capped", "fcfs", "first-fit", "none")
                .planning(PolicySpec.of("dual", Map.of("window", "2", "linger", "5", "limit", "10", "caps", caps)));
    }

    /** Two jobs of a GPU, of which a plan was asked for. */
    private static Scene asked(int nodes) {
        Scene scene = new Scene(STRATEGY, nodes);
        scene.submit(Scene.ONE_GPU, 1);
        scene.planned(Scene.ONE_GPU, 1);
        return scene;
    }

    private static StrategySpec windows(String backfill) {
        return StrategySpec.of("windows", "fcfs", "first-fit", backfill)
                .planning(PolicySpec.of("dual", Map.of("window", "2", "linger", "5", "limit", "10")));
    }

    private static Decision asks(long id, long untilSeconds, Job... jobs) {
        List<Long> ids = Arrays.stream(jobs).map(Job::id).toList();
        return new Decision.PlanWindow(id, ids, 1 + untilSeconds * Nanos.SECOND);
    }

    private static Decision starts(long id, Job job, Placement... placements) {
        return new Decision.Start(id, job.id(), List.of(placements));
    }

    private static WindowStart start(Job job, Placement... placements) {
        return new WindowStart(job.id(), List.of(placements));
    }

    private static void answers(Scene scene, WindowStart... starts) {
        scene.happens(new Event.WindowPlanned(1, new WindowAnswer(true, List.of(starts), 0, 1)));
    }
}
