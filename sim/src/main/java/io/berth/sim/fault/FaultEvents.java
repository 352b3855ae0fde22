package io.berth.sim.fault;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadFigure;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.PoolTerms;
import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.queue.QueueTree;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.ReservedNodes;
import io.berth.core.reserve.ReservedTime;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.DemandCount;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DisruptionBudget;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Taint;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultScenario;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events that a fault is, as things are when it begins and when it is over. */
final class FaultEvents {
    private static final String BUDGET = "careful";
    private static final String IMAGE = "image";
    private static final long GIB = 1L << 30;

    private final FaultScenario scenario;
    private final JobNumbers numbers;

    FaultEvents(FaultScenario scenario, JobNumbers numbers) {
        this.scenario = scenario;
        this.numbers = numbers;
    }

    /** What {@code fault} begins with; nothing where there is nothing that it could befall. */
    List<Event> begin(Fault fault, State state) {
        return switch (fault.kind().of()) {
            case NODE -> state.present(fault.node()) ? ofNode(fault, state) : List.of();
            case JOB -> ofJob(fault, state);
            case STRATEGY ->
                fault.strategy() == null ? List.of() : List.of(new Event.StrategyChanged(fault.strategy()));
            case NONE -> ofNothing(fault, fault.byNanos());
            case TASKS -> List.of();
        };
    }

    /** What makes {@code fault} good. */
    List<Event> end(Fault fault, State state) {
        int node = fault.node();
        return switch (fault.kind()) {
            case NODE_LOST -> state.present(node) ? List.of() : List.of(joined(node));
            case NODE_GONE -> missing(state);
            case NODE_DRAINED -> List.of(new Event.NodeDrained(node, false));
            case NODE_SMALLER, NODE_TAINTED ->
                state.present(node) ? List.of(new Event.NodeChanged(node, spec(node))) : List.of();
            case USED_BY_OTHERS -> state.present(node) ? List.of(new Event.UsageObserved(node, 0, 0)) : List.of();
            case IMAGE_MOVED -> List.of(new Event.ImageChanged(IMAGE, null));
            case DATA_MOVED -> state.present(node) ? data(node, false) : List.of();
            case BUDGET_CHANGED -> List.of(new Event.BudgetChanged(BUDGET, null));
            case NODES_RESERVED -> List.of(new Event.ReservationChanged(reservation(fault), null));
            case POOLS_DECLARED -> List.of(new Event.PoolsDeclared(List.of()));
            case QUEUES_DECLARED -> List.of(new Event.QueuesDeclared(List.of()), new Event.QosDeclared(List.of()));
            case JOB_HELD -> held(fault, false);
            case CLOCK_FORWARD, CLOCK_BACK -> clock(-shift(fault), 0);
            default -> List.of();
        };
    }

    /** All is as the scenario says: nodes are there, whole and for all, and no job is held. */
    List<Event> calm(State state) {
        List<Event> events = new ArrayList<>(missing(state));
        for (int node = 0; node < scenario.nodes().size(); node++) {
            if (state.present(node)) {
                events.add(new Event.UsageObserved(node, 0, 0));
                if (!state.nodeTable().spec(node).equals(spec(node))) {
                    events.add(new Event.NodeChanged(node, spec(node)));
                }
            }
            events.add(new Event.NodeDrained(node, false));
        }
        for (Job job : state.jobs()) {
            if (job.onHold()) {
                events.add(new Event.JobHeld(job.id(), false));
            }
        }
        return events;
    }

    private List<Event> ofNode(Fault fault, State state) {
        int node = fault.node();
        NodeSpec whole = spec(node);
        return switch (fault.kind()) {
            case NODE_LOST -> List.of(new Event.NodeLost(node));
            case NODE_GONE -> List.of(new Event.NodeForgotten(node));
            case NODE_DRAINED -> List.of(new Event.NodeDrained(node, true, fault.percent() > 50 ? "maintenance" : ""));
            case NODE_SMALLER -> List.of(new Event.NodeChanged(node, smaller(whole, fault.percent())));
            case NODE_TAINTED ->
                List.of(new Event.NodeChanged(
                        node, whole.withTaints(List.of(new Taint("fault", "tainted", Taint.Effect.NO_SCHEDULE)))));
            case USED_BY_OTHERS ->
                List.of(new Event.UsageObserved(
                        node, whole.cpuMilli() * fault.percent() / 100, whole.memoryBytes() / 100 * fault.percent()));
            case TASKS_FOUND -> List.of(found(fault, whole));
            case LOAD_MEASURED -> measured(fault, whole, state);
            case IMAGE_MOVED ->
                List.of(new Event.ImageChanged(IMAGE, new ImageHolders(fault.percent() * GIB / 10, NodeSet.of(node))));
            case DATA_MOVED -> data(node, true);
            case NODES_RESERVED -> List.of(reserved(fault));
            default -> throw new IllegalStateException(fault.kind() + " befalls no node");
        };
    }

    private static String reservation(Fault fault) {
        return "reserved-" + fault.atNanos() + "-" + fault.node();
    }

    /** Its node and some behind it, for a queue or for nobody, once or a few times. */
    private Event reserved(Fault fault) {
        int percent = fault.percent();
        List<String> nodes = new ArrayList<>();
        for (int node = fault.node(); node < scenario.nodes().size() && node <= fault.node() + percent % 4; node++) {
            nodes.add(spec(node).name());
        }
        long duration = (1 + percent % 30) * Nanos.SECOND;
        long every = percent % 5 == 0 ? 2 * duration : 0;
        List<String> queues = percent % 3 == 0 ? List.of() : List.of(percent % 3 == 1 ? "team-a" : "org");
        ReservedTime time = new ReservedTime(fault.byNanos(), duration, every, every == 0 ? 0 : 3);
        return new Event.ReservationChanged(
                reservation(fault),
                new NodeReservation(
                        reservation(fault),
                        new ReservedNodes(nodes, List.of(), 0),
                        time,
                        queues,
                        percent % 2 == 0,
                        ""));
    }

    private static NodeSpec smaller(NodeSpec node, int percent) {
        Amounts whole = node.capacity();
        List<DeviceSet> left = new ArrayList<>();
        for (DeviceSet set : node.devices()) {
            boolean plain = set.mig() instanceof Mig.Off && !set.links().known();
            int count = plain ? set.count() * percent / 100 : set.count();
            if (count > 0) {
                left.add(new DeviceSet(
                        count, set.kind(), set.model(), set.memoryBytes(), set.links(), set.rate(), set.mig()));
            }
        }
        return node.withCapacity(new Amounts(
                        whole.cpuMilli() * percent / 100,
                        whole.memoryBytes() / 100 * percent,
                        whole.diskBytes() / 100 * percent,
                        whole.diskIoBytesPerSecond(),
                        whole.networkBytesPerSecond(),
                        whole.extended()))
                .withDevices(left);
    }

    /** A task of whoever it is, on a part of the node, on its first devices, for as long as the fault lasts. */
    private Event found(Fault fault, NodeSpec node) {
        int devices = node.gpus() * fault.percent() / 100;
        boolean cut = node.devices().stream().anyMatch(set -> !(set.mig() instanceof Mig.Off));
        Demand demand = Demand.cpu(
                StrictMath.max(1, node.cpuMilli() * fault.percent() / 100), node.memoryBytes() / 100 * fault.percent());
        boolean none = cut || devices == 0;
        JobSpec spec = JobSpec.batch(
                "found-" + fault.atNanos(),
                none ? demand : demand.withGpus(devices),
                StrictMath.max(Nanos.SECOND, fault.forNanos()));
        long mask = none ? 0 : (1L << devices) - 1;
        return new Event.JobFound(numbers.fresh(), spec, List.of(Placement.on(fault.node(), mask)));
    }

    private static List<Event> measured(Fault fault, NodeSpec node, State state) {
        List<Event> events = new ArrayList<>(List.of(load(fault, node)));
        Amount whole = Amount.of(node.gpus(), i -> i == 0 ? node.cpuMilli() : i == 1 ? node.memoryBytes() : 1_000);
        events.add(new Event.GuaranteedObserved(
                fault.node(), Amount.of(node.gpus(), i -> whole.value(i) / 100 * fault.percent()), fault.byNanos()));
        for (Job job : state.jobs()) {
            if (!job.waiting() && job.node(0) == fault.node()) {
                Use use = new Use(job.shape().demand().cpuMilli() * fault.percent() / 100, GIB, 0);
                events.add(new Event.TaskMeasured(job.id(), 0, job.decision(), use, use));
            }
        }
        return events;
    }

    private static Event load(Fault fault, NodeSpec node) {
        long cpu = node.cpuMilli() * fault.percent() / 100;
        // A hundredth of all that is measured makes no sense.
        long sign = fault.percent() == 1 ? -1 : 1;
        return new Event.LoadObserved(
                fault.node(),
                new Load(List.of(
                        LoadFigure.flat(Span.FIVE_MINUTES, Measure.CPU, sign * cpu),
                        LoadFigure.flat(
                                Span.FIVE_MINUTES, Measure.MEMORY, node.memoryBytes() / 100 * fault.percent()))),
                fault.byNanos());
    }

    private List<Event> data(int node, boolean held) {
        return scenario.data().stream()
                .<Event>map(data -> new Event.DataHeld(data.name(), node, held))
                .toList();
    }

    private List<Event> ofJob(Fault fault, State state) {
        long number = numbers.of(fault.job());
        if (number == 0) {
            return List.of();
        }
        return switch (fault.kind()) {
            case JOB_CANCELLED -> List.of(new Event.JobCancelled(number));
            case JOB_HELD -> held(fault, true);
            case JOB_REQUEUED -> List.of(new Event.JobRequeued(number));
            case JOB_UPDATED -> List.of(new Event.JobUpdated(number, change(fault)));
            case PROGRESS_TOLD -> progress(fault, state.job(number));
            default -> throw new IllegalStateException(fault.kind() + " befalls no job");
        };
    }

    private static JobChange change(Fault fault) {
        return new JobChange(
                fault.percent() % 2 == 0 ? "moved" : null,
                fault.percent() % 7,
                fault.byNanos() > 0 ? fault.byNanos() : null);
    }

    private static List<Event> progress(Fault fault, @Nullable Job job) {
        return job == null || job.waiting()
                ? List.of()
                : List.of(new Event.ProgressReported(job.id(), job.decision(), fault.byNanos()));
    }

    private List<Event> held(Fault fault, boolean held) {
        long number = numbers.of(fault.job());
        return number == 0 ? List.of() : List.of(new Event.JobHeld(number, held));
    }

    private List<Event> ofNothing(Fault fault, long byNanos) {
        return switch (fault.kind()) {
            case CLOCK_FORWARD, CLOCK_BACK -> clock(shift(fault), shift(fault));
            case BUDGET_CHANGED ->
                List.of(new Event.BudgetChanged(
                        BUDGET, new DisruptionBudget(PeerSelector.ofAll(List.of()), fault.percent() / 20)));
            case QUEUES_DECLARED ->
                List.of(
                        new Event.QueuesDeclared(queues(fault.percent())),
                        new Event.QosDeclared(List.of(
                                new QosClass("prompt", (1 + fault.percent()) * Nanos.SECOND, fault.percent() % 5),
                                new QosClass("batch", Nanos.NEVER, -1))));
            case POOLS_DECLARED -> List.of(new Event.PoolsDeclared(pools(fault)));
            case MIX_TOLD ->
                List.of(new Event.MixExpected(List.of(
                        new DemandCount(Demand.cpu(1000, GIB).withGpus(1 + fault.percent() % 8), 3),
                        new DemandCount(Demand.cpu(StrictMath.max(1, byNanos / Nanos.SECOND * 100), GIB), 2))));
            default -> throw new IllegalStateException(fault.kind() + " befalls something");
        };
    }

    /** Those that jobs name, two of them with less than all want. */
    private static List<QueueSpec> queues(int percent) {
        QueueAmount part = QueueAmount.part(percent * 4_000L);
        QueueSpec team = QueueSpec.of("team-a").below("org").deserving(QueueTree.GPU, part);
        return List.of(
                QueueSpec.of("org"),
                team.weighing(2 * QueueSpec.WEIGHT_MILLI),
                QueueSpec.of("team-b")
                        .below("org")
                        .deserving(QueueTree.GPU, part)
                        .limited(QueueTree.CPU, QueueAmount.part(percent * 10_000L))
                        .lending(QueueTree.GPU, QueueAmount.part(percent * 1_000L)),
                QueueSpec.of(JobSpec.DEFAULT_QUEUE)
                        .deserving(QueueTree.CPU, part)
                        .borrowing(QueueTree.CPU, QueueAmount.part(percent * 5_000L)));
    }

    /** Two that share all nodes, or the first half of them beside a fixed one; what is in none is open to all. */
    private List<NodePool> pools(Fault fault) {
        int nodes = scenario.nodes().size();
        int percent = fault.percent();
        int quota = 1 + nodes * percent / 200;
        long patience = percent % 3 == 0 ? Nanos.NEVER : fault.byNanos();
        PoolTerms moving = new PoolTerms(quota, nodes, percent % 2 == 0 ? quota : quota / 2, fault.byNanos(), patience);
        List<String> half = percent % 5 == 0
                ? scenario.nodes().subList(0, (nodes + 1) / 2).stream()
                        .map(NodeSpec::name)
                        .toList()
                : List.of();
        List<NodePool> pools = new ArrayList<>();
        pools.add(new NodePool("a", List.of("team-a"), half, List.of(), moving));
        pools.add(new NodePool("rest", List.of("org", JobSpec.DEFAULT_QUEUE), half, List.of(), moving));
        if (percent % 4 == 0) {
            pools.add(new NodePool("b", List.of("team-b"), List.of(), List.of(), PoolTerms.fixed(2)));
        }
        return pools;
    }

    private static long shift(Fault fault) {
        return switch (fault.kind()) {
            case CLOCK_BACK -> -fault.byNanos();
            default -> fault.byNanos();
        };
    }

    private static List<Event> clock(long jump, long offset) {
        return List.of(new Event.ClockJumped(jump), new Event.ClockSet(offset, BootTime.NONE));
    }

    private List<Event> missing(State state) {
        List<Event> events = new ArrayList<>();
        for (int node = 0; node < scenario.nodes().size(); node++) {
            if (!state.present(node)) {
                events.add(joined(node));
            }
        }
        return events;
    }

    private Event joined(int node) {
        return new Event.NodeJoined(node, spec(node));
    }

    private NodeSpec spec(int node) {
        return scenario.nodes().get(node);
    }
}
