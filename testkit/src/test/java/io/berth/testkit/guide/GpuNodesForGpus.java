package io.berth.testkit.guide;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Filter;
import org.jspecify.annotations.Nullable;

/** Tasks that ask for no GPU stay off the nodes that have some. */
public final class GpuNodesForGpus implements Filter {
    @Override
    public @Nullable Reason whyNot(Nodes nodes, int node, Shape shape) {
        return shape.demand().gpus() == 0 && nodes.gpus(node) > 0 ? Reason.FILTERED : null;
    }
}
