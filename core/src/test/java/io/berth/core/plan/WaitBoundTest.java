package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Bounded;
import io.berth.core.explain.Explainer;
import io.berth.core.policy.Facts;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Within four hours a job shall start; from two on it goes before all others. */
class WaitBoundTest {
    private static final StrategySpec GREEDY = bounded(StrategySpec.of("bounded", "fcfs", "first-fit", "greedy"));

    private static StrategySpec bounded(StrategySpec strategy) {
        return strategy.with(PolicyKind.BOUND, PolicySpec.of("wait"));
    }

    @Test
    void a_large_job_starves_behind_small_ones_under_greedy_and_does_not_under_a_bound() {
        assertThat(startsWithin(StrategySpec.of("greedy", "fcfs", "first-fit", "greedy"), 100))
                .isEqualTo(-1);
        // Two hours like any other, then half an hour until those have ended that ran by then.
        assertThat(startsWithin(GREEDY, 100)).isEqualTo(5);
    }

    /** After how many half hours a job of two GPUs starts while one of one GPU that runs for an hour comes each half hour; -1 for not at all. */
    private static int startsWithin(StrategySpec strategy, int halfHours) {
        Scene scene = new Scene(strategy, 1);
        Job running = scene.runs(Scene.ONE_GPU, Nanos.HOUR);
        Job large = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();
        for (int halfHour = 1; halfHour <= halfHours; halfHour++) {
            Job next = scene.submit(Scene.ONE_GPU, Nanos.HOUR);
            scene.settle();
            scene.passes(30 * Nanos.MINUTE);
            if (!running.waiting() && running.decision() > 0) {
                scene.ends(running, 0, 0);
            }
            scene.settle();
            if (!large.waiting()) {
                return halfHour;
            }
            running = next;
        }
        return -1;
    }

    @Test
    void those_that_pressed_longest_go_first_whatever_the_order_says() {
        Scene scene = new Scene(bounded(StrategySpec.of("short", "sjf", "first-fit", "greedy")), 1);
        scene.runs(Scene.TWO_GPUS, 5 * Nanos.HOUR);
        Job first = scene.submit(Scene.TWO_GPUS, 3 * Nanos.HOUR);
        scene.passes(Nanos.MINUTE);
        scene.submit(Scene.TWO_GPUS, 2 * Nanos.HOUR);
        scene.settle();
        scene.passes(3 * Nanos.HOUR);
        Job young = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();

        assertThat(Explainer.of(scene.state, Catalog.standard())
                        .waiting()
                        .getFirst()
                        .id())
                .isEqualTo(first.id());
        assertThat(scene.promised()).isSameAs(first);
        assertThat(young.waiting()).isTrue();
    }

    @Test
    void whoever_does_not_delay_it_starts_beside_it() {
        Scene scene = new Scene(GREEDY, 2);
        scene.runs(Scene.TWO_GPUS, 3 * Nanos.HOUR);
        scene.runs(Scene.ONE_GPU, 4 * Nanos.HOUR);
        Job large = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();
        scene.passes(2 * Nanos.HOUR);
        Job beside = scene.submit(Scene.ONE_GPU, Nanos.DAY);
        Job tooMuch = scene.submit(Scene.TWO_GPUS, Nanos.MINUTE);

        assertThat(scene.settle()).containsExactly(beside);
        assertThat(scene.promised()).isSameAs(large);
        assertThat(scene.promisedNanos()).isEqualTo(scene.nowNanos() + Nanos.HOUR);
        assertThat(tooMuch.waiting()).isTrue();
    }

    @Test
    void room_is_kept_though_nobody_knows_when_it_will_be_there() {
        Scene scene = new Scene(GREEDY, 2);
        Job first = scene.runs(Scene.ONE_GPU, Nanos.NEVER);
        Job second = scene.runs(Scene.TWO_GPUS, Nanos.NEVER);
        Job large = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();
        scene.passes(2 * Nanos.HOUR);
        // The room of the first that started is kept, whatever a short job would do there.
        Job small = scene.submit(Scene.ONE_GPU, Nanos.SECOND);
        assertThat(scene.settle()).isEmpty();
        assertThat(scene.promised()).isSameAs(large);
        assertThat(scene.promisedNanos()).isEqualTo(Nanos.NEVER);
        assertThat(second.waiting()).isFalse();

        scene.ends(first, 0, 0);
        assertThat(scene.settle()).containsExactly(large);
        assertThat(small.waiting()).isTrue();
    }

    @Test
    void room_is_kept_in_one_domain_for_a_job_that_must_be_in_one() {
        Scene scene = new Scene(GREEDY, 0);
        for (int node = 0; node < 4; node++) {
            String rack = node < 2 ? "a" : "b";
            scene.happens(new Event.NodeJoined(
                    node,
                    NodeSpec.of("n" + node, 64_000, 1L << 38, 2, "H100").withLabels(List.of(new Label("rack", rack)))));
        }
        // Rack a is free in five hours, rack b in six; by count there is room across both in three.
        long[] hours = {3, 5, 6, 3};
        for (long hour : hours) {
            scene.runs(Scene.TWO_GPUS, hour * Nanos.HOUR);
        }
        Demand inOneRack = Scene.TWO_GPUS.withPeers(List.of(new PeerRule.Within("rack")));
        Job gang = scene.submit(inOneRack, 2);
        scene.settle();
        scene.passes(2 * Nanos.HOUR);
        scene.settle();

        assertThat(scene.promised()).isSameAs(gang);
        assertThat(scene.promisedNanos()).isEqualTo(scene.nowNanos() + 3 * Nanos.HOUR);
        assertThat(Explainer.of(scene.state, Catalog.standard())
                        .explain(gang.id())
                        .bounded()
                        .kept())
                .containsExactly("n0", "n1");
    }

    @Test
    void a_service_is_not_waited_for_and_who_has_no_hope_keeps_nobody_waiting() {
        Scene scene = new Scene(GREEDY, 1);
        JobSpec service = JobSpec.batch("service", Scene.ONE_GPU, Nanos.NEVER);
        scene.submit(new JobSpec(
                "service", "default", JobKind.SERVICE, 0, service.groups(), service.timing(), service.terms()));
        scene.settle();
        Job large = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        scene.settle();
        scene.passes(3 * Nanos.HOUR);
        Job small = scene.submit(Scene.ONE_GPU, Nanos.DAY);

        assertThat(scene.settle()).containsExactly(small);
        assertThat(large.waiting()).isTrue();
        assertThat(scene.promised()).isNull();
    }

    @Test
    void time_alone_calls_for_a_pass_when_a_job_begins_to_press() {
        Scene scene = new Scene(bounded(StrategySpec.of("strict", "sjf", "first-fit", "none")), 1);
        scene.runs(Scene.ONE_GPU, 9 * Nanos.HOUR);
        Job small = scene.submit(Scene.ONE_GPU, Nanos.HOUR);
        scene.happens(new Event.JobHeld(small.id(), true));
        scene.submit(Scene.TWO_GPUS, Nanos.MINUTE);
        scene.passes(Nanos.MINUTE);
        scene.happens(new Event.JobHeld(small.id(), false));
        scene.submit(Scene.TWO_GPUS, Nanos.MINUTE);
        assertThat(scene.settle()).isEmpty();
        long first = scene.nowNanos() + 2 * Nanos.HOUR - Nanos.MINUTE;
        assertThat(scene.wakeNanos()).isEqualTo(first);

        scene.passes(first - scene.nowNanos());
        assertThat(scene.settle()).isEmpty();
        assertThat(scene.wakeNanos()).isEqualTo(first + Nanos.MINUTE);
    }

    @Test
    void who_presses_goes_before_a_head_that_holds_up_the_queue() {
        Scene scene = new Scene(bounded(StrategySpec.of("strict", "sjf", "first-fit", "none")), 1);
        scene.runs(Scene.ONE_GPU, 9 * Nanos.HOUR);
        Job small = scene.submit(Scene.ONE_GPU, Nanos.HOUR);
        scene.passes(Nanos.MINUTE);
        scene.submit(Scene.TWO_GPUS, Nanos.MINUTE);
        assertThat(small.waiting()).isTrue();
        scene.passes(2 * Nanos.HOUR - Nanos.MINUTE);

        assertThat(scene.settle()).containsExactly(small);
    }

    @Test
    void who_was_stopped_for_others_waits_anew() {
        StrategySpec strategy = GREEDY.with(PolicyKind.RECLAIM, PolicySpec.of("any"));
        Scene scene = new Scene(strategy, 1);
        scene.happens(new Event.QueuesDeclared(List.of(quota("a", 0), quota("b", 2))));
        Job long1 = scene.submit(in("a", 9 * Nanos.HOUR));
        scene.settle();
        scene.passes(3 * Nanos.HOUR);
        Job urgent = scene.submit(in("b", Nanos.HOUR));

        assertThat(scene.settle()).containsExactly(urgent);
        assertThat(long1.waiting()).isTrue();
        assertThat(long1.waitsSinceNanos()).isEqualTo(scene.nowNanos());
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + 2 * Nanos.HOUR);
    }

    @Test
    void who_would_borrow_waits_for_the_turn_of_its_queue() {
        Scene scene = new Scene(GREEDY.with(PolicyKind.SHARE, PolicySpec.of("drf")), 2);
        scene.happens(new Event.QueuesDeclared(List.of(quota("a", 2), quota("b", 2))));
        Job first = scene.submit(in("a", 9 * Nanos.HOUR));
        Job second = scene.submit(in("b", 9 * Nanos.HOUR));
        scene.settle();
        Job flood = scene.submit(in("a", Nanos.HOUR));
        scene.submit(in("a", Nanos.HOUR));
        scene.settle();
        scene.passes(3 * Nanos.HOUR);
        Job deserved = scene.submit(in("b", Nanos.HOUR));
        scene.ends(second, 0, 0);

        assertThat(scene.settle()).contains(deserved);
        assertThat(first.waiting()).isFalse();
        assertThat(flood.waiting()).isTrue();
    }

    private static QueueSpec quota(String name, long gpus) {
        return QueueSpec.of(name).deserving("gpu", QueueAmount.of(1000 * gpus));
    }

    private static JobSpec in(String queue, long runNanos) {
        return JobSpec.batch("job", Scene.TWO_GPUS, runNanos).withQueue(queue);
    }

    @Test
    void explain_says_since_when_it_presses_and_what_is_kept_for_it() {
        Scene scene = new Scene(GREEDY, 1);
        scene.runs(Scene.ONE_GPU, 9 * Nanos.HOUR);
        Job large = scene.submit(Scene.TWO_GPUS, Nanos.HOUR);
        long since = scene.nowNanos();
        scene.settle();
        scene.passes(3 * Nanos.HOUR);
        Job small = scene.submit(Scene.ONE_GPU, Nanos.DAY);
        scene.settle();
        Explainer explainer = Explainer.of(scene.state, Catalog.standard());

        assertThat(explainer.explain(small.id()).reason()).isEqualTo(Reason.WOULD_DELAY);
        assertThat(explainer.explain(large.id()).atNanos()).isEqualTo(scene.nowNanos() + 6 * Nanos.HOUR);
        assertThat(explainer.explain(large.id()).bounded())
                .isEqualTo(new Bounded(true, since + 2 * Nanos.HOUR, since + 4 * Nanos.HOUR, List.of("n0")));
        assertThat(explainer.explain(small.id()).bounded())
                .isEqualTo(new Bounded(
                        false, scene.nowNanos() + 2 * Nanos.HOUR, scene.nowNanos() + 4 * Nanos.HOUR, List.of()));
    }

    @Test
    void it_goes_with_what_promises_nothing_to_others_and_says_what_is_wrong() {
        refused(
                StrategySpec.of("s", "fcfs", "first-fit", "conservative").with(PolicyKind.BOUND, PolicySpec.of("wait")),
                "bound (wait) keeps room for one job after another, so backfill (conservative) does not go with it, only"
                        + " none, greedy or easy.");
        refused(wait(Map.of("hours", "0")), "The hours (0.0) of bound (wait) must be above 0 and at most 1000000.0.");
        refused(wait(Map.of("from", "2")), "The from (2.0) of bound (wait) must be from 0 to 1.");
    }

    private static StrategySpec wait(Map<String, String> parameters) {
        return GREEDY.with(PolicyKind.BOUND, PolicySpec.of("wait", parameters));
    }

    private static void refused(StrategySpec strategy, String message) {
        Facts facts = new Facts(1, 1, List.of());
        assertThatThrownBy(() -> Catalog.standard().strategy(strategy, facts)).hasMessageContaining(message);
    }
}
