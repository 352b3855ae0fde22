package io.berth.core.cluster;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Arrays;
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
    private final PeerRule.@Nullable Within within;
    /** True for the groups whose tasks must be in one domain, all of them in the same. */
    private final boolean[] bound;
    /** The groups, where the tasks of one of them must be in a domain of its own; else empty. */
    private final TaskGroup[] apart;

    /**
     * Of one group.
     *
     * @param id its number in the state, dense from 0, another than those of the shapes
     * @param shape what each task asks for
     */
    public GangShape(int id, Shape shape) {
        this(id, List.of(shape), List.of());
    }

    /**
     * @param id its number in the state, dense from 0, another than those of the shapes
     * @param shapes what a task of each group asks for
     * @param groups of which it is
     */
    public GangShape(int id, List<Shape> shapes, List<TaskGroup> groups) {
        this.id = id;
        this.shapes = shapes.toArray(new Shape[0]);
        this.apart = groups.stream().anyMatch(group -> group.within() != null)
                ? groups.toArray(new TaskGroup[0])
                : new TaskGroup[0];
        this.alone = apart.length == 0 && shapes.stream().allMatch(Shape::alone);
        this.within = within(shapes);
        this.bound = new boolean[this.shapes.length];
        for (int group = 0; group < bound.length; group++) {
            bound[group] = PeerRule.Within.bind(this.shapes[group].demand());
        }
        this.hardestFirst = this.shapes.length == 1 ? new int[1] : hardestFirst();
    }

    private int[] hardestFirst() {
        return IntStream.range(0, shapes.length)
                .boxed()
                .sorted(Comparator.<Integer, Boolean>comparing(group -> !bound[group])
                        .thenComparing(group -> own(group) == null)
                        .thenComparingLong(
                                group -> -together(group, shapes[group].demand().totalGpuMilli()))
                        .thenComparingLong(
                                group -> -together(group, shapes[group].demand().cpuMilli()))
                        .thenComparingLong(group -> -shapes[group].demand().totalGpuMilli())
                        .thenComparingLong(group -> -shapes[group].demand().cpuMilli())
                        .thenComparingInt(group -> group))
                .mapToInt(group -> group)
                .toArray();
    }

    /** So much of each task that must be in a domain of its group's own; 0 where they may be in several. */
    private long together(int group, long each) {
        return own(group) == null ? 0 : apart[group].min() * each;
    }

    public int id() {
        return id;
    }

    /** How many groups there are. */
    public int groups() {
        return shapes.length;
    }

    /** As which its tasks must be in one domain, whatever the other groups are in; null for those that need not. */
    public PeerRule.@Nullable Within own(int group) {
        return apart.length == 0 ? null : apart[group].within();
    }

    /** True where a group has a domain of its own. */
    public boolean hasOwn() {
        return apart.length > 0;
    }

    /** True where a group has a domain of its own, and nothing but domains says where its tasks go: others matter to none, nor they to others. */
    public boolean onlyDomains() {
        return apart.length > 0
                && (within == null
                        || within.required() && within.reach().division().free())
                && Arrays.stream(shapes).allMatch(Shape::onlyWithin);
    }

    /** True where no other tasks matter to any of its tasks, nor they to others, nor where those of a group are together. */
    public boolean alone() {
        return alone;
    }

    /** True where the tasks of group {@code group} must be in the domain in which all such tasks of the job are. */
    public boolean bound(int group) {
        return bound[group];
    }

    /** Of several labels the one of which each domain is in one domain of any other. */
    private static PeerRule.@Nullable Within within(List<Shape> shapes) {
        if (shapes.size() == 1 && shapes.getFirst().demand().peers().isEmpty()) {
            return null;
        }
        List<PeerRule.Within> rules = shapes.stream()
                .flatMap(shape -> shape.demand().peers().stream())
                .filter(PeerRule.Within.class::isInstance)
                .map(PeerRule.Within.class::cast)
                .toList();
        return rules.stream()
                .filter(rule -> rule.required() && rule.key().equals(PeerRule.NODE))
                .findFirst()
                .orElse(rules.stream()
                        .filter(PeerRule.Within::required)
                        .findFirst()
                        .orElse(rules.isEmpty() ? null : rules.getFirst()));
    }

    /** How all tasks of groups that are {@link #bound} go to one domain; null where none is. */
    public PeerRule.@Nullable Within within() {
        return within;
    }

    /** The label by which they must be in one domain; null where they may be in several. */
    public @Nullable String withinKey() {
        return within == null || !within.required() ? null : within.key();
    }

    /** True where so few tasks have room wherever more of them have it: they are not divided into equal parts. */
    public boolean fewerFit() {
        return within == null || within.reach().division().free();
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

    /**
     * The group whose turn is number {@code turn} where groups look for room: those that must be in one domain first, then those that must be in
     * one of their own, the largest first, then most GPUs a task, then most CPUs.
     */
    public int inTurn(int turn) {
        return hardestFirst[turn];
    }
}
