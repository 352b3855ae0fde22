package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.Rate;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.policy.delay.ForPrice;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.RunProfile;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that wait for devices on which they cost less. */
class PriceDelayTest {
    private static final int T4 = 0;
    private static final int H100 = 1;
    private static final RunProfile HALF_ON_T4 = new RunProfile(List.of(new ModelSpeed("T4", 500_000)));

    private static StrategySpec strategy(String slack) {
        return StrategySpec.of("scene", "fcfs", "best-fit", "greedy")
                .with(PolicyKind.DEVICE, PolicySpec.of("deadline-cheapest"))
                .with(PolicyKind.DELAY, PolicySpec.of("for-price", new TreeMap<>(Map.of("slack", slack))));
    }

    /** A T4 at 0.4 an hour, which somebody has for long, and an H100 at 4. */
    private static Scene scene(String slack) {
        Scene scene = new Scene(strategy(slack), 0);
        joins(scene, T4, "T4", 400_000);
        scene.starts(submit(scene, 100 * Nanos.HOUR, Nanos.NEVER));
        joins(scene, H100, "H100", 4_000_000);
        return scene;
    }

    private static void joins(Scene scene, int node, String model, long micros) {
        DeviceSet set = DeviceSet.gpus(1, model, 0).withRate(new Rate(micros, 300));
        scene.happens(new Event.NodeJoined(
                node, new NodeSpec("n" + node, Amounts.of(64_000, 1L << 38), Integer.MAX_VALUE, List.of(set))));
    }

    private static Job submit(Scene scene, long runs, long deadlineNanos) {
        Job job = scene.submit(JobSpec.batch("job", Scene.ONE_GPU, runs)
                .withTiming(Timing.known(runs).withProfile(HALF_ON_T4).withDeadline(deadlineNanos)));
        scene.settle();
        return job;
    }

    /**
     * An hour of work is two on the T4. Due in six, it may begin there four hours from now, of which it waits half; due in less than two it
     * would be late there.
     */
    @ParameterizedTest
    @CsvSource({"0.5, 21600, 7200", "0.25, 21600, 3600", "1, 21600, 14400", "0.5, 7199, 0", "0, 21600, 0"})
    void a_job_waits_for_what_is_cheap_for_a_part_of_the_time_that_it_has(String slack, long due, long waits) {
        Scene scene = scene(slack);
        Job job = submit(scene, Nanos.HOUR, due * Nanos.SECOND);

        assertThat(job.waiting()).isEqualTo(waits > 0);
        if (waits > 0) {
            assertThat(scene.wakeNanos() - job.readyNanos()).isEqualTo(waits * Nanos.SECOND);
            scene.passes(waits * Nanos.SECOND);
            scene.settle();
        }
        assertThat(job.node(0)).isEqualTo(H100);
    }

    @Test
    void it_takes_the_cheap_device_once_that_is_free() {
        Scene scene = scene("0.5");
        Job job = submit(scene, Nanos.HOUR, 6 * Nanos.HOUR);
        Job holder = scene.state.jobs().iterator().next();
        scene.ends(holder, 0, 0);
        scene.settle();

        assertThat(job.node(0)).isEqualTo(T4);
    }

    @Test
    void without_a_deadline_it_waits_as_long_as_it_runs_at_most_and_not_at_all_where_nobody_knows_that() {
        Scene scene = scene("1");
        Job job = submit(scene, Nanos.HOUR, Nanos.NEVER);
        assertThat(scene.wakeNanos() - job.readyNanos()).isEqualTo(2 * Nanos.HOUR);

        Scene other = scene("1");
        Job unknown = other.submit(JobSpec.batch("job", Scene.ONE_GPU, Nanos.HOUR)
                .withTiming(new Timing(Nanos.NEVER, Nanos.HOUR, Nanos.NEVER).withProfile(HALF_ON_T4)));
        other.settle();
        assertThat(unknown.node(0)).isEqualTo(H100);
    }

    @Test
    void others_are_told_why() {
        assertThat(new ForPrice(0.5).reason()).isEqualTo(Reason.AWAITS_PRICE);
        assertThat(Reason.ofCode(Reason.AWAITS_PRICE.code())).isEqualTo(Reason.AWAITS_PRICE);
    }

    @Test
    void a_slack_is_a_part() {
        assertThatThrownBy(() -> new ForPrice(1.5)).hasMessageContaining("0 to 1");
        assertThatThrownBy(() -> new ForPrice(Double.NaN)).hasMessageContaining("0 to 1");
    }
}
