package io.berth.core.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.Rate;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.pace.Learnt.From;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
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

/** How fast jobs are, of which nobody says it. */
class SpeedsTest {
    private static JobSpec job(String name) {
        return JobSpec.batch(name, Scene.ONE_GPU, Nanos.HOUR);
    }

    private static Speeds learning() {
        Speeds speeds = new Speeds();
        speeds.learns(true);
        return speeds;
    }

    private static double speed(Learnt learnt) {
        return learnt.millionths() / (double) RunProfile.TOLD;
    }

    @Test
    void what_jobs_like_it_did_is_what_it_will_do() {
        Speeds speeds = learning();
        speeds.ran(job("llm-1"), "H100", Nanos.HOUR / 2);
        speeds.ran(job("llm-22"), "H100", Nanos.HOUR / 8);

        Learnt learnt = speeds.of(job("llm-3"), null, "H100");
        assertThat(learnt.from()).isEqualTo(From.ALIKE);
        assertThat(speed(learnt)).isCloseTo(4, within(1e-4));
        assertThat(learnt.count()).isEqualTo(2);
        assertThat(learnt.spread()).isCloseTo(StrictMath.log(2), within(1e-9));
        assertThat(speeds.of(job("vision-3"), null, "H100").from()).isEqualTo(From.NOTHING);
    }

    @Test
    void where_jobs_like_it_never_were_others_say_what_is_gained() {
        Speeds speeds = learning();
        speeds.ran(job("llm-1"), "A100", Nanos.HOUR * 2);
        speeds.ran(job("vision-1"), "A100", Nanos.HOUR);
        speeds.ran(job("vision-2"), "T4", Nanos.HOUR * 5);

        Learnt learnt = speeds.of(job("llm-2"), null, "T4");
        assertThat(learnt.from()).isEqualTo(From.OTHERS);
        assertThat(speed(learnt)).isCloseTo(0.1, within(1e-4));
    }

    @Test
    void where_nobody_was_the_makers_say_it_and_else_nobody_does() {
        Speeds speeds = learning();
        speeds.ran(job("llm-1"), "NVIDIA-A100-SXM4-80GB", Nanos.HOUR);

        assertThat(speeds.of(job("llm-2"), null, "H100").from()).isEqualTo(From.CHIP);
        assertThat(speed(speeds.of(job("llm-2"), null, "H100"))).isCloseTo(989.0 / 312, within(1e-4));
        assertThat(speeds.of(job("llm-2"), null, "SX-Aurora"))
                .isEqualTo(new Learnt(RunProfile.TOLD, From.NOTHING, 0, 0));
    }

    @Test
    void what_it_says_itself_goes_first_and_then_what_was_measured_of_it() {
        Speeds speeds = learning();
        speeds.ran(job("llm-1"), "A100", Nanos.HOUR);
        speeds.ran(job("llm-1"), "H100", Nanos.HOUR / 4);
        JobSpec told = job("llm-2")
                .withTiming(Timing.known(Nanos.HOUR)
                        .withProfile(new RunProfile(List.of(new ModelSpeed("H100", 2 * RunProfile.TOLD)))));

        assertThat(speeds.of(told, "A100", "H100").from()).isEqualTo(From.TOLD);
        assertThat(speed(speeds.of(told, null, "H100"))).isEqualTo(2);
        assertThat(speeds.of(job("llm-2"), "H100", "H100").from()).isEqualTo(From.MEASURED);
        assertThat(speed(speeds.of(job("llm-2"), "H100", "H100"))).isEqualTo(1);
        assertThat(speed(speeds.of(job("llm-2"), "H100", "A100"))).isCloseTo(0.25, within(1e-4));
    }

    @Test
    void nothing_is_learnt_of_who_says_it_of_what_hardly_ran_or_unasked() {
        Speeds speeds = new Speeds();
        speeds.ran(job("llm-1"), "A100", Nanos.HOUR);
        speeds.learns(true);
        speeds.ran(job("llm-1"), "A100", Nanos.SECOND - 1);
        speeds.ran(
                job("llm-2")
                        .withTiming(Timing.known(Nanos.HOUR)
                                .withProfile(new RunProfile(List.of(new ModelSpeed("H100", 2))))),
                "H100",
                Nanos.HOUR);

        assertThat(speeds.observed()).isEmpty();
    }

    @Test
    void what_is_kept_is_bounded_and_the_stalest_goes() {
        Speeds speeds = learning();
        for (int i = 0; i < Speeds.MOST_ALIKE + 10; i++) {
            speeds.ran(job("first"), "A100", Nanos.HOUR);
            speeds.ran(job("job" + i + "x"), "A100", Nanos.HOUR);
        }
        for (int i = 0; i < Speeds.MOST_MODELS + 10; i++) {
            speeds.ran(job("first"), "model" + i, Nanos.HOUR);
        }

        assertThat(speeds.observed()).hasSize(Speeds.MOST_ALIKE + Speeds.MOST_MODELS - 1);
        assertThat(speeds.of(job("first"), null, "A100").from()).isEqualTo(From.ALIKE);
        assertThat(speeds.of(job("job0x"), null, "A100").from()).isEqualTo(From.NOTHING);
    }

    @Test
    void old_observations_fade() {
        Speeds speeds = learning();
        for (int i = 0; i < 1000; i++) {
            speeds.ran(job("llm"), "A100", Nanos.HOUR);
        }
        for (int i = 0; i < 200; i++) {
            speeds.ran(job("llm"), "A100", Nanos.HOUR / 2);
        }

        assertThat(speed(speeds.of(job("llm"), null, "A100"))).isCloseTo(2, within(0.01));
    }

    /** T4 and H100, the T4 first by number, of which nothing is told. */
    private static Scene scene() {
        Scene scene = new Scene(
                StrategySpec.of("scene", "fcfs", "best-fit", "greedy")
                        .with(PolicyKind.DEVICE, PolicySpec.of("cheapest", new TreeMap<>(Map.of("speeds", "learnt")))),
                0);
        joins(scene, 0, "T4", 400_000);
        joins(scene, 1, "H100", 4_000_000);
        return scene;
    }

    private static void joins(Scene scene, int node, String model, long micros) {
        DeviceSet set = DeviceSet.gpus(1, model, 0).withRate(new Rate(micros, 300));
        scene.happens(new Event.NodeJoined(
                node, new NodeSpec("n" + node, Amounts.of(64_000, 1L << 38), Integer.MAX_VALUE, List.of(set))));
    }

    private static Job runs(Scene scene, long nanos) {
        Job job = scene.submit(job("train-7"));
        scene.settle();
        scene.passes(nanos);
        return job;
    }

    /** A twentieth of the speed for a tenth of the price is dear. */
    @Test
    void a_strategy_that_asks_goes_by_it_and_a_recovered_state_knows_it() {
        Scene scene = scene();
        Job slow = runs(scene, 20 * Nanos.HOUR);
        assertThat(slow.node(0)).isZero();
        scene.ends(slow, 0, 0);
        Job other = runs(scene, Nanos.HOUR);
        assertThat(other.node(0)).isEqualTo(1);

        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);
        State again = StateCodec.read(new ByteSource(sink.toByteArray()));
        assertThat(again.speeds().observed())
                .isEqualTo(scene.state.speeds().observed())
                .hasSize(1);
        assertThat(again.speeds().learns()).isTrue();
        ByteSink second = new ByteSink();
        StateCodec.write(again, second);
        assertThat(second.toByteArray()).isEqualTo(sink.toByteArray());
    }

    @Test
    void the_model_on_which_it_told_of_its_progress_is_kept_with_it() {
        Scene scene = scene();
        Job job = runs(scene, Nanos.MINUTE);
        scene.happens(new Event.ProgressReported(job.id(), job.decision(), Nanos.HOUR));

        assertThat(job.measuredOn()).isEqualTo("T4");
        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);
        State again = StateCodec.read(new ByteSource(sink.toByteArray()));
        assertThat(again.jobs().iterator().next().measuredOn()).isEqualTo("T4");
    }

    @Test
    void who_asks_why_a_job_waits_hears_how_fast_it_is_taken_to_be_where() {
        Scene scene = scene();
        Job slow = runs(scene, 20 * Nanos.HOUR);
        scene.ends(slow, 0, 0);
        runs(scene, Nanos.MINUTE);
        runs(scene, Nanos.MINUTE);
        Job waits = runs(scene, Nanos.MINUTE);
        assertThat(waits.waiting()).isTrue();

        Explanation why = new Explainer(scene.state.image().state(), Scene.CATALOG).explain(waits.id());
        assertThat(why).isNotNull();
        assertThat(why.speeds())
                .extracting(SpeedOn::text)
                .containsExactly("0.76 on H100, by what the makers say of the chips", "0.05 on T4, of 1 job like it");
    }

    @Test
    void speeds_are_told_or_learnt() {
        StrategySpec wrong = StrategySpec.of("w")
                .with(PolicyKind.DEVICE, PolicySpec.of("cheapest", new TreeMap<>(Map.of("speeds", "guessed"))));

        assertThatThrownBy(() -> new Scene(wrong, 1).settle()).hasMessageContaining("guessed");
    }
}
