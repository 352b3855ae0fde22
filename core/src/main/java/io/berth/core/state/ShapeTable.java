package io.berth.core.state;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The distinct demands, and how often each was submitted.
 *
 * <p>Policies that plan for a mix must not be built again for every submission, so the counts are copied when the total
 * crosses 1, 8, 32 and from there every half more: an epoch. That is often enough to follow a workload and rare enough that
 * half of all submissions fall into the last epoch.
 */
public final class ShapeTable {
    private final NodeTable nodes;
    private final LinkedHashMap<Demand, Shape> byDemand = new LinkedHashMap<>();
    private final List<Shape> shapes = new ArrayList<>();
    private long[] counts = new long[16];
    private long[] countsAtEpoch = new long[16];
    private long submitted;
    private long epochEnds = 1;
    private long epoch;

    public ShapeTable(NodeTable nodes) {
        this.nodes = nodes;
    }

    public Shape intern(Demand demand) {
        Shape known = byDemand.get(demand);
        if (known != null) {
            return known;
        }
        Shape shape = nodes.shape(shapes.size(), demand);
        byDemand.put(demand, shape);
        shapes.add(shape);
        if (shapes.size() > counts.length) {
            counts = Arrays.copyOf(counts, counts.length * 2);
            countsAtEpoch = Arrays.copyOf(countsAtEpoch, counts.length);
        }
        return shape;
    }

    /** Counts a submission of {@code tasks} tasks. */
    void submitted(Shape shape, int tasks) {
        counts[shape.id()] += tasks;
        submitted++;
        if (submitted >= epochEnds) {
            epoch++;
            epochEnds = submitted < 32 ? submitted * 4 + 4 : submitted + submitted / 2;
            System.arraycopy(counts, 0, countsAtEpoch, 0, counts.length);
        }
    }

    /** How many demands there are. */
    public int size() {
        return shapes.size();
    }

    Shape get(int id) {
        return shapes.get(id);
    }

    /** Counts up whenever the mix that is observed is looked at anew. */
    public long epoch() {
        return epoch;
    }

    long submitted() {
        return submitted;
    }

    long epochEnds() {
        return epochEnds;
    }

    long count(int id) {
        return counts[id];
    }

    long countAtEpoch(int id) {
        return countsAtEpoch[id];
    }

    /** What was submitted up to the last epoch, most frequent first. */
    List<DemandCount> observed() {
        List<DemandCount> mix = new ArrayList<>();
        for (Shape shape : shapes) {
            if (countsAtEpoch[shape.id()] > 0) {
                mix.add(new DemandCount(shape.demand(), countsAtEpoch[shape.id()]));
            }
        }
        mix.sort((a, b) -> Long.compare(b.count(), a.count()));
        return mix;
    }

    void restore(long submitted, long epochEnds, long epoch) {
        this.submitted = submitted;
        this.epochEnds = epochEnds;
        this.epoch = epoch;
    }

    void restoreCounts(int id, long count, long countAtEpoch) {
        counts[id] = count;
        countsAtEpoch[id] = countAtEpoch;
    }
}
