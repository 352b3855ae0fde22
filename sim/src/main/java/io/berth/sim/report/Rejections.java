package io.berth.sim.report;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.metric.Window;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts why jobs of one run were rejected. The engine says only that no node could ever hold a job; which resource it lacks
 * follows from the nodes as they were declared.
 */
public final class Rejections implements Observer {
    private static final String ANY = "any";

    /** One of each kind: of those that differ by name alone. */
    private final List<NodeSpec> nodes;

    /** How many there are of each. */
    private final List<Long> counts;

    private final Window window;
    private final Map<Demand, Room> rooms = new LinkedHashMap<>();
    private final EnumMap<Rejection, Long> rejected = new EnumMap<>(Rejection.class);

    /**
     * What the empty cluster has for tasks of one demand.
     *
     * @param tasks how many it holds at once
     * @param lack why it holds none; null where it holds one
     */
    private record Room(long tasks, @Nullable Rejection lack) {}

    /** Counts the jobs that are submitted within {@code window} to a cluster of {@code nodes}. */
    public Rejections(List<NodeSpec> nodes, Window window) {
        LinkedHashMap<NodeSpec, Long> kinds = new LinkedHashMap<>();
        for (NodeSpec node : nodes) {
            kinds.merge(node.withName(ANY).withKey(""), 1L, Long::sum);
        }
        this.nodes = List.copyOf(kinds.keySet());
        this.counts = List.copyOf(kinds.values());
        this.window = window;
    }

    @Override
    public void ended(JobEnd end) {
        if (end.outcome() == JobOutcome.REJECTED && window.holds(end.job().submitNanos())) {
            rejected.merge(of(end), 1L, Long::sum);
        }
    }

    /** How many jobs were rejected, by figure; all figures, also those that count nothing. */
    public SortedMap<String, Number> figures() {
        TreeMap<String, Number> figures = new TreeMap<>();
        for (Rejection rejection : Rejection.values()) {
            figures.put(rejection.figure(), rejected.getOrDefault(rejection, 0L));
        }
        return figures;
    }

    /** Why the job of {@code end}, which was rejected, was. */
    Rejection of(JobEnd end) {
        Job job = end.job();
        JobSpec spec = job.spec();
        Rejection never = never(spec);
        if (never != null) {
            return never;
        }
        long patience = spec.patienceNanos();
        boolean waited = patience != Nanos.NEVER && end.atNanos() - job.submitNanos() >= patience;
        if (waited) {
            return Rejection.PATIENCE;
        }
        // Groups that the cluster holds one by one, and not together.
        return spec.uniform() || !spec.terms().after().isEmpty() ? Rejection.DEPENDENCY : Rejection.TASKS;
    }

    /** Why the empty cluster could hold no task of some group, or too few; null where it holds each group by itself. */
    private @Nullable Rejection never(JobSpec spec) {
        Rejection tooMany = null;
        for (TaskGroup group : spec.groups()) {
            Room room = rooms.computeIfAbsent(group.demand(), this::room);
            if (room.lack != null) {
                return room.lack;
            }
            tooMany = room.tasks < group.min() ? Rejection.TASKS : tooMany;
        }
        return tooMany;
    }

    private Room room(Demand demand) {
        long tasks = 0;
        for (int kind = 0; kind < nodes.size(); kind++) {
            tasks += counts.get(kind) * nodes.get(kind).slots(demand);
        }
        return new Room(tasks, tasks > 0 ? null : lack(demand));
    }

    private Rejection lack(Demand demand) {
        List<String> models = demand.gpuModels();
        if (demand.gpus() > 0) {
            if (!models.isEmpty() && none(set -> models.contains(set.model()))) {
                return Rejection.GPU_MODEL;
            }
            Acceptable of = demand.devices().of();
            if (none(set -> set.count() >= demand.gpus() && of.accepts(set.kind(), set.model()))) {
                return Rejection.GPUS;
            }
            long memory = demand.gpuMemoryBytes();
            if (memory > 0 && none(set -> set.memoryBytes() >= memory)) {
                return Rejection.GPU_MEMORY;
            }
        }
        return resource(demand);
    }

    private boolean none(Predicate<DeviceSet> wanted) {
        return nodes.stream().flatMap(node -> node.devices().stream()).noneMatch(wanted);
    }

    private Rejection resource(Demand demand) {
        if (nodes.stream().allMatch(node -> node.cpuMilli() < demand.cpuMilli())) {
            return Rejection.CPU;
        }
        if (nodes.stream().allMatch(node -> node.memoryBytes() < demand.memoryBytes())) {
            return Rejection.MEMORY;
        }
        if (nodes.stream().allMatch(node -> node.diskBytes() < demand.diskBytes())) {
            return Rejection.DISK;
        }
        if (nodes.stream().allMatch(node -> node.diskIoBytesPerSecond() < demand.diskIoBytesPerSecond())) {
            return Rejection.DISK_IO;
        }
        if (nodes.stream().allMatch(node -> node.networkBytesPerSecond() < demand.networkBytesPerSecond())) {
            return Rejection.NETWORK;
        }
        return named(demand);
    }

    private Rejection named(Demand demand) {
        for (ExtendedResource wanted : demand.amounts().extended()) {
            if (nodes.stream().allMatch(node -> node.capacity().extended(wanted.name()) < wanted.amount())) {
                return Rejection.EXTENDED_RESOURCE;
            }
        }
        if (nodes.stream().noneMatch(node -> demand.where().matches(node.labels()))) {
            return Rejection.NODE_LABELS;
        }
        if (nodes.stream().noneMatch(node -> demand.where().tolerates(node.taints()))) {
            return Rejection.NODE_TAINTS;
        }
        return Rejection.TOGETHER;
    }
}
