package io.berth.core.state;

import io.berth.core.cluster.GangShape;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The distinct demands, how often each was submitted, and which of them jobs ask for together.
 *
 * <p>Policies that plan for a mix must not be built again for every submission, so the counts are copied when the total
 * crosses 1, 8, 32 and from there every half more: an epoch. That is often enough to follow a workload and rare enough that
 * half of all submissions fall into the last epoch.
 */
public final class ShapeTable {
    private final NodeTable nodes;
    private final LinkedHashMap<Demand, Shape> byDemand = new LinkedHashMap<>();
    private final List<Shape> shapes = new ArrayList<>();
    /** By shape: the gang of jobs that ask for nothing else. */
    private final List<GangShape> uniform = new ArrayList<>();

    private final LinkedHashMap<List<TaskGroup>, GangShape> mixed = new LinkedHashMap<>();
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
        uniform.add(new GangShape(gangs(), List.of(shape)));
        if (shapes.size() > counts.length) {
            counts = Arrays.copyOf(counts, counts.length * 2);
            countsAtEpoch = Arrays.copyOf(countsAtEpoch, counts.length);
        }
        return shape;
    }

    /** What the tasks of {@code spec} ask for together. */
    public GangShape gang(JobSpec spec) {
        if (spec.uniform()) {
            return uniform.get(intern(spec.demand()).id());
        }
        List<TaskGroup> asked = spec.groups().stream().map(ShapeTable::asked).toList();
        GangShape known = mixed.get(asked);
        if (known != null) {
            return known;
        }
        List<Shape> ofGroups =
                asked.stream().map(group -> intern(group.demand())).toList();
        GangShape gang = new GangShape(gangs(), ofGroups);
        mixed.put(asked, gang);
        return gang;
    }

    /** What matters for where the tasks of {@code group} may go. */
    private static TaskGroup asked(TaskGroup group) {
        return group.withName("").withProgram(Program.NONE);
    }

    /** How many different gangs there are. */
    public int gangs() {
        return uniform.size() + mixed.size();
    }

    /** Counts a submission of {@code spec}. */
    void submitted(JobSpec spec, GangShape gang) {
        for (int group = 0; group < gang.groups(); group++) {
            counts[gang.shape(group).id()] += spec.groups().get(group).max();
        }
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

    /** The demands and their counts as they are now. */
    Counted counted() {
        return new Counted(
                List.copyOf(shapes), counts.clone(), countsAtEpoch.clone(), new long[] {submitted, epochEnds, epoch});
    }

    /**
     * What a state writes of its demands.
     *
     * @param totals submissions, when the epoch ends, the epoch
     */
    record Counted(List<Shape> shapes, long[] counts, long[] countsAtEpoch, long[] totals) {}

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
