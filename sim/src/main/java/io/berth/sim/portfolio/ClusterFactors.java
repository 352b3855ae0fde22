package io.berth.sim.portfolio;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.link.Links;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a cluster is like, as far as the choice of a strategy depends on it.
 *
 * @param nodes how many
 * @param gpus devices, all kinds together
 * @param cpus of all nodes
 * @param gpusOfModel devices by model, by kind where the model is unknown
 * @param largestNode the most devices of a node
 * @param linkMegabytes MB/s between the devices of a node that reach each other fastest; 0 where nothing is known
 * @param networkMegabytes MB/s of the slowest level between nodes; 0 where nothing is known
 * @param priced the part of the devices of which a price is told, 0 to 1
 * @param powered likewise of watts
 */
public record ClusterFactors(
        int nodes,
        long gpus,
        double cpus,
        SortedMap<String, Long> gpusOfModel,
        int largestNode,
        int linkMegabytes,
        int networkMegabytes,
        double priced,
        double powered) {
    public ClusterFactors {
        gpusOfModel = Collections.unmodifiableSortedMap(new TreeMap<>(gpusOfModel));
    }

    /** Those of {@code nodes}. */
    public static ClusterFactors of(List<NodeSpec> nodes) {
        TreeMap<String, Long> models = new TreeMap<>();
        long gpus = 0;
        long cpuMilli = 0;
        int largest = 0;
        int link = 0;
        int network = 0;
        long priced = 0;
        long powered = 0;
        for (NodeSpec node : nodes) {
            cpuMilli += node.cpuMilli();
            largest = StrictMath.max(largest, node.gpus());
            int slowest = node.network().slowest();
            network = network == 0 ? slowest : StrictMath.min(network, slowest);
            for (DeviceSet set : node.devices()) {
                gpus += set.count();
                models.merge(set.model().isEmpty() ? set.kind() : set.model(), (long) set.count(), Long::sum);
                link = StrictMath.max(link, fastest(set.links()));
                priced += set.rate().micros() > 0 ? set.count() : 0;
                powered += set.rate().watts() > 0 ? set.count() : 0;
            }
        }
        double all = StrictMath.max(1, gpus);
        return new ClusterFactors(
                nodes.size(), gpus, cpuMilli / 1000.0, models, largest, link, network, priced / all, powered / all);
    }

    private static int fastest(Links links) {
        return links.pairs().stream().mapToInt(pair -> pair).max().orElse(0);
    }

    /** What there is of what jobs ask for in the main, processor seconds a second: GPUs, or CPUs where there are none. */
    double processors() {
        return gpus > 0 ? gpus : cpus;
    }
}
