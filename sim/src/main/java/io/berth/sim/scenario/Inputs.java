package io.berth.sim.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.sim.workload.Workload;
import java.util.List;

/**
 * What the runs of one seed share.
 *
 * @param nodes in the order in which they win ties
 */
record Inputs(List<NodeSpec> nodes, Workload workload) {
    Inputs {
        nodes = List.copyOf(nodes);
    }
}
