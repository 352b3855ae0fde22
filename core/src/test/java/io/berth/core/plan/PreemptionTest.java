package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.policy.Placer;
import io.berth.core.state.Job;
import io.berth.core.state.part.Move;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PreemptionTest {
    private static Scene scene(String order, int nodes) {
        return new Scene(StrategySpec.of("scene", order, "first-fit", "greedy").preempting("by-order"), nodes);
    }

    @Test
    void a_shorter_job_takes_the_room_of_a_longer_one_whose_work_is_kept() {
        Scene scene = scene("srtf", 1);
        Job longer = scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        scene.passes(10 * Nanos.MINUTE);
        Job shorter = scene.submit(Scene.TWO_GPUS, 5 * Nanos.MINUTE);

        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, longer.id(), Reason.PREEMPTED));
        scene.ends(longer, 0, 143);
        assertThat(scene.settle()).containsExactly(shorter);

        assertThat(longer.waiting()).isTrue();
        assertThat(longer.keptNanos()).isEqualTo(10 * Nanos.MINUTE);
        assertThat(longer.remainingNanos(scene.nowNanos())).isEqualTo(50 * Nanos.MINUTE);
    }

    @Test
    void a_job_that_begins_anew_loses_its_work_with_its_room() {
        Scene scene = scene("srtf", 1);
        Job longer = scene.submit(Terms.NONE.withInterruption(new Interruption(false, Interruption.USUAL_GRACE)), 2);
        scene.settle();
        scene.passes(10 * Nanos.MINUTE);
        assertThat(longer.restarts()).isZero();
        scene.submit(Scene.TWO_GPUS, 5 * Nanos.MINUTE);
        assertThat(scene.plan()).hasSize(1);
        scene.ends(longer, 0, 143);
        scene.ends(longer, 1, 143);
        scene.settle();

        assertThat(longer.waiting()).isTrue();
        assertThat(longer.keptNanos()).isZero();
        assertThat(longer.remainingNanos(scene.nowNanos())).isEqualTo(Nanos.HOUR);
        assertThat(longer.restarts()).isOne();
    }

    @Test
    void nobody_is_stopped_for_a_job_that_spares_others_and_the_next_in_the_order_may_still_be_made_room_for() {
        Scene scene = scene("srtf", 1);
        Job longer = scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        Job sparing = scene.submit(
                JobSpec.batch("sparing", Scene.TWO_GPUS, Nanos.MINUTE).withTerms(Terms.NONE.sparing()));

        assertThat(scene.plan()).isEmpty();

        Job shorter = scene.submit(Scene.TWO_GPUS, 5 * Nanos.MINUTE);
        assertThat(scene.plan()).containsExactly(new Decision.Stop(2, longer.id(), Reason.PREEMPTED));
        assertThat(sparing.waiting()).isTrue();
        assertThat(shorter.waiting()).isTrue();
    }

    @Test
    void a_job_with_less_left_keeps_its_room() {
        Scene scene = scene("srtf", 1).with(Scene.TWO_GPUS, Nanos.HOUR);
        scene.passes(50 * Nanos.MINUTE);
        scene.submit(Scene.TWO_GPUS, 11 * Nanos.MINUTE);

        assertThat(scene.plan()).isEmpty();
    }

    @Test
    void only_as_many_are_preempted_as_are_needed() {
        Scene scene = scene("srtf", 2);
        List<Job> jobs = new ArrayList<>();
        for (long run : List.of(9 * Nanos.HOUR, Nanos.SECOND, 7 * Nanos.HOUR, 8 * Nanos.HOUR)) {
            jobs.add(scene.submit(Scene.ONE_GPU, run));
            scene.settle();
        }
        scene.submit(Scene.TWO_GPUS, Nanos.HOUR);

        assertThat(scene.plan())
                .extracting(decision -> ((Decision.Stop) decision).job())
                .as("the longest shares its node with one that goes first and would have been stopped for nothing")
                .containsExactly(jobs.get(3).id(), jobs.get(2).id());
    }

    @Test
    void while_room_is_made_nobody_else_is_preempted_for_it_and_nobody_else_gets_it() {
        Scene scene = scene("srtf", 1);
        Job longer = scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        Job shorter = scene.submit(Scene.TWO_GPUS, Nanos.MINUTE);
        assertThat(scene.plan()).hasSize(1);
        Job later = scene.submit(Scene.ONE_GPU, 2 * Nanos.MINUTE);

        assertThat(scene.plan()).isEmpty();
        Explainer explainer = Explainer.of(scene.state, Catalog.standard());
        assertThat(explainer.explain(shorter.id()).reason()).isEqualTo(Reason.MAKING_ROOM);
        assertThat(explainer.roomMadeFor(shorter.id())).containsExactly(Map.entry(0, 0));
        assertThat(explainer.roomMadeFor(later.id())).isEmpty();
        scene.ends(longer, 0, 143);
        assertThat(scene.settle()).containsExactly(shorter);
        assertThat(later.waiting()).isTrue();
    }

    /** Two small jobs are stopped for a third in turn, as what waits finds other room in each pass. */
    @Test
    void who_waits_for_room_waits_for_the_same_in_the_next_pass_where_others_would_stop_again_and_again() {
        StrategySpec strategy = StrategySpec.of("scene", "fcfs", "least-allocated", "greedy")
                .ordering(PolicySpec.of("priority", Map.of("aging", "0")))
                .preempting("by-order");
        Scene scene = new Scene(strategy, 0);
        scene.happens(new Event.NodeJoined(0, NodeSpec.of("n0", 64_000, 1L << 38, 2, "A100")));
        Job ending = scene.runs(Scene.TWO_GPUS, Nanos.HOUR);
        scene.happens(new Event.NodeJoined(1, NodeSpec.of("n1", 64_000, 1L << 38, 4, "H100")));
        JobSpec small = JobSpec.batch("small", Scene.ONE_GPU, Nanos.HOUR).withPriority(1);
        Job first = scene.submit(small);
        scene.settle();
        scene.happens(new Event.NodeJoined(2, NodeSpec.of("n2", 64_000, 1L << 38, 4, "H100")));
        scene.happens(new Event.JobCancelled(ending.id()));
        assertThat(scene.plan()).hasSize(1);

        Job gang = scene.submit(JobSpec.batch("gang", Scene.TWO_GPUS, Nanos.HOUR)
                .withGroups(List.of(
                        new TaskGroup("old", Scene.TWO_GPUS.onModels(List.of("A100")), 1, 1, Program.NONE),
                        new TaskGroup("new", Scene.TWO_GPUS.onModels(List.of("H100")), 1, 1, Program.NONE)))
                .withPriority(3));
        Job large = scene.submit(JobSpec.batch("large", Demand.cpu(1000, 0).withGpus(4), Nanos.HOUR)
                .withPriority(2));
        scene.passes(1);
        Job second = scene.submit(small);
        List<Long> stopped = new ArrayList<>();
        for (int pass = 0; pass < 40; pass++) {
            for (Decision decision : scene.plan()) {
                if (decision instanceof Decision.Stop stop) {
                    stopped.add(stop.job());
                    scene.ends(scene.state.jobTable().get(stop.job()), 0, 143);
                } else if (decision instanceof Decision.Start start) {
                    scene.starts(scene.state.jobTable().get(start.job()));
                }
            }
        }

        assertThat(stopped)
                .as("from the ninth stop of the first on nobody looks elsewhere")
                .hasSize(17);
        assertThat(stopped).last().isEqualTo(first.id());
        assertThat(second.waiting()).isFalse();
        assertThat(gang.waiting()).isTrue();
        scene.ends(ending, 0, 143);
        assertThat(large.waiting()).isFalse();
        assertThat(scene.settle()).containsExactly(gang);
        assertThat(scene.state.moves()).isEmpty();
    }

    @Test
    void a_kept_place_is_taken_in_turn_and_only_where_others_may_stop_and_ends_when_a_node_is_declared_anew() {
        Scene scene = scene("srtf", 3);
        keep(scene, 2);
        assertThat(scene.planned().decisions())
                .as("not the first node, to which it would go")
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Start.class,
                        start -> assertThat(start.placements()).containsExactly(Placement.on(2, 0b11)));

        scene.joins(3);
        assertThat(scene.state.moves()).isEmpty();
        assertThat(scene.planned().decisions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Start.class,
                        start -> assertThat(start.placements()).containsExactly(Placement.on(0, 0b11)));

        Scene stopsNobody = new Scene("greedy", 3);
        keep(stopsNobody, 2);
        assertThat(stopsNobody.planned().decisions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Start.class,
                        start -> assertThat(start.placements()).containsExactly(Placement.on(0, 0b11)));
    }

    private static void keep(Scene scene, int node) {
        Job job = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        List<Placement> places = List.of(Placement.on(node, 0b11));
        Decision move = new Decision.Move(scene.state.decisions() + 1, job.id(), Move.IN_TURN, places);
        scene.state.apply(scene.nowNanos(), new Plan(scene.state.passes() + 1, List.of(move)));
        assertThat(scene.state.moves()).containsKey(job.id());
    }

    @Test
    void another_job_starts_beside_room_that_is_being_made() {
        Scene scene = scene("srtf", 2).with(Scene.TWO_GPUS, Nanos.HOUR).with(Scene.ONE_GPU, Nanos.SECOND);
        scene.submit(Scene.TWO_GPUS, Nanos.MINUTE);
        Job small = scene.submit(Scene.ONE_GPU, 2 * Nanos.MINUTE);

        List<Decision> decisions = scene.plan();

        assertThat(decisions).hasSize(2);
        assertThat(decisions.getFirst()).isInstanceOf(Decision.Stop.class);
        assertThat(decisions.getLast())
                .isInstanceOfSatisfying(
                        Decision.Start.class, start -> assertThat(start.job()).isEqualTo(small.id()));
    }

    @Test
    void a_job_that_used_its_share_falls_behind_at_a_time_that_is_known() {
        Scene scene = new Scene(
                Catalog.standard().presets().stream()
                        .filter(preset -> preset.name().equals("tiresias-l"))
                        .findFirst()
                        .orElseThrow(),
                1);
        Job first = scene.runs(Scene.TWO_GPUS, Nanos.DAY);
        long began = scene.nowNanos();
        Job second = scene.submit(Scene.TWO_GPUS, Nanos.DAY);
        assertThat(scene.settle()).isEmpty();

        assertThat(scene.wakeNanos()).isEqualTo(began + 1625 * Nanos.SECOND);
        scene.passes(scene.wakeNanos() - scene.nowNanos());
        assertThat(scene.settle()).containsExactly(second);
        assertThat(first.waiting()).isTrue();
    }

    @Test
    void equal_jobs_do_not_preempt_each_other() {
        Scene scene = scene("priority", 1).with(Scene.TWO_GPUS, Nanos.HOUR);
        scene.passes(Nanos.HOUR);
        scene.submit(Scene.TWO_GPUS, Nanos.HOUR);

        assertThat(scene.plan()).isEmpty();
    }

    @Test
    void room_that_is_left_over_by_a_victim_counts_for_those_who_found_none_before() {
        Scene scene = new Scene(
                StrategySpec.of("aging", "fcfs", "first-fit", "greedy")
                        .ordering(PolicySpec.of("priority", Map.of("aging", "1")))
                        .preempting("by-order"),
                2);
        Job low = submit(scene, Demand.cpu(10_000, 1 << 20).withGpus(1), 1, 0);
        scene.settle();
        Job early = submit(scene, Scene.ONE_GPU, 3, 1);
        scene.happens(new Event.JobHeld(early.id(), true));
        scene.passes(20 * Nanos.MINUTE);
        Job late = submit(scene, Scene.ONE_GPU, 3, 1);
        scene.happens(new Event.JobHeld(late.id(), true));
        scene.passes(50 * Nanos.MINUTE);
        Job equal = submit(scene, Scene.TWO_GPUS, 1, 1);
        scene.settle();
        scene.happens(new Event.JobHeld(early.id(), false));
        scene.happens(new Event.JobHeld(late.id(), false));
        submit(scene, Demand.cpu(60_000, 1 << 20).withGpus(1), 1, 2);

        assertThat(scene.plan())
                .extracting(decision -> ((Decision.Stop) decision).job())
                .as("what the urgent job leaves of the equal one's node is the third GPU")
                .containsExactly(equal.id(), low.id());
    }

    @Test
    void the_last_in_the_order_of_now_is_preempted_where_keys_grow_with_time() {
        Scene scene = scene("unicep", 2);
        Demand half = Demand.cpu(500, 1L << 38);
        scene.submit(half, 1000 * Nanos.SECOND);
        scene.settle();
        scene.passes(20 * Nanos.SECOND);
        Job faster = scene.submit(half, 100 * Nanos.SECOND);
        scene.settle();
        scene.submit(half, Nanos.SECOND);
        scene.passes(Nanos.SECOND);
        assertThat(scene.plan()).isEmpty();
        scene.passes(39 * Nanos.SECOND);
        scene.submit(half, 10_000 * Nanos.SECOND);

        assertThat(scene.plan())
                .extracting(decision -> ((Decision.Stop) decision).job())
                .containsExactly(faster.id());
    }

    @Test
    void what_did_not_fit_beside_a_job_that_did_not_start_is_tried_in_the_next_pass() {
        Scene scene = scene("sjf", 0);
        scene.happens(new Event.NodeJoined(
                0,
                new NodeSpec(
                        "n0", Amounts.of(64_000, 1L << 38), Integer.MAX_VALUE, NodeSpec.gpus(1, "H100", 40L << 30))));
        scene.submit(Scene.ONE_GPU, 2 * Nanos.HOUR);
        scene.settle();
        Job sharing = scene.submit(
                new Demand(Amounts.of(60_000, 0), DeviceDemand.of(1, 0, 5L << 30, Acceptable.ANY_GPU)), Nanos.MINUTE);
        Job beside = scene.submit(Demand.cpu(10_000, 0), 3 * Nanos.HOUR);
        assertThat(scene.plan()).isEmpty();
        scene.happens(new Event.JobCancelled(sharing.id()));

        assertThat(scene.settle()).containsExactly(beside);
    }

    @Test
    void nobody_is_preempted_where_the_placement_refuses_the_room() {
        Catalog catalog = Catalog.standard()
                .with(Catalog.place(
                        "choosy",
                        "the first; none for two GPUs",
                        "",
                        (_, _) -> new Placer.Picked(
                                (candidates, _) -> candidates.shape().demand().gpus() == 2 ? -1 : candidates.at(0))));
        StrategySpec strategy =
                StrategySpec.of("choosy", "sjf", "choosy", "greedy").preempting("by-order");
        Scene scene = new Scene(strategy, 1, catalog);
        Job longer = scene.runs(Scene.ONE_GPU, Nanos.DAY);
        Job refused = scene.submit(Scene.TWO_GPUS, Nanos.MINUTE);
        Job beside = scene.submit(Scene.ONE_GPU, Nanos.HOUR);

        assertThat(scene.settle()).containsExactly(beside);
        assertThat(refused.waiting()).isTrue();
        assertThat(longer.waiting()).isFalse();
    }

    private static Job submit(Scene scene, Demand demand, int tasks, int priority) {
        long id = scene.state.nextJob();
        JobSpec spec =
                JobSpec.batch("job-" + id, demand, Nanos.HOUR).withTasks(tasks).withPriority(priority);
        scene.happens(new Event.JobSubmitted(id, spec, "test", id));
        return scene.state.jobs().getLast();
    }
}
