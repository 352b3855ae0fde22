package io.berth.core.plan.index;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Filter;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Turn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where tasks of each shape would go now under one placement policy. It follows from the node table alone and answers the
 * same whether it was kept or built anew.
 *
 * <p>One index per shape asked for; the one not asked for longest goes when they would take more than {@link
 * #MAX_ENTRIES} keys (9 bytes each, so 300 MB).
 */
public final class PlacementIndex {
    private static final long MAX_ENTRIES = 32L << 20;

    private final NodeTable nodes;
    private final Placer placer;
    private final Filter filter;
    private @Nullable ShapeIndex[] byShape = new @Nullable ShapeIndex[16];
    private int kept;
    private long asks;

    /** @param filter says which nodes {@code placer} may choose */
    public PlacementIndex(NodeTable nodes, Filter filter, Placer placer) {
        this.nodes = nodes;
        this.filter = filter;
        this.placer = placer;
    }

    /** One of the nodes of this that {@code these} lets pass, too; it keeps its own keys. */
    public PlacementIndex within(Filter these) {
        return new PlacementIndex(nodes, these.and(filter), placer);
    }

    /** The node for a task of {@code shape}, or -1. */
    public int choose(Shape shape, Turn turn) {
        ShapeIndex index = indexOf(shape);
        index.lastAsked = ++asks;
        index.catchUp();
        if (!index.any()) {
            return -1;
        }
        return switch (placer) {
            case Placer.Scored _ -> ((Tournament) index).best();
            case Placer.Picked picked -> picked.picker().pick((FeasibleNodes) index, turn);
        };
    }

    /** The same among {@code some} nodes, ascending. */
    public int choose(Shape shape, int[] some, Turn turn) {
        ShapeIndex index = indexOf(shape);
        index.lastAsked = ++asks;
        index.catchUp();
        return switch (placer) {
            case Placer.Scored _ -> ((Tournament) index).best(some);
            case Placer.Picked picked -> {
                Candidates among = ((FeasibleNodes) index).among(some);
                yield among.count() == 0 ? -1 : picked.picker().pick(among, turn);
            }
        };
    }

    /** True where {@code node} may take a task of {@code shape} now. */
    public boolean takes(Shape shape, int node) {
        return node >= 0 && node < nodes.count() && filter.whyNot(nodes, node, shape) == null;
    }

    /** Who chooses. */
    public Placer placer() {
        return placer;
    }

    /** What the last choice for {@code shape} went by; null where the policy does not score nodes. */
    @Nullable
    public Tournament scores(Shape shape) {
        return indexOf(shape) instanceof Tournament tournament ? tournament : null;
    }

    /** The nodes that a choice for {@code shape} among {@code some}, all where that is null, is made of; null where the policy scores nodes. */
    public @Nullable Candidates candidates(Shape shape, int @Nullable [] some) {
        return indexOf(shape) instanceof FeasibleNodes fitting ? some == null ? fitting : fitting.among(some) : null;
    }

    /** The devices that the task gets there: idle ones that are linked best, or the one that the policy picks for a share. */
    public Grant devices(Shape shape, int node, Turn turn) {
        if (shape.gpus() == 0) {
            return Grant.NONE;
        }
        if (!shape.wholeGpus()) {
            return nodes.grants().at(shape, node, placer.gpus().pick(nodes, node, shape, turn));
        }
        return placer.gpus().byLinks() || shape.linked()
                ? nodes.grants().firstIdle(shape, node)
                : nodes.grants().lowestIdle(shape, node);
    }

    private ShapeIndex indexOf(Shape shape) {
        if (shape.id() >= byShape.length) {
            byShape = Arrays.copyOf(byShape, StrictMath.max(byShape.length * 2, shape.id() + 1));
        }
        ShapeIndex index = byShape[shape.id()];
        if (index == null) {
            if ((kept + 1L) * nodes.count() > MAX_ENTRIES && kept > 0) {
                dropOldest();
            }
            index = switch (placer) {
                case Placer.Scored scored ->
                    new Tournament(
                            nodes,
                            shape,
                            filter,
                            nodes.prefers(shape) ? new Preferring(scored, shape) : scored.scorer());
                case Placer.Picked _ -> new FeasibleNodes(nodes, shape, filter);
            };
            byShape[shape.id()] = index;
            kept++;
        }
        return index;
    }

    private void dropOldest() {
        int oldest = -1;
        long asked = Long.MAX_VALUE;
        for (int id = 0; id < byShape.length; id++) {
            ShapeIndex index = byShape[id];
            if (index != null && index.lastAsked < asked) {
                asked = index.lastAsked;
                oldest = id;
            }
        }
        byShape[oldest] = null;
        kept--;
    }
}
