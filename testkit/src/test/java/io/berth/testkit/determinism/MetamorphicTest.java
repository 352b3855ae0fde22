package io.berth.testkit.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.model.LargestNode;
import io.berth.core.model.ModelFile;
import io.berth.core.model.PlacementModel;
import io.berth.core.state.Observer;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule;
import io.berth.sim.workload.Arrival;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Changes of a day that must not change its plans. */
class MetamorphicTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final int DAYS = 200;
    private static final long SCALE = 3;

    /**
     * Their formulas weigh processors against time, compare the GPUs of one job with the CPUs of another, or know limits in
     * processor seconds.
     */
    private static final List<String> NOT_SCALE_FREE =
            List.of("f1", "unicep", "unicep-rlscheduler", "wfp3", "wfp3-rlscheduler", "srsf", "qssf", "multi-level");

    @Test
    void other_names_of_nodes_and_jobs_change_no_plan() {
        sameAfter(day -> changed(
                day, node -> node.withName("other-" + node.name()), job -> job.withName("other-" + job.name())));
    }

    @Test
    void capacities_and_demands_times_three_change_no_plan() {
        sameAfter(day -> scaleFree(day)
                ? changed(
                        learntLarger(day),
                        MetamorphicTest::larger,
                        job -> job.withEach(group -> group.withDemand(larger(group.demand()))))
                : day);
    }

    @Test
    void a_node_that_can_hold_nothing_changes_no_plan() {
        sameAfter(day -> {
            // It is a domain that holds nothing: tasks are spread as if it were to be filled.
            if (spreads(day)) {
                return day;
            }
            List<NodeSpec> nodes = new ArrayList<>(day.nodes());
            nodes.add(new NodeSpec("useless", Amounts.of(4000, 1 << 30), 0, List.of()));
            return new RandomDay(day.seed(), nodes, day.strategy(), day.arrivals(), day.operations(), day.world());
        });
    }

    private static boolean spreads(RandomDay day) {
        return day.arrivals().stream()
                .flatMap(arrival -> arrival.spec().groups().stream())
                .flatMap(group -> group.demand().peers().stream())
                .anyMatch(PeerRule.Spread.class::isInstance);
    }

    private static boolean scaleFree(RandomDay day) {
        List<StrategySpec> strategies = new ArrayList<>(List.of(day.strategy()));
        day.operations().forEach(operation -> {
            if (operation.event() instanceof Event.StrategyChanged changed) {
                strategies.add(changed.strategy());
            }
        });
        return strategies.stream()
                .noneMatch(strategy -> NOT_SCALE_FREE.contains(strategy.order().name()));
    }

    private static void sameAfter(UnaryOperator<RandomDay> change) {
        Seeds.upTo(DAYS, seed -> {
            RandomDay day = RandomDay.of(seed, CATALOG);
            assertThat(plans(change.apply(day))).isEqualTo(plans(day));
        });
    }

    private static List<Plan> plans(RandomDay day) {
        MemoryJournal journal = new MemoryJournal();
        new SimulatedDay(day, CATALOG, journal, new Observer() {}, 0).run();
        return journal.frames().stream()
                .map(Frame::plan)
                .filter(Objects::nonNull)
                .toList();
    }

    private static RandomDay changed(RandomDay day, UnaryOperator<NodeSpec> node, UnaryOperator<JobSpec> job) {
        return new RandomDay(
                day.seed(),
                day.nodes().stream().map(node).toList(),
                day.strategy(),
                day.arrivals().stream()
                        .map(arrival -> new Arrival(arrival.atNanos(), job.apply(arrival.spec())))
                        .toList(),
                day.operations().stream()
                        .map(timed -> new RandomDay.Timed(timed.atNanos(), changed(timed.event(), node)))
                        .toList(),
                day.world());
    }

    private static Event changed(Event event, UnaryOperator<NodeSpec> node) {
        return switch (event) {
            case Event.NodeJoined joined -> new Event.NodeJoined(joined.node(), node.apply(joined.spec()));
            case Event.UsageObserved usage -> {
                NodeSpec one = NodeSpec.of("usage", usage.cpuMilli(), usage.memoryBytes(), 0, "");
                NodeSpec scaled = node.apply(one);
                yield new Event.UsageObserved(usage.node(), scaled.cpuMilli(), scaled.memoryBytes());
            }
            default -> event;
        };
    }

    /** A learnt placement sees shares of the largest node that it was learnt on, which grows with the others. */
    private static RandomDay learntLarger(RandomDay day) {
        List<RandomDay.Timed> operations = new ArrayList<>();
        for (RandomDay.Timed timed : day.operations()) {
            Event event = timed.event() instanceof Event.StrategyChanged changed
                    ? new Event.StrategyChanged(larger(changed.strategy()))
                    : timed.event();
            operations.add(new RandomDay.Timed(timed.atNanos(), event));
        }
        return new RandomDay(day.seed(), day.nodes(), larger(day.strategy()), day.arrivals(), operations, day.world());
    }

    private static StrategySpec larger(StrategySpec strategy) {
        if (!(strategy.place() instanceof PolicySpec place) || !place.name().equals("learnt")) {
            return strategy;
        }
        PlacementModel model = ModelFile.readPlacement(place.parameters().get("model"));
        LargestNode largest = new LargestNode(
                model.largest().cpuMilli() * SCALE,
                model.largest().memoryBytes() * SCALE,
                model.largest().gpuMilli());
        String scaled = ModelFile.write(new PlacementModel(largest, model.network()));
        return strategy.placing(PolicySpec.of(place.name(), Map.of("model", scaled)));
    }

    private static NodeSpec larger(NodeSpec node) {
        return new NodeSpec(
                node.name(),
                larger(node.capacity()),
                node.maxTasks(),
                node.devices().stream()
                        .map(set -> new DeviceSet(
                                set.count(),
                                set.kind(),
                                set.model(),
                                set.memoryBytes() * SCALE,
                                set.links(),
                                set.rate(),
                                set.mig()))
                        .toList(),
                node.labels(),
                node.taints(),
                node.key());
    }

    private static Demand larger(Demand demand) {
        DeviceDemand devices = DeviceDemand.of(
                demand.gpus(),
                demand.gpuMilli(),
                demand.gpuMemoryBytes() * SCALE,
                demand.devices().of());
        return demand.withAmounts(larger(demand.amounts())).withDevices(devices);
    }

    private static Amounts larger(Amounts amounts) {
        return new Amounts(
                amounts.cpuMilli() * SCALE,
                amounts.memoryBytes() * SCALE,
                amounts.diskBytes() * SCALE,
                amounts.diskIoBytesPerSecond() * SCALE,
                amounts.networkBytesPerSecond() * SCALE,
                amounts.extended().stream()
                        .map(one -> new ExtendedResource(one.name(), one.amount() * SCALE))
                        .toList());
    }
}
