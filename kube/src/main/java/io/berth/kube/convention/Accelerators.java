package io.berth.kube.convention;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.kube.object.Node;
import io.berth.kube.object.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Extended resources that are whole accelerators. Which of a node's devices a pod gets its kubelet decides; Berth counts them, so that
 * strategies see how many are left where.
 */
final class Accelerators {
    /** The resources of the device plugins of AMD, Intel and NVIDIA, in the order in which they are looked for. */
    static final List<String> RESOURCES =
            List.of("amd.com/gpu", "gpu.intel.com/i915", "gpu.intel.com/xe", "nvidia.com/gpu");

    /** What GPU feature discovery says of NVIDIA's: product, and memory of each in MiB. */
    private static final String MODEL = "nvidia.com/gpu.product";

    private static final String MEMORY = "nvidia.com/gpu.memory";
    private static final int MIB = 20;

    private Accelerators() {}

    /**
     * The devices of {@code node}, as many as can be told apart.
     *
     * @param there how much it has of each resource
     * @param shared those of which it gives shares, which come first
     */
    static List<DeviceSet> of(Node node, Map<String, Long> there, SharedNode shared) {
        List<DeviceSet> sets = new ArrayList<>(shared.devices());
        int left = NodeSpec.MAX_GPUS
                - shared.devices().stream().mapToInt(DeviceSet::count).sum();
        for (String resource : RESOURCES) {
            long count = shared.counted().contains(resource) ? 0 : Math.min(left, there.getOrDefault(resource, 0L));
            if (count > 0) {
                boolean described = resource.equals("nvidia.com/gpu");
                Map<String, String> labels = described ? node.meta().labels() : Map.of();
                sets.add(new DeviceSet((int) count, Acceptable.GPU, labels.getOrDefault(MODEL, ""), memory(labels)));
                left -= (int) count;
            }
        }
        return sets;
    }

    private static long memory(Map<String, String> labels) {
        try {
            return Math.clamp(Quantity.whole(labels.getOrDefault(MEMORY, "0")), 0, Quantities.MOST >> MIB) << MIB;
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }
}
