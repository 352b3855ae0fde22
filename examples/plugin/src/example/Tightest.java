package example;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;

/**
 * The node with the fewest idle GPUs.
 *
 * <p>Goals: whole nodes stay whole. Constraints: a node with no more than {@code spare} idle GPUs comes after all others. Algorithm: score =
 * −idle GPUs, less a thousand where they are spare. Of nodes with 8 and 5 idle GPUs, the one with 5; with spare = 5, the one with 8.
 */
final class Tightest implements Scorer {
    private static final long SPARE = 1000;

    private final long spare;

    Tightest(long spare) {
        this.spare = spare;
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        int idle = nodes.idleGpus(node);
        return -idle - (idle <= spare ? SPARE : 0);
    }
}
