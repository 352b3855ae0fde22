package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

class PlannerTest {
    @Test
    void a_head_that_is_rejected_does_not_hold_up_the_queue() {
        Scene scene = new Scene("none", 1);
        scene.planned(Scene.ONE_GPU, 1);
        Job head = scene.submit(Scene.TWO_GPUS, 1, 10 * Nanos.SECOND);
        Job behind = scene.submit(Scene.ONE_GPU, 1);
        assertThat(scene.plan()).isEmpty();

        scene.passes(10 * Nanos.SECOND);

        assertThat(scene.plan())
                .satisfiesExactly(
                        start -> assertThat(start)
                                .isInstanceOfSatisfying(
                                        Decision.Start.class,
                                        s -> assertThat(s.job()).isEqualTo(behind.id())),
                        reject ->
                                assertThat(reject).isEqualTo(new Decision.Reject(3, head.id(), Reason.PATIENCE_OVER)));
    }

    @Test
    void a_plan_that_is_not_applied_comes_out_the_same_again() {
        Scene scene = new Scene("greedy", 1);
        scene.submit(Scene.ONE_GPU, 1);
        scene.submit(Scene.TWO_GPUS, 1);

        assertThat(scene.planned().decisions()).hasSize(1);
        assertThat(scene.planned()).isEqualTo(scene.planned());
        assertThat(scene.plan()).hasSize(1);
    }

    @Test
    void a_plan_that_was_replaced_by_another_leaves_no_trace() {
        Scene scene = new Scene("greedy", 1);
        Job small = scene.submit(Scene.ONE_GPU, 1);
        Job large = scene.submit(Scene.TWO_GPUS, 1);
        assertThat(scene.planned().decisions()).hasSize(1);

        scene.happens(new Event.JobCancelled(small.id()));

        assertThat(scene.plan())
                .singleElement()
                .isInstanceOfSatisfying(
                        Decision.Start.class, s -> assertThat(s.job()).isEqualTo(large.id()));
    }
}
