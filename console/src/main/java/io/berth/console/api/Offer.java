package io.berth.console.api;

import io.berth.console.http.message.Problem;
import io.berth.console.view.NodeEntry;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
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

    /** What stands before the keys of the group that is looked at; empty for those of the job itself. */
    private final String path;

    private Offer(List<NodeSpec> nodes, String path) {
        this.nodes = nodes;
        this.path = path;
    }

    /** Refuses a job that the nodes, all of them empty, could not hold; where there are none yet, nothing. */
    static void check(List<NodeEntry> nodes, JobSpec job) {
        if (!nodes.isEmpty()) {
            new Offer(nodes.stream().map(NodeEntry::spec).toList(), "").check(job);
        }
    }

    private void check(JobSpec job) {
        List<TaskGroup> groups = job.everyGroup();
        for (int group = 0; group < groups.size(); group++) {
            at(job.pathOf(group)).check(groups.get(group));
        }
    }

    /** The same, of keys below {@code newPath}. */
    private Offer at(String newPath) {
        return new Offer(nodes, newPath);
    }

    /** Refuses a group that the nodes could not hold by itself. */
    private void check(TaskGroup group) {
        checkModels(group.demand());
        long slots = 0;
        for (NodeSpec node : nodes) {
            slots += node.slots(group.demand());
            if (slots >= group.min()) {
                return;
            }
        }
        if (slots > 0) {
            String key = path + (group.elastic() ? "min" : "tasks");
            throw Problem.input(
                            key,
                            key + ": the nodes hold at most " + slots
                                    + " of these tasks at once, all of a job run together, and it has "
                                    + group.min())
                    .exception();
        }
        checkDemand(group.demand());
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
                throw problem("models", InputException.unknown("GPU model", model, known));
            }
        }
    }

    /** An instance must be one of those that some node has, or makes. */
    private void checkProfile(Demand demand) {
        if (demand.devices() instanceof DeviceDemand.Instance asked) {
            TreeSet<String> known = new TreeSet<>();
            devices(demand).forEach(set -> known.addAll(set.profiles()));
            if (known.isEmpty()) {
                throw problem("mig", "no node has a GPU that MIG cuts");
            }
            if (!known.contains(asked.profile())) {
                throw problem("mig", InputException.unknown("MIG profile", asked.profile(), known));
            }
        }
    }

    /** Says of what a task asks too much. */
    private void checkDemand(Demand demand) {
        checkProfile(demand);
        LongFunction<String> bytes = Offer::bytes;
        most("cpu", demand.cpuMilli(), NodeSpec::cpuMilli, Offer::cpus);
        most("memory", demand.memoryBytes(), NodeSpec::memoryBytes, bytes);
        most("disk", demand.diskBytes(), NodeSpec::diskBytes, bytes);
        most("disk_io", demand.diskIoBytesPerSecond(), NodeSpec::diskIoBytesPerSecond, bytes);
        most("network", demand.networkBytesPerSecond(), NodeSpec::networkBytesPerSecond, bytes);
        most("gpus", demand.gpus(), devices(demand).mapToLong(DeviceSet::count), Long::toString);
        most("gpu_memory", demand.gpuMemoryBytes(), devices(demand).mapToLong(DeviceSet::memoryBytes), bytes);
        checkNamed(demand);
        throw Problem.input(whole(), whole() + ": no node has all of it at once")
                .exception();
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
            throw problem("node_labels", "no node has all of these labels");
        }
        if (nodes.stream().noneMatch(node -> demand.where().tolerates(node.taints()))) {
            throw problem("tolerations", "every node has a taint that it does not tolerate");
        }
        DeviceDemand devices = demand.devices();
        if (nodes.stream().noneMatch(node -> new DeviceLayout(node.devices()).reaches(devices))) {
            throw problem("links", "on no node are the links of the devices as fast as that");
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
                    key, "a task asks for " + text.apply(wanted) + ", and no node has more than " + text.apply(most));
        }
    }

    /** The key of all that a task asks for. */
    private String whole() {
        return path.isEmpty() ? "demand" : path.substring(0, path.length() - 1);
    }

    private RuntimeException problem(String key, String text) {
        String full = whole() + "." + key;
        return Problem.input(full, full + ": " + text).exception();
    }
}
