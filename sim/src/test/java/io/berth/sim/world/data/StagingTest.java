package io.berth.sim.world.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.Preference;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StagingTest {
    private static final long GIGA = 1_000_000_000L;
    /** Nodes have 1.25 GB/s where nothing is declared. */
    private static final NodeSet NOBODY = NodeSet.NONE;

    private final List<String> told = new ArrayList<>();

    private static List<NodeSpec> nodes(int count) {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            nodes.add(NodeSpec.of("n" + i, 4000, 1L << 36, 1, "A100")
                    .withLabels(List.of(new Label("rack", "r" + i / 2))));
        }
        return nodes;
    }

    private static DataPlan plan(long store, long cache, DataPlan.Named... sets) {
        return new DataPlan(List.of(sets), new DataPlan.Capacities(store, "rack", 2 * GIGA, 0), cache);
    }

    private static DataPlan.Named set(String name, long bytes, NodeSet holders) {
        return new DataPlan.Named(name, new DataSet(bytes, holders), 1);
    }

    private static Arrival job(long seconds, String name, String set) {
        Demand demand = Demand.cpu(1000, 1).withGpus(1).preferring(List.of(new Preference.OfData(List.of(set))));
        return new Arrival(seconds * Nanos.SECOND, JobSpec.batch(name, demand, 10 * Nanos.SECOND));
    }

    private RunMetrics run(DataPlan plan, int nodes, Arrival... jobs) {
        WorldOptions world = new WorldOptions(0, 0, 0, Nanos.NEVER, 0, 0, plan);
        Simulation.Setup setup = new Simulation.Setup(
                nodes(nodes),
                ListedWorkload.of(List.of(jobs)),
                StrategySpec.of("local", "fcfs", "data-local", "greedy"),
                1,
                world,
                Nanos.NEVER,
                0);
        return new Simulation(setup, Catalog.standard(), Journal.NONE, new Observer() {
                    @Override
                    public void instant(Frame frame, State state) {
                        for (Event event : frame.events()) {
                            long at = frame.atNanos() / (Nanos.SECOND / 10);
                            switch (event) {
                                case Event.TaskStarted started -> told.add(at + " starts " + started.job());
                                case Event.TaskEnded ended -> told.add(at + " ends " + ended.job());
                                case Event.DataHeld held ->
                                    told.add(
                                            at + (held.held() ? " has " : " drops ") + held.name() + " " + held.node());
                                default -> {}
                            }
                        }
                    }
                })
                .run();
    }

    @Test
    void a_task_begins_when_its_data_is_there_and_the_next_finds_it() {
        RunMetrics metrics =
                run(plan(GIGA, 100 * GIGA, set("a", 10 * GIGA, NOBODY)), 1, job(1, "x", "a"), job(2, "y", "a"));
        assertThat(told).containsExactly("110 has a 0", "110 starts 1", "210 ends 1", "210 starts 2", "310 ends 2");
        assertThat(metrics.figures()).containsEntry("data_moved_bytes", 1e10);
    }

    @Test
    void two_who_share_a_link_get_half_each_and_the_rest_when_one_is_over() {
        run(
                plan(GIGA, 0, set("a", 4 * GIGA, NOBODY), set("b", 6 * GIGA, NOBODY)),
                2,
                job(1, "x", "a"),
                job(1, "y", "b"));
        // 4 GB each in 8 s, then 2 GB in 2 s.
        assertThat(told).contains("90 starts 1", "110 starts 2");
        assertThat(told).contains("190 drops a 0", "210 drops b 1");
    }

    @Test
    void what_one_node_holds_another_gets_from_there() {
        // Node 0 has it and is busy: node 1 of the same rack gets it at the speed of its own link.
        run(plan(GIGA / 2, 100 * GIGA, set("a", 5 * GIGA, NodeSet.of(0))), 2, job(1, "x", "a"), job(1, "y", "a"));
        assertThat(told).containsExactly("10 starts 1", "50 has a 1", "50 starts 2", "110 ends 1", "150 ends 2");
    }

    @Test
    void a_set_that_two_want_on_a_node_comes_once() {
        List<NodeSpec> two = nodes(1);
        assertThat(two).hasSize(1);
        RunMetrics metrics = run(
                plan(GIGA, 100 * GIGA, set("a", 10 * GIGA, NOBODY)),
                1,
                new Arrival(Nanos.SECOND, job(1, "x", "a").spec().withDemand(half())),
                new Arrival(6 * Nanos.SECOND, job(1, "y", "a").spec().withDemand(half())));
        assertThat(told).contains("110 starts 1", "110 starts 2");
        assertThat(metrics.figures()).containsEntry("data_moved_bytes", 1e10);
    }

    private static Demand half() {
        return Demand.cpu(1000, 1).withGpuShare(1, 500).preferring(List.of(new Preference.OfData(List.of("a"))));
    }

    @Test
    void what_is_compressed_comes_as_fast_as_it_is_unpacked() {
        DataPlan.Named packed = new DataPlan.Named("a", new DataSet(10 * GIGA, NOBODY), 4);
        DataPlan plan = new DataPlan(List.of(packed), new DataPlan.Capacities(GIGA, "", 0, 2 * GIGA), 0);
        RunMetrics metrics = run(plan, 1, job(1, "x", "a"));
        // A quarter of it would pass in 2.5 s; unpacking takes 5.
        assertThat(told.getFirst()).isEqualTo("60 has a 0");
        assertThat(metrics.figures()).containsEntry("data_moved_bytes", 2.5e9);
        told.clear();
        DataPlan slow = new DataPlan(List.of(packed), new DataPlan.Capacities(GIGA, "", 0, GIGA / 2), 0);
        run(slow, 1, job(1, "x", "a"));
        assertThat(told.getFirst()).isEqualTo("110 has a 0");
    }
}
