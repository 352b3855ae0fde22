package io.berth.console.api;

import io.berth.console.http.message.Problem;
import io.berth.console.view.NodeEntry;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.workload.Demand;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Bytes;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What the nodes of a cluster offer: a job that asks for more than they all have is refused rather than taken and rejected. */
final class Offer {
    private static final int LONGEST_SIZE = 7;
    private static final double GIBI = 1L << 30;

    private final List<NodeSpec> nodes;

    private Offer(List<NodeSpec> nodes) {
        this.nodes = nodes;
    }

    /** Refuses a job that the nodes, all of them empty, could not hold; where there are none yet, nothing. */
    static void check(List<NodeEntry> nodes, JobSpec job) {
        if (!nodes.isEmpty()) {
            new Offer(nodes.stream().map(NodeEntry::spec).toList()).check(job);
        }
    }

    private void check(JobSpec job) {
        checkModels(job.demand());
        long slots = 0;
        for (NodeSpec node : nodes) {
            slots += node.slots(job.demand());
            if (slots >= job.tasks()) {
                return;
            }
        }
        if (slots > 0) {
            throw problem(
                    "tasks",
                    "tasks: the nodes hold at most " + slots
                            + " of these tasks at once, all of a job run together, and it has " + job.tasks());
        }
        checkDemand(job.demand());
    }

    /** The engine tells apart 63 models in all, so none may come in that no node has; a job of it could never start. */
    private void checkModels(Demand demand) {
        if (demand.gpuModels().isEmpty()) {
            return;
        }
        TreeSet<String> known = new TreeSet<>();
        devices(demand).forEach(set -> known.add(set.model()));
        for (String model : demand.gpuModels()) {
            if (!known.contains(model)) {
                throw problem("demand.models", "demand.models: " + InputException.unknown("GPU model", model, known));
            }
        }
    }

    /** Says of what a task asks too much. */
    private void checkDemand(Demand demand) {
        LongFunction<String> bytes = Offer::bytes;
        most("cpu", demand.cpuMilli(), NodeSpec::cpuMilli, Offer::cpus);
        most("memory", demand.memoryBytes(), NodeSpec::memoryBytes, bytes);
        most("disk", demand.diskBytes(), NodeSpec::diskBytes, bytes);
        most("disk_io", demand.diskIoBytesPerSecond(), NodeSpec::diskIoBytesPerSecond, bytes);
        most("network", demand.networkBytesPerSecond(), NodeSpec::networkBytesPerSecond, bytes);
        most("gpus", demand.gpus(), devices(demand).mapToLong(DeviceSet::count), Long::toString);
        most("gpu_memory", demand.gpuMemoryBytes(), devices(demand).mapToLong(DeviceSet::memoryBytes), bytes);
        checkNamed(demand);
        throw problem("demand", "demand: no node has all of it at once");
    }

    /** The devices of the kind that is asked for. */
    private Stream<DeviceSet> devices(Demand demand) {
        String kind = demand.devices().of().kind();
        return nodes.stream()
                .flatMap(node -> node.devices().stream())
                .filter(set -> set.kind().equals(kind));
    }

    private void checkNamed(Demand demand) {
        for (ExtendedResource wanted : demand.amounts().extended()) {
            most(
                    "resources." + wanted.name(),
                    wanted.amount(),
                    node -> node.capacity().extended(wanted.name()),
                    Long::toString);
        }
        if (nodes.stream().noneMatch(node -> demand.where().matches(node.labels()))) {
            throw problem("demand.node_labels", "demand.node_labels: no node has all of these labels");
        }
        if (nodes.stream().noneMatch(node -> demand.where().tolerates(node.taints()))) {
            throw problem("demand.tolerations", "demand.tolerations: every node has a taint that it does not tolerate");
        }
    }

    /** As somebody would type it where that is short, else in gibibytes. */
    private static String bytes(long bytes) {
        String exact = Bytes.format(bytes);
        return exact.length() <= LONGEST_SIZE ? exact : String.format(Locale.ROOT, "%.1fGi", bytes / GIBI);
    }

    /** CPUs as a number: {@code 2.5}. */
    private static String cpus(long milli) {
        return BigDecimal.valueOf(milli, 3).stripTrailingZeros().toPlainString();
    }

    private void most(String key, long wanted, ToLongFunction<NodeSpec> has, LongFunction<String> text) {
        most(key, wanted, nodes.stream().mapToLong(has), text);
    }

    private void most(String key, long wanted, LongStream has, LongFunction<String> text) {
        long most = has.max().orElse(0);
        if (wanted > most) {
            throw problem(
                    "demand." + key,
                    "demand." + key + ": a task asks for " + text.apply(wanted) + ", and no node has more than "
                            + text.apply(most));
        }
    }

    private static RuntimeException problem(String key, String detail) {
        return Problem.input(key, detail).exception();
    }
}
