package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.policy.Facts.ShapeCount;
import io.berth.core.workload.Demand;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a task of each shape costs on each node of a snapshot, by {@link Outlook}. What was worked out for the snapshot before is kept
 * for nodes that have not changed, so the answer is the same as if it were worked out anew.
 */
final class PlacementCosts {
    /** For a node where the task does not fit. */
    static final double IMPOSSIBLE = Double.POSITIVE_INFINITY;

    /** As many costs are kept at most: 12 bytes each. */
    private static final long MOST_KEPT = 16L << 20;

    private List<ShapeCount> mix = List.of();
    private NodeTable nodes = new NodeTable();
    private Outlook outlook = new Outlook(mix, nodes);
    private double[] prices = {};
    /** By node: how often it has changed. */
    private int[] versions = {};

    private @Nullable Known[] known = new @Nullable Known[16];
    private int device;

    /** The costs of one shape by node, and the version of the node that they are of. */
    private record Known(Shape shape, double[] costs, int[] versions) {}

    /** From now on the costs are those of {@code snapshot}, which the caller changes only on trial. */
    void begin(List<ShapeCount> newMix, NodeTable snapshot) {
        boolean other = !newMix.equals(mix)
                || snapshot.models() != nodes.models()
                || snapshot.count() != nodes.count()
                || (kept() + 1L) * snapshot.count() > MOST_KEPT;
        if (other) {
            mix = newMix;
            outlook = new Outlook(newMix, snapshot);
            versions = new int[snapshot.count()];
            Arrays.fill(known, null);
        } else {
            for (int node = 0; node < versions.length; node++) {
                versions[node] += snapshot.sameLeft(nodes, node) ? 0 : 1;
            }
        }
        nodes = snapshot;
        prices = ModelPrices.of(newMix, snapshot);
    }

    Outlook outlook() {
        return outlook;
    }

    /** The price of the GPUs that a task of {@code shape} takes of {@code node}. */
    double price(int node, Shape shape) {
        int model = nodes.model(node);
        return model < 0 ? 0 : prices[model] * shape.demand().totalGpuMilli();
    }

    /**
     * The nodes where a task of {@code shape} costs least on the snapshot, cheapest first, of equal cost the lower number first;
     * {@code most} at most.
     *
     * @param more what it costs beside on each node
     */
    Ranking ranking(Shape shape, int most, IntToDoubleFunction more) {
        Known costs = costs(shape);
        Ranking ranking = new Ranking(most);
        for (int node = 0; node < versions.length; node++) {
            if (costs.versions[node] != versions[node] + 1) {
                costs.versions[node] = versions[node] + 1;
                costs.costs[node] = unpriced(shape, node);
            }
            double cost = costs.costs[node];
            if (cost < IMPOSSIBLE) {
                ranking.offer(node, cost + price(node, shape) + more.applyAsDouble(node));
            }
        }
        return ranking;
    }

    /** What a task of {@code shape}, which fits there, costs on a device of {@code node} as it is now; -1 for idle devices or none. */
    double on(Shape shape, int node, int onDevice) {
        return outlook.growth(nodes, node, shape, onDevice) + price(node, shape);
    }

    /** What a task of {@code shape} costs on {@code node} as it is now, trials included; {@link #IMPOSSIBLE} where it does not fit. */
    double now(Shape shape, int node) {
        double cost = unpriced(shape, node);
        return cost < IMPOSSIBLE ? cost + price(node, shape) : cost;
    }

    /** The devices that the last task asked about by {@link #now} would get; it fits. */
    Grant devices(Shape shape, int node) {
        if (shape.gpus() == 0) {
            return Grant.NONE;
        }
        return device >= 0
                ? nodes.grants().at(shape, node, device)
                : nodes.grants().firstIdle(shape, node);
    }

    private double unpriced(Shape shape, int node) {
        device = -1;
        if (nodes.whyNot(shape, node) != null) {
            return IMPOSSIBLE;
        }
        Demand demand = shape.demand();
        if (demand.gpus() == 0 || demand.wholeGpus()) {
            return outlook.growth(nodes, node, shape, -1);
        }
        double best = IMPOSSIBLE;
        int seen = -1;
        for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
            int left = nodes.gpuFreeMilli(node, gpu);
            if (left == seen || !nodes.gpuFits(shape, node, gpu)) {
                continue;
            }
            seen = left;
            double cost = outlook.growth(nodes, node, shape, gpu);
            if (cost < best) {
                best = cost;
                device = gpu;
            }
        }
        return best;
    }

    private Known costs(Shape shape) {
        if (shape.id() >= known.length) {
            known = Arrays.copyOf(known, StrictMath.max(shape.id() + 1, known.length * 2));
        }
        Known found = known[shape.id()];
        if (found == null || !found.shape.demand().equals(shape.demand())) {
            found = new Known(shape, new double[versions.length], new int[versions.length]);
            known[shape.id()] = found;
        }
        return found;
    }

    private long kept() {
        long kept = 0;
        for (Known one : known) {
            kept += one == null ? 0 : 1;
        }
        return kept;
    }
}
