package io.berth.core.policy.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.Rate;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.metric.JobCosts;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.ModelUtility;
import io.berth.core.workload.term.RunProfile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceOrdersTest {
    private static final int K80 = 0;
    private static final int V100 = 1;
    private static final RunProfile FIFTH_ON_K80 = new RunProfile(List.of(new ModelSpeed("K80", 200_000)));

    /** A K80 at 0.4 an hour and a V100 at 2.5, of which best-fit would take the first. */
    private static Scene scene(String device) {
        return scene(
                StrategySpec.of("scene", "fcfs", "best-fit", "greedy").with(PolicyKind.DEVICE, PolicySpec.of(device)));
    }

    private static Scene scene(StrategySpec strategy) {
        Scene scene = new Scene(strategy, 0);
        joins(scene, K80, "K80", 400_000);
        joins(scene, V100, "V100", 2_500_000);
        return scene;
    }

    private static void joins(Scene scene, int node, String model, long micros) {
        DeviceSet set = DeviceSet.gpus(2, model, 0).withRate(new Rate(micros, 300));
        scene.happens(new Event.NodeJoined(
                node, new NodeSpec("n" + node, Amounts.of(64_000, 1L << 38), Integer.MAX_VALUE, List.of(set))));
    }

    private static JobSpec job(RunProfile profile, long deadlineNanos) {
        return JobSpec.batch("job", Scene.ONE_GPU, Nanos.HOUR)
                .withTiming(Timing.known(Nanos.HOUR).withProfile(profile).withDeadline(deadlineNanos));
    }

    /** A fifth of the speed for 0.16 of the price is 2 an hour of work against 2.5. */
    @ParameterizedTest
    @CsvSource({
        "any, 3600, K80",
        "fastest, 36000, V100",
        "cheapest, 3600, K80",
        "deadline-cheapest, 18000, K80",
        "deadline-cheapest, 17999, V100",
        "deadline-cheapest, 60, V100"
    })
    void a_job_goes_where_the_strategy_says(String device, long deadlineSeconds, String model) {
        Scene scene = scene(device);
        Job job = scene.submit(job(FIFTH_ON_K80, deadlineSeconds * Nanos.SECOND));
        scene.settle();

        assertThat(job.node(0)).isEqualTo(model.equals("K80") ? K80 : V100);
    }

    @Test
    void where_a_device_is_slower_than_it_is_cheap_the_dear_one_is_cheapest() {
        Scene scene = scene("cheapest");
        Job job = scene.submit(job(new RunProfile(List.of(new ModelSpeed("K80", 100_000))), Nanos.NEVER));
        scene.settle();

        assertThat(job.node(0)).isEqualTo(V100);
    }

    @Test
    void most_useful_goes_where_the_job_says_it_is_worth_most_and_what_is_not_named_is_one() {
        for (String model : List.of("K80", "V100")) {
            Scene scene = scene("most-useful");
            RunProfile profile = RunProfile.NONE.withUtilities(List.of(new ModelUtility(model, 3_000_000)));
            Job job = scene.submit(job(profile, Nanos.NEVER));
            scene.settle();

            assertThat(job.node(0)).as(model).isEqualTo(model.equals("K80") ? K80 : V100);
            JobCosts costs = new JobCosts();
            costs.instant(
                    new Frame(
                            scene.nowNanos(),
                            List.of(),
                            new Plan(
                                    1,
                                    List.of(new Decision.Start(
                                            job.decision(), job.id(), List.of(Placement.on(job.node(0), 1)))))),
                    scene.state);
            JobCosts.Spent spent = costs.of(job, scene.nowNanos() + Nanos.HOUR);
            assertThat(spent.gpuHours()).isCloseTo(1, within(1e-9));
            assertThat(spent.useful()).isCloseTo(3, within(1e-9));
        }
    }

    @Test
    void what_is_busy_is_not_waited_for_and_tasks_of_one_job_may_be_on_several_kinds() {
        Scene scene = scene("fastest");
        Job first = scene.submit(job(FIFTH_ON_K80, Nanos.NEVER));
        Job gang = scene.submit(job(FIFTH_ON_K80, Nanos.NEVER).withTasks(3));
        scene.settle();

        assertThat(first.node(0)).isEqualTo(V100);
        assertThat(gang.waiting()).isFalse();
        assertThat(gang.pace()).isEqualTo(200_000);
    }

    @Test
    void windows_choose_devices_themselves() {
        StrategySpec strategy = StrategySpec.of("w")
                .with(PolicyKind.DEVICE, PolicySpec.of("cheapest"))
                .planning(PolicySpec.of("dual"));

        assertThatThrownBy(() -> new Scene(strategy, 1).settle()).hasMessageContaining("device (cheapest)");
    }

    @Test
    void a_job_costs_what_its_devices_do_while_it_runs() {
        Scene scene = scene("cheapest");
        JobCosts costs = new JobCosts();
        Job job = scene.submit(job(FIFTH_ON_K80, Nanos.NEVER));
        Plan plan = scene.planned();
        scene.plan();
        scene.starts(job);
        costs.instant(new Frame(scene.nowNanos(), List.of(), plan), scene.state);

        long later = scene.nowNanos() + 5 * Nanos.HOUR;
        assertThat(costs.of(job, later).money()).isCloseTo(2.0, within(1e-9));
        assertThat(costs.of(job, later).wattHours()).isCloseTo(1500, within(1e-6));
        assertThat(costs.priced()).isTrue();
        assertThat(costs.ended(job, later).money()).isCloseTo(2.0, within(1e-9));
        assertThat(costs.of(job, later).money()).isZero();
    }
}
