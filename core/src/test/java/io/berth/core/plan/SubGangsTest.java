package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.Job;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.topology.Reach;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of a job with fewest tasks and domains of their own. Racks of two nodes, zones of two racks. */
class SubGangsTest {
    private static final Within RACK = new Within("rack");
    private static final Within ZONE = new Within("zone");

    private Scene scene = new Scene("greedy", 0);

    private static TaskGroup group(String name, int min, int max) {
        return new TaskGroup(name, Scene.ONE_GPU, min, max, Program.NONE).withWithin(RACK);
    }

    private static TaskGroup fixed(String name, int tasks) {
        return group(name, tasks, tasks);
    }

    private static TaskGroup inZone(TaskGroup group) {
        return group.withDemand(group.demand().withPeers(List.of(ZONE)));
    }

    private void resizing(String resize) {
        scene = new Scene(
                StrategySpec.of("scene", "fcfs", "first-fit", "greedy").with(PolicyKind.RESIZE, PolicySpec.of(resize)),
                0);
    }

    private void racks(int... gpus) {
        for (int node = 0; node < gpus.length; node++) {
            joins(node, gpus[node]);
        }
    }

    private void joins(int node, int gpus) {
        scene.happens(new Event.NodeJoined(
                node,
                NodeSpec.of("n" + node, 64_000, 1L << 38, gpus, "H100")
                        .withLabels(List.of(new Label("zone", "z" + node / 4), new Label("rack", "r" + node / 2)))));
    }

    private Job submit(TaskGroup... groups) {
        return scene.submit(List.of(groups), Nanos.HOUR);
    }

    /** The racks of the tasks of group {@code group} of {@code job} that are placed, one each. */
    private static List<Integer> racksOf(Job job, int group) {
        int first = job.spec().firstTask(group);
        return IntStream.range(first, first + job.spec().groups().get(group).max())
                .filter(task -> job.node(task) >= 0)
                .mapToObj(task -> job.node(task) / 2)
                .toList();
    }

    private Explanation why(Job job) {
        return Objects.requireNonNull(Explainer.of(scene.state, Scene.CATALOG).explain(job.id()));
    }

    @Test
    void each_group_goes_to_a_domain_of_its_own_though_none_holds_the_job() {
        racks(2, 2, 2, 2);
        Job job = submit(fixed("prefill", 3), fixed("decode", 4));

        assertThat(scene.settle()).containsExactly(job);

        assertThat(racksOf(job, 0)).hasSize(3).containsOnly(1);
        assertThat(racksOf(job, 1)).hasSize(4).containsOnly(0);
    }

    @Test
    void a_group_goes_to_the_domain_with_least_room_that_holds_it() {
        racks(2, 2, 1, 1, 2, 1);
        Job job = submit(fixed("a", 2), fixed("b", 1));

        scene.settle();

        assertThat(racksOf(job, 0)).containsOnly(1);
        assertThat(racksOf(job, 1)).containsOnly(2);
    }

    @Test
    void all_start_or_none_and_the_group_is_named_that_has_no_domain() {
        racks(2, 2, 2, 1);
        Job job = submit(fixed("decode", 4), fixed("prefill", 3));
        Job before = submit(fixed("x", 1), fixed("y", 1));
        scene.happens(new Event.JobHeld(job.id(), true));
        assertThat(scene.settle()).containsExactly(before);
        scene.happens(new Event.JobHeld(job.id(), false));

        assertThat(scene.settle()).isEmpty();

        assertThat(job.waiting()).isTrue();
        Explanation why = why(job);
        assertThat(why.reason()).isIn(Reason.NO_ONE_DOMAIN, Reason.GANG);
    }

    @Test
    void who_has_room_but_not_in_one_domain_hears_of_which_group() {
        racks(3, 3, 3, 3);
        Job runs =
                scene.submit(JobSpec.batch("spread", Scene.TWO_GPUS, Nanos.HOUR).withTasks(4));
        assertThat(scene.settle()).containsExactly(runs);
        Job job = submit(fixed("lead", 1), fixed("decode", 3));

        assertThat(scene.settle()).isEmpty();

        assertThat(why(job).reason()).isEqualTo(Reason.NO_ONE_DOMAIN);
        assertThat(why(job).text())
                .isEqualTo("not room for all tasks in one domain at once: group decode: rack r0 holds 2 of 3");
    }

    @Test
    void of_several_groups_the_one_is_named_that_is_short() {
        racks(2, 2);
        scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();
        Job job = scene.submit(
                List.of(
                        new TaskGroup("driver", Demand.cpu(1_000, 1 << 20), 1, 1, Program.NONE),
                        new TaskGroup("workers", Scene.ONE_GPU, 3, 4, Program.NONE)),
                Nanos.HOUR);

        assertThat(scene.settle()).isEmpty();

        assertThat(why(job).reason()).isEqualTo(Reason.GANG);
        assertThat(why(job).text()).endsWith("(group workers: room for 2 of 3 tasks)");
    }

    @Test
    void the_domain_of_the_job_holds_those_of_its_groups() {
        racks(2, 0, 2, 2, 2, 2, 2, 2);
        Job job = submit(inZone(fixed("prefill", 3)), inZone(fixed("decode", 4)));

        scene.settle();

        assertThat(racksOf(job, 0)).hasSize(3).containsOnly(3);
        assertThat(racksOf(job, 1)).hasSize(4).containsOnly(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 9})
    void a_group_that_no_domain_could_ever_hold_is_turned_away(int tasks) {
        racks(2, 2, 2, 2, 2, 2);
        Job job = submit(fixed("small", 1), fixed("large", tasks));

        assertThat(scene.plan()).singleElement().isInstanceOfSatisfying(Decision.Reject.class, reject -> {
            assertThat(reject.job()).isEqualTo(job.id());
            assertThat(reject.reason()).isEqualTo(Reason.NO_DOMAIN_EVER);
        });
    }

    @Test
    void nodes_without_the_label_are_no_place_for_a_group() {
        scene.joins(0);
        scene.joins(1);
        Job job = submit(fixed("a", 1), fixed("b", 1));

        assertThat(scene.plan()).singleElement().isInstanceOfSatisfying(Decision.Reject.class, reject -> {
            assertThat(reject.job()).isEqualTo(job.id());
            assertThat(reject.reason()).isEqualTo(Reason.NO_DOMAIN_EVER);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"grow", "by-order", "elastic", "by-gain"})
    void a_group_grows_in_its_own_domain(String resize) {
        resizing(resize);
        racks(2, 0, 2, 0, 2, 2);
        Job other =
                scene.submit(JobSpec.batch("other", Scene.TWO_GPUS, Nanos.HOUR).withTasks(2));
        scene.settle();
        Job job = submit(group("a", 1, 4), group("b", 1, 2));
        scene.settle();
        int home = racksOf(job, 0).getFirst();
        assertThat(racksOf(job, 0)).containsOnly(home);
        assertThat(home).isEqualTo(2);

        for (int task = 0; task < 2; task++) {
            scene.ends(other, task, 0);
        }
        scene.settle();

        assertThat(racksOf(job, 0)).containsOnly(home);
        assertThat(racksOf(job, 1)).doesNotHaveDuplicates().hasSize(1);
        assertThat(job.startedTasks()).isEqualTo(4);
    }

    @Test
    void groups_give_back_down_to_their_own_fewest() {
        resizing("elastic");
        racks(2, 2, 2, 2);
        Job job = submit(group("a", 3, 4), group("b", 1, 4));
        scene.settle();
        assertThat(job.startedTasks()).isEqualTo(8);

        Job waits = scene.submit(Scene.ONE_GPU, 4);
        assertThat(scene.settle()).containsExactly(waits);

        assertThat(racksOf(job, 0)).hasSize(3).containsOnly(racksOf(job, 0).getFirst());
        assertThat(racksOf(job, 1)).hasSize(1);
        Job tooMuch = scene.submit(Scene.ONE_GPU, 1);
        assertThat(scene.settle()).isEmpty();
        assertThat(tooMuch.waiting()).isTrue();
    }

    @Test
    void a_group_below_its_fewest_stops_the_whole_job_which_starts_anew() {
        resizing("elastic");
        racks(2, 2, 2, 2, 2, 2);
        Job job = submit(group("a", 3, 4), group("b", 1, 4));
        scene.settle();
        int home = racksOf(job, 0).getFirst();

        scene.happens(new Event.NodeLost(2 * home));
        assertThat(scene.state.stops()).containsKey(job.id());
        scene.settle();

        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(racksOf(job, 0)).hasSizeGreaterThanOrEqualTo(3).doesNotContain(home);
        assertThat(job.restarts()).isEqualTo(1);
    }

    @Test
    void a_group_above_its_fewest_goes_on_and_is_filled_up_in_its_domain() {
        resizing("elastic");
        racks(2, 2, 2, 2);
        Job job = submit(group("a", 3, 4), group("b", 1, 4));
        scene.settle();
        int home = racksOf(job, 1).getFirst();

        scene.happens(new Event.NodeLost(2 * home));
        scene.settle();
        assertThat(job.startedTasks()).isEqualTo(6);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        joins(2 * home, 2);
        scene.settle();

        assertThat(job.startedTasks()).isEqualTo(8);
        assertThat(racksOf(job, 1)).hasSize(4).containsOnly(home);
        assertThat(job.restarts()).isZero();
    }

    @Test
    void it_is_decided_alike_by_a_planner_that_was_made_a_moment_ago() {
        resizing("elastic");
        racks(2, 2, 2, 2);
        Job job = submit(group("a", 1, 3), inZone(group("b", 1, 4)));
        assertThat(scene.plannedAnew()).isEqualTo(scene.planned());
        scene.settle();
        scene.submit(Scene.ONE_GPU, 3);
        assertThat(scene.plannedAnew()).isEqualTo(scene.planned());
        scene.settle();

        byte[] written = scene.state.image().bytes();
        assertThat(scene.state.image().state().image().bytes()).isEqualTo(written);
        assertThat(job.spec().groups().getFirst().within()).isEqualTo(RACK);
    }

    @Test
    void a_job_of_one_group_says_its_domain_in_its_demand_and_a_group_has_one_or_none() {
        assertThatIllegalArgumentException().isThrownBy(() -> submit(fixed("alone", 2)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixed("rather", 2).withWithin(new Within("rack", Reach.REQUIRED.asPreference())));
    }
}
