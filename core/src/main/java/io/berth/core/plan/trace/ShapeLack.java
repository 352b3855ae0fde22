package io.berth.core.plan.trace;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.ResourceNames;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Lacks;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Filter;
import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Why a shape fits or does not, node by node, with the sums; brought up to date by looking only at the nodes that changed. */
final class ShapeLack implements ChangeReader.Rows {
    private static final Reason[] REASONS = Reason.values();
    private static final byte UNKNOWN = -1;
    private static final byte FITS = (byte) REASONS.length;

    private final NodeTable nodes;
    private final Shape shape;
    private final Filter filter;
    private final ChangeReader reader;
    /** By node: the reason by its place, or that the shape fits. */
    private byte[] lacks = {};

    private int[] slots = {};
    private final int[] counts = new int[REASONS.length + 1];
    private long slotSum;
    /** The sums as of now; null where a node changed. */
    private @Nullable NodeCount count;

    ShapeLack(NodeTable nodes, Shape shape, Filter filter) {
        this.nodes = nodes;
        this.shape = shape;
        this.filter = filter;
        this.reader = new ChangeReader(nodes, shape);
    }

    NodeCount count() {
        reader.catchUp(this);
        NodeCount known = count;
        if (known == null) {
            TreeMap<Reason, Integer> byReason = new TreeMap<>();
            for (int reason = 0; reason < FITS; reason++) {
                if (counts[reason] > 0) {
                    byReason.put(REASONS[reason], counts[reason]);
                }
            }
            known = new NodeCount(counts[FITS], slotSum, new Lacks(byReason, resources()));
            count = known;
        }
        return known;
    }

    /** On how many nodes which extended resource is the first that is short. */
    private TreeMap<String, Integer> resources() {
        TreeMap<String, Integer> named = new TreeMap<>();
        int left = counts[Reason.EXTENDED_RESOURCE.ordinal()];
        for (int node = 0; left > 0 && node < nodes.count(); node++) {
            if (lacks[node] == Reason.EXTENDED_RESOURCE.ordinal()) {
                left--;
                String resource = shortOf(node);
                if (!resource.isEmpty()) {
                    named.merge(resource, 1, Integer::sum);
                }
            }
        }
        return named;
    }

    /** The first extended resource that a node has too little of; empty where it has no name. */
    private String shortOf(int node) {
        int extended = shape.shortColumn(nodes, node) - ResourceNames.FIRST_EXTENDED;
        return extended < 0 ? "" : nodes.names().extended().get(extended);
    }

    @Override
    public void grow(int nodeCount) {
        int known = lacks.length;
        lacks = Arrays.copyOf(lacks, ChangeReader.room(known, nodeCount));
        Arrays.fill(lacks, known, lacks.length, UNKNOWN);
        slots = Arrays.copyOf(slots, lacks.length);
    }

    @Override
    public void update(int node) {
        byte lack = lack(node);
        // Who is placed may let another come, so room is counted where only rules between tasks are in the way.
        int fit = lack == FITS || REASONS[lack].betweenTasks() ? nodes.slots(shape, node) : 0;
        if (lack == lacks[node] && fit == slots[node]) {
            return;
        }
        if (lacks[node] != UNKNOWN) {
            counts[lacks[node]]--;
        }
        counts[lack]++;
        slotSum += fit - slots[node];
        lacks[node] = lack;
        slots[node] = fit;
        count = null;
    }

    private byte lack(int node) {
        Reason reason = filter.whyNot(nodes, node, shape);
        if (reason == null) {
            return FITS;
        }
        boolean never = nodes.emptySlots(shape, node) == 0;
        return (byte) (never ? never(node) : reason).ordinal();
    }

    /** Why not even the empty node would do; the planner stops at the first lack, which may be another. */
    private Reason never(int node) {
        Reason never = nodes.neverFits(shape, node);
        boolean noDevices = never == Reason.GPU_MODEL && nodes.gpus(node) == 0;
        return never == null || noDevices ? Reason.TOO_LARGE : never;
    }
}
