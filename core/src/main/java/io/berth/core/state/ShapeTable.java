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
 * The distinct demands, how often each was submitted, and which of them jobs ask for together. A demand has a shape of its own for tasks
 * that rules of others look at; those are counted and written as the demand alone, since they follow from it and what is said of the tasks.
 *
 * <p>Policies that plan for a mix must not be built again for every submission, so the counts are copied when the total
 * crosses 1, 8, 32 and from there every half more: an epoch. That is often enough to follow a workload and rare enough that
 * half of all submissions fall into the last epoch.
 */
public final class ShapeTable {
    private final NodeTable nodes;
    private final LinkedHashMap<Demand, Integer> numbers = new LinkedHashMap<>();
    /** By demand: the shape of tasks that nobody picks. */
    private final List<Shape> demands = new ArrayList<>();

    private final LinkedHashMap<Picked, Shape> picked = new LinkedHashMap<>();
    /** By shape: the number of its demand. */
    private int[] demandOf = new int[16];

    /** By shape: the gang of jobs that ask for nothing else. */
    private final List<GangShape> uniform = new ArrayList<>();

    private final LinkedHashMap<Mixed, GangShape> mixed = new LinkedHashMap<>();
    private long[] counts = new long[16];
    private long[] countsAtEpoch = new long[16];
    private long submitted;
    private long epochEnds = 1;
    private long epoch;

    /** A demand by its number, and the selectors that pick its tasks. */
    private record Picked(int demand, List<Integer> by) {}

    /** What groups ask for, and the shapes of their tasks by number. */
    private record Mixed(List<TaskGroup> groups, List<Integer> shapes) {}

    public ShapeTable(NodeTable nodes) {
        this.nodes = nodes;
    }

    /** The shape of tasks of {@code demand} that nobody picks. */
    public Shape intern(Demand demand) {
        return demands.get(number(demand));
    }

    /** The number of {@code demand} among all. */
    int number(Demand demand) {
        Integer known = numbers.get(demand);
        if (known != null) {
            return known;
        }
        int number = demands.size();
        numbers.put(demand, number);
        demands.add(made(number, demand, List.of()));
        if (demands.size() > counts.length) {
            counts = Arrays.copyOf(counts, counts.length * 2);
            countsAtEpoch = Arrays.copyOf(countsAtEpoch, counts.length);
        }
        return number;
    }

    private Shape made(int number, Demand demand, List<Integer> pickedBy) {
        Shape shape = nodes.shape(uniform.size(), demand, pickedBy);
        if (shape.id() == demandOf.length) {
            demandOf = Arrays.copyOf(demandOf, demandOf.length * 2);
        }
        demandOf[shape.id()] = number;
        uniform.add(new GangShape(gangs(), shape));
        return shape;
    }

    /** What a task of {@code group} asks for, in a job of {@code queue}. */
    private Shape shape(String queue, TaskGroup group) {
        int number = number(group.demand());
        List<Integer> by = nodes.peers().pickedBy(queue, group.labels());
        if (by.isEmpty()) {
            return demands.get(number);
        }
        Picked what = new Picked(number, by);
        Shape known = picked.get(what);
        if (known == null) {
            known = made(number, group.demand(), by);
            picked.put(what, known);
        }
        return known;
    }

    /** What the tasks of {@code spec} ask for together. */
    public GangShape gang(JobSpec spec) {
        if (spec.uniform()) {
            return uniform.get(shape(spec.queue(), spec.groups().getFirst()).id());
        }
        List<Shape> ofGroups =
                spec.groups().stream().map(group -> shape(spec.queue(), group)).toList();
        Mixed what = new Mixed(
                spec.groups().stream().map(ShapeTable::asked).toList(),
                ofGroups.stream().map(Shape::id).toList());
        GangShape known = mixed.get(what);
        if (known != null) {
            return known;
        }
        GangShape gang = new GangShape(gangs(), ofGroups, what.groups());
        mixed.put(what, gang);
        return gang;
    }

    /** What matters for where the tasks of {@code group} may go. */
    private static TaskGroup asked(TaskGroup group) {
        return group.withName("").withProgram(Program.NONE).withLabels(List.of());
    }

    /** How many different gangs there are. */
    public int gangs() {
        return uniform.size() + mixed.size();
    }

    /** Counts a submission of {@code spec}. */
    void submitted(JobSpec spec, GangShape gang) {
        for (int group = 0; group < gang.groups(); group++) {
            counts[demand(gang.shape(group))] += spec.groups().get(group).max();
        }
        submitted++;
        if (submitted >= epochEnds) {
            epoch++;
            epochEnds = submitted < 32 ? submitted * 4 + 4 : submitted + submitted / 2;
            System.arraycopy(counts, 0, countsAtEpoch, 0, counts.length);
        }
    }

    /** A job of {@code spec} that is submitted at {@code nanos}, or was. */
    Job job(long id, JobSpec spec, long nanos) {
        GangShape gang = gang(spec);
        return new Job(id, spec, gang, demand(gang.shape(0)), nanos);
    }

    /** The number of the demand of {@code shape}. */
    int demand(Shape shape) {
        return demandOf[shape.id()];
    }

    /** How many demands there are. */
    public int size() {
        return demands.size();
    }

    Demand get(int number) {
        return demands.get(number).demand();
    }

    /** Counts up whenever the mix that is observed is looked at anew. */
    public long epoch() {
        return epoch;
    }

    /** What was submitted up to the last epoch, most frequent first. */
    List<DemandCount> observed() {
        List<DemandCount> mix = new ArrayList<>();
        for (int number = 0; number < demands.size(); number++) {
            if (countsAtEpoch[number] > 0) {
                mix.add(new DemandCount(get(number), countsAtEpoch[number]));
            }
        }
        mix.sort((a, b) -> Long.compare(b.count(), a.count()));
        return mix;
    }

    /** The demands and their counts as they are now. */
    Counted counted() {
        return new Counted(
                List.copyOf(demands), counts.clone(), countsAtEpoch.clone(), new long[] {submitted, epochEnds, epoch});
    }

    /**
     * What a state writes of its demands.
     *
     * @param shapes one of each demand, by its number
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
