package io.berth.app.demo;

import io.berth.console.view.DeviceLinks;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The emulated cluster of the demo: 20 nodes of eight H100 and 12 of eight A100, and how they behave. */
public final class DemoCluster {
    static final String H100 = "H100";
    static final String A100 = "A100";

    private static final int GPUS_PER_NODE = 8;
    private static final long GIB = 1L << 30;

    /** Both models come with 80 GiB. */
    private static final long GPU_MEMORY_BYTES = 80 * GIB;

    // As in DGX H100 (2 × 56 cores with two threads, 2 TiB) and DGX A100 (2 × 64 cores with two threads, 1 TiB).
    private static final NodeShape H100_NODE = new NodeShape(20, H100, 224_000, 2048 * GIB);
    private static final NodeShape A100_NODE = new NodeShape(12, A100, 256_000, 1024 * GIB);

    /**
     * Images are pulled already: containers and model servers are up in seconds. One start in a hundred fails. 32 nodes that
     * each fail every 32 hours in the mean are a failure an hour, so that at ×60 a visitor sees one a minute; real nodes fail
     * in weeks.
     */
    static final WorldOptions WORLD = new WorldOptions(3 * Nanos.SECOND, 0.01, 0, 32 * Nanos.HOUR, 20 * Nanos.MINUTE);

    /** Cluster time begins here, UTC nanoseconds, so that equal seeds are equal demos. */
    public static final long START_NANOS = Workload.START_NANOS;

    private DemoCluster() {}

    private record NodeShape(int count, String model, long cpuMilli, long memoryBytes) {}

    /** The nodes, H100 first. */
    public static List<NodeSpec> nodes() {
        List<NodeSpec> nodes = new ArrayList<>();
        for (NodeShape shape : List.of(H100_NODE, A100_NODE)) {
            for (int i = 0; i < shape.count; i++) {
                nodes.add(node(shape, i));
            }
        }
        return nodes;
    }

    /** Every GPU reaches every other over the switches: 18 links of an H100, 12 of an A100 (NVIDIA DGX data sheets). */
    static List<DeviceLinks.Link> links(String node) {
        int lanes = node.startsWith(H100.toLowerCase(Locale.ROOT)) ? 18 : 12;
        List<DeviceLinks.Link> links = new ArrayList<>();
        for (int from = 0; from < GPUS_PER_NODE; from++) {
            for (int to = from + 1; to < GPUS_PER_NODE; to++) {
                links.add(new DeviceLinks.Link(from, to, "nvlink", lanes));
            }
        }
        return links;
    }

    private static NodeSpec node(NodeShape shape, int number) {
        String name = String.format(Locale.ROOT, "%s-%02d", shape.model.toLowerCase(Locale.ROOT), number);
        return new NodeSpec(
                name,
                Amounts.of(shape.cpuMilli, shape.memoryBytes),
                Integer.MAX_VALUE,
                NodeSpec.gpus(GPUS_PER_NODE, shape.model, GPU_MEMORY_BYTES));
    }
}
