package io.berth.core.policy.delay;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.time.Nanos;

/**
 * A job waits for a node that holds its data, as long as it would take to bring them.
 *
 * <p>Goals: data are not moved where a node that has them is about to be free. Constraints: a job that waits in vain loses at most as much
 * again as the move takes, for a factor of 1: the bound of the ski rental problem, whoever knows nothing of the future.
 *
 * <p>Algorithm: factor × missing/bandwidth of the node, by what is declared of its network, else {@value #USUAL_BYTES_PER_SECOND} bytes a
 * second; none where no usable node that could hold the task holds all of it.
 *
 * <p>Source: Zaharia et al., Delay Scheduling, EuroSys 2010, with the time of a transfer as the delay (Karlin et al., Competitive Randomized
 * Algorithms for Nonuniform Problems, SODA 1990, for its deterministic bound).
 */
public record ForData(double factor) implements Delay {
    /** 10 Gbit/s. */
    static final long USUAL_BYTES_PER_SECOND = 1_250_000_000;

    /** @throws IllegalArgumentException where the factor is negative */
    public ForData {
        if (factor < 0) {
            throw new IllegalArgumentException("The factor (" + factor + ") of a delay must be at least 0.");
        }
    }

    @Override
    public long nanos(Place place) {
        Nodes nodes = place.nodes();
        Shape shape = place.shape();
        int node = place.node();
        long missing = shape.readsData() ? nodes.missingBytes(shape, node) : 0;
        if (missing == 0 || !anyHolds(nodes, shape)) {
            return 0;
        }
        long network = nodes.total(node, Resource.NETWORK);
        double seconds = factor * missing / (network > 0 ? network : USUAL_BYTES_PER_SECOND);
        double nanos = seconds * Nanos.SECOND;
        return nanos >= Nanos.NEVER ? Nanos.NEVER - 1 : (long) nanos;
    }

    private static boolean anyHolds(Nodes nodes, Shape shape) {
        for (int node = nodes.dataHolder(shape, 0); node >= 0; node = nodes.dataHolder(shape, node + 1)) {
            if (nodes.usable(node) && nodes.neverFits(shape, node) == null) {
                return true;
            }
        }
        return false;
    }
}
