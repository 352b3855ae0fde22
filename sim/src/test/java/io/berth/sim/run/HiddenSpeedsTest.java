package io.berth.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.Rate;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.ModelSpeed;
import io.berth.core.workload.term.RunProfile;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs whose speeds the emulated world knows, and who decides does not. */
class HiddenSpeedsTest {
    private static final RunProfile TENTH_ON_T4 = new RunProfile(List.of(new ModelSpeed("T4", 100_000)));

    private final List<String> models = new ArrayList<>();
    private final List<Long> ran = new ArrayList<>();
    private final List<Long> expected = new ArrayList<>();

    private final Observer observer = new Observer() {
        @Override
        public void instant(Frame frame, State state) {
            for (Job job : state.jobs()) {
                if (!job.waiting() && job.startNanos() == frame.atNanos()) {
                    expected.add(job.expectedEndNanos() - job.startNanos());
                    models.add(state.nodes()
                            .nodeClass(job.node(0))
                            .devices()
                            .setOf(0)
                            .model());
                }
            }
        }

        @Override
        public void ended(JobEnd end) {
            ran.add(end.atNanos() - end.job().startNanos());
        }
    };

    private static NodeSpec node(String model, long price) {
        DeviceSet set = DeviceSet.gpus(1, model, 0).withRate(new Rate(price * Rate.UNIT, 0));
        return new NodeSpec(model, Amounts.of(64_000, 1L << 38), Integer.MAX_VALUE, List.of(set));
    }

    private void run(RunProfile profile, String speeds) {
        List<Arrival> arrivals = IntStream.range(0, 3)
                .mapToObj(i -> new Arrival(
                        i * Nanos.DAY,
                        JobSpec.batch("train-" + i, Demand.cpu(1000, 0).withGpus(1), Nanos.HOUR)
                                .withTiming(Timing.known(Nanos.HOUR).withProfile(profile))))
                .toList();
        StrategySpec strategy = StrategySpec.of("s", "fcfs", "first-fit", "greedy")
                .with(PolicyKind.DEVICE, PolicySpec.of("cheapest", new TreeMap<>(Map.of("speeds", speeds))));
        Simulation.Setup setup = new Simulation.Setup(
                List.of(node("T4", 1), node("H100", 4)),
                ListedWorkload.of(arrivals),
                strategy,
                1,
                WorldOptions.IDEAL,
                Nanos.NEVER,
                0);
        new Simulation(setup, Catalog.standard(), Journal.NONE, observer).run();
    }

    @Test
    void whoDecidesExpectsWhatIsToldAndTheWorldGoesByTheTruth() {
        run(TENTH_ON_T4.asHidden(), "told");

        assertThat(models).containsExactly("T4", "T4", "T4");
        assertThat(expected).containsOnly(Nanos.HOUR);
        assertThat(ran).containsOnly(10 * Nanos.HOUR);
    }

    @Test
    void oneJobIsEnoughToLearnThatACheapDeviceIsDear() {
        run(TENTH_ON_T4.asHidden(), "learnt");

        assertThat(models).containsExactly("T4", "H100", "H100");
        assertThat(ran).containsExactly(10 * Nanos.HOUR, Nanos.HOUR, Nanos.HOUR);
    }

    @Test
    void whatIsToldNeedsNotBeLearnt() {
        run(TENTH_ON_T4, "told");

        assertThat(models).containsExactly("H100", "H100", "H100");
    }
}
