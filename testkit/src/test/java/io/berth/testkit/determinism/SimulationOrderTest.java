package io.berth.testkit.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.run.Simulation;
import io.berth.sim.safety.SafetyRules;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomSpecs;
import io.berth.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The simulator itself, with a world in which starts and nodes fail. */
class SimulationOrderTest {
    private static final WorldOptions WORLD =
            new WorldOptions(2 * Nanos.SECOND, 0.1, 0.1, 5 * Nanos.MINUTE, 30 * Nanos.SECOND);
    private static final int SHUFFLES = 100;

    @Test
    void a_simulation_is_the_same_journal_in_a_hundred_orders_of_arrival() {
        for (StrategySpec strategy : List.of(
                StrategySpec.of("fgd", "fcfs", "fgd", "greedy"), StrategySpec.of("random", "sjf", "random", "none"))) {
            byte[] ordered = run(strategy, 0);
            Seeds.upTo(SHUFFLES, shuffle -> assertThat(run(strategy, shuffle)).isEqualTo(ordered));
        }
    }

    private static byte[] run(StrategySpec strategy, long shuffleSeed) {
        RandomSpecs specs = new RandomSpecs(new Chance(11, "simulation-order", 0));
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < 8; node++) {
            nodes.add(specs.node(node));
        }
        MemoryJournal journal = new MemoryJournal();
        Observer rules = shuffleSeed == 0 ? new SafetyRules() : new Observer() {};
        var setup = new Simulation.Setup(nodes, bursts(specs), strategy, 3, WORLD, Nanos.HOUR, shuffleSeed);
        new Simulation(setup, Catalog.standard(), journal, rules).run();
        assertThat(journal.frames().size()).isGreaterThan(100);
        return journal.bytes();
    }

    /** Jobs in bursts on whole seconds. */
    private static Workload bursts(RandomSpecs specs) {
        Chance chance = new Chance(12, "bursts", 0);
        List<Arrival> arrivals = new ArrayList<>();
        for (int job = 0; job < 200; job++) {
            arrivals.add(new Arrival(Nanos.SECOND * (1 + chance.below(60)), specs.job("job-" + job)));
        }
        arrivals.sort(Comparator.comparingLong(Arrival::atNanos));
        return new ListedWorkload(arrivals, List.of());
    }
}
