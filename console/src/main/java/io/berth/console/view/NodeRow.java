package io.berth.console.view;

import io.berth.console.load.NodeLoad;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as lists show it.
 *
 * @param number its number, by which lists are ordered
 * @param state {@code up}, {@code draining} or {@code lost}
 * @param gpuModel empty for a node without GPUs
 * @param gpusFree what is left on all its GPUs; a share counts as its part
 * @param gpuFreeMilli thousandths left on each GPU
 * @param gpuMemoryBytes memory of each GPU; 0 where undeclared
 * @param cpusFree negative where others use more than was left; likewise memory
 * @param tasks how many tasks run there or are about to
 * @param drainReason why it takes no new tasks, in the words of who wanted that; null where nobody said, and where it takes them
 * @param deviceSets its devices, those that are alike together, numbered set by set
 * @param resources what it has by name alone
 * @param labels what is said of it
 * @param taints what keeps tasks away that do not tolerate it
 * @param load what it does; null where that is not measured
 */
public record NodeRow(
        int number,
        String name,
        String state,
        String gpuModel,
        int gpus,
        double gpusFree,
        List<Integer> gpuFreeMilli,
        long gpuMemoryBytes,
        double cpus,
        double cpusFree,
        long memoryBytes,
        long memoryFreeBytes,
        int tasks,
        @Nullable String drainReason,
        List<DeviceSet> deviceSets,
        List<NamedAmount> resources,
        List<Label> labels,
        List<Taint> taints,
        @Nullable NodeLoad load) {
    public NodeRow {
        gpuFreeMilli = List.copyOf(gpuFreeMilli);
        deviceSets = List.copyOf(deviceSets);
        resources = List.copyOf(resources);
        labels = List.copyOf(labels);
        taints = List.copyOf(taints);
    }

    /**
     * Devices of a node that are alike.
     *
     * @param migProfiles the MIG profiles of which a task may get an instance here; empty for whole devices
     */
    public record DeviceSet(
            int count, String kind, String model, long memoryBytes, Links links, List<String> migProfiles) {
        public DeviceSet {
            migProfiles = List.copyOf(migProfiles);
        }

        static List<DeviceSet> of(NodeSpec node) {
            return node.devices().stream()
                    .map(set -> new DeviceSet(
                            set.count(), set.kind(), set.model(), set.memoryBytes(), set.links(), set.profiles()))
                    .toList();
        }
    }

    /** How much a node has of a resource that is known by name alone, and how much of it is left; whole units. */
    public record NamedAmount(String name, long total, long free) {}
}
