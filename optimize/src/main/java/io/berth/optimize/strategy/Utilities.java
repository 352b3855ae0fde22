package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.pace.Utility;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.workload.Demand;
import io.berth.core.workload.term.RunProfile;
import org.jspecify.annotations.Nullable;

/**
 * How many times as much as where nothing is told a task of a job is worth on each node.
 *
 * @param byNode by the number of the node
 */
record Utilities(double[] byNode) {
    /** Those of {@code job}; null where it is worth the same everywhere. */
    static @Nullable Utilities of(WindowJob job, NodeTable nodes) {
        RunProfile profile = job.profile();
        Demand demand = job.shape().demand();
        if (profile.utilities().isEmpty() || demand.gpus() == 0) {
            return null;
        }
        double[] byNode = new double[nodes.count()];
        for (int node = 0; node < byNode.length; node++) {
            DeviceLayout devices = nodes.nodeClass(node).devices();
            byNode[node] = Utility.of(profile, demand, devices) / (double) RunProfile.TOLD;
        }
        return new Utilities(byNode);
    }

    double on(int node) {
        return byNode[node];
    }
}
