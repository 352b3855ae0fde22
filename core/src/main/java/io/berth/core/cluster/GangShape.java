package io.berth.core.cluster;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What all tasks of a job ask for, as the node table reads it. Jobs of one group that ask alike share one, however many tasks they have;
 * jobs of several share one where all their groups are alike, as many tasks included.
 */
public final class GangShape {
    private final int id;
    private final Shape[] shapes;
    private final int[] hardestFirst;
    private final boolean alone;
    private final @Nullable String within;

    /**
     * @param id its number in the state, dense from 0, another than those of the shapes
     * @param shapes what a task of each group asks for
     */
    public GangShape(int id, List<Shape> shapes) {
        this.id = id;
        this.shapes = shapes.toArray(new Shape[0]);
        this.alone = shapes.stream().allMatch(Shape::alone);
        this.within = shapes.stream()
                .flatMap(shape -> shape.demand().peers().stream())
                .filter(PeerRule.Within.class::isInstance)
                .flatMap(rule -> rule.keys().stream())
                .findFirst()
                .orElse(null);
        this.hardestFirst = IntStream.range(0, this.shapes.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(
                                group -> -this.shapes[group].demand().totalGpuMilli())
                        .thenComparingLong(group -> -this.shapes[group].demand().cpuMilli())
                        .thenComparingInt(group -> group))
                .mapToInt(group -> group)
                .toArray();
    }

    public int id() {
        return id;
    }

    /** How many groups there are. */
    public int groups() {
        return shapes.length;
    }

    /** True where no other tasks matter to any of its tasks, nor they to others. */
    public boolean alone() {
        return alone;
    }

    /** The label by which all of its tasks must be in one domain; null for none. */
    public @Nullable String within() {
        return within;
    }

    /** What a task of group {@code group} asks for. */
    public Shape shape(int group) {
        return shapes[group];
    }

    /** {@code spec}, which asks for this, with the very demands that the shapes have: equal demands are one object then. */
    public JobSpec shared(JobSpec spec) {
        if (shapes.length == 1) {
            return spec.withDemand(shapes[0].demand());
        }
        List<TaskGroup> groups = new ArrayList<>(shapes.length);
        for (int group = 0; group < shapes.length; group++) {
            groups.add(spec.groups().get(group).withDemand(shapes[group].demand()));
        }
        return spec.withGroups(groups);
    }

    /** The group whose turn is number {@code turn} where groups look for room: most GPUs a task first, then most CPUs. */
    public int inTurn(int turn) {
        return hardestFirst[turn];
    }
}
