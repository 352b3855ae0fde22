package io.berth.core.plan.trace;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.load.Measure;
import io.berth.core.decision.Lacks;
import io.berth.core.decision.Linked;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Filter;
import io.berth.core.policy.load.Overload;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
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
    /** By node: how much it lacks, as {@link Deficit} compares nodes. */
    private float[] losses = {};

    private final Deficit deficit;
    private final int[] counts = new int[REASONS.length + 1];
    private long slotSum;
    /** The sums as of now; null where a node changed. */
    private @Nullable NodeCount count;

    ShapeLack(NodeTable nodes, Shape shape, Filter filter) {
        this.nodes = nodes;
        this.shape = shape;
        this.filter = filter;
        this.reader = new ChangeReader(nodes, shape);
        this.deficit = new Deficit(nodes, shape);
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
            known = new NodeCount(
                    counts[FITS],
                    slotSum,
                    new Lacks(byReason, resources(), null, told(byReason.keySet()), links()),
                    nearest());
            count = known;
        }
        return known;
    }

    /** The first node of those that lack least. */
    private @Nullable NodeMiss nearest() {
        int nearest = -1;
        float least = Deficit.NONE;
        for (int node = 0; node < nodes.count(); node++) {
            if (losses[node] < least) {
                least = losses[node];
                nearest = node;
            }
        }
        return nearest < 0 ? null : deficit.told(nearest, REASONS[lacks[nearest]]);
    }

    /** What the first node lacks that has too few memory slices left; empty where none has. */
    private String slices() {
        int left = counts[Reason.MIG_SLICES.ordinal()];
        for (int node = 0; left > 0 && node < nodes.count(); node++) {
            if (lacks[node] == Reason.MIG_SLICES.ordinal()) {
                return nodes.nodeClass(node).devices().slices(shape.devices());
            }
        }
        return "";
    }

    /** On how many nodes which extended resource is the first that is short. */
    private TreeMap<String, Integer> resources() {
        TreeMap<String, Integer> named = new TreeMap<>();
        int left = counts[Reason.EXTENDED_RESOURCE.ordinal()];
        for (int node = 0; left > 0 && node < nodes.count(); node++) {
            if (lacks[node] == Reason.EXTENDED_RESOURCE.ordinal()) {
                left--;
                String resource = NodeLack.resource(nodes, shape, node);
                if (!resource.isEmpty()) {
                    named.merge(resource, 1, Integer::sum);
                }
            }
        }
        return named;
    }

    /** How idle devices are linked, and on how many nodes, of those where only that is in the way. */
    private SequencedMap<Linked, Integer> links() {
        SequencedMap<Linked, Integer> best = new LinkedHashMap<>();
        for (int node = 0; counts[Reason.LINKS.ordinal()] > 0 && node < nodes.count(); node++) {
            if (lacks[node] == Reason.LINKS.ordinal()) {
                best.merge(nodes.grants().linked(shape, node), 1, Integer::sum);
            }
        }
        return best;
    }

    /** Which memory slices must be free, and how far nodes are above the thresholds of the strategy, where these are in the way. */
    private TreeMap<Reason, String> told(Set<Reason> reasons) {
        TreeMap<Reason, String> told = new TreeMap<>();
        String slices = slices();
        if (!slices.isEmpty()) {
            told.put(Reason.MIG_SLICES, slices);
        }
        for (Reason reason : reasons) {
            Measure measure = Overload.measure(reason);
            if (measure != null) {
                told.put(reason, nodes.loads().told(measure, node -> lacks[node] == reason.ordinal()));
            }
        }
        return told;
    }

    @Override
    public void grow(int nodeCount) {
        int known = lacks.length;
        lacks = Arrays.copyOf(lacks, ChangeReader.room(known, nodeCount));
        Arrays.fill(lacks, known, lacks.length, UNKNOWN);
        slots = Arrays.copyOf(slots, lacks.length);
        losses = Arrays.copyOf(losses, lacks.length);
        Arrays.fill(losses, known, losses.length, Deficit.NONE);
    }

    @Override
    public void update(int node) {
        byte lack = lack(node);
        // Who is placed may let another come, so room is counted where only rules between tasks are in the way.
        int fit = lack == FITS || REASONS[lack].betweenTasks() ? nodes.slots(shape, node) : 0;
        float loss = lack == FITS ? Deficit.NONE : deficit.of(node, REASONS[lack]);
        if (lack == lacks[node] && fit == slots[node] && loss == losses[node]) {
            return;
        }
        if (lacks[node] != UNKNOWN) {
            counts[lacks[node]]--;
        }
        counts[lack]++;
        slotSum += fit - slots[node];
        lacks[node] = lack;
        slots[node] = fit;
        losses[node] = loss;
        count = null;
    }

    private byte lack(int node) {
        Reason reason = NodeLack.of(nodes, filter, shape, node);
        return reason == null ? FITS : (byte) reason.ordinal();
    }
}
