package io.berth.core.plan.room;

import io.berth.core.cluster.CountedSlots;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.state.Job;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known not to fit, by gang, so that a long queue of few shapes asks once for each. All of it follows from the node
 * table; where a job of some tasks does not fit, one of more tasks does not either.
 *
 * <p>A job of several groups is looked at in each pass: how its groups are placed is no search of all ways, and what is taken elsewhere
 * may lead it to another.
 */
public final class Misfits {
    private final NodeTable nodes;
    /** Where {@code releases} stood when {@code tasks} or more did not fit. */
    private long[] at = new long[16];

    private int[] tasks = new int[16];
    /** The plan in which {@code tasksBeside} or more did not fit beside what is promised. */
    private long[] besideAt = new long[16];

    private int[] tasksBeside = new int[16];
    /** By shape: the tasks that the empty cluster holds. */
    private @Nullable CountedSlots[] slots = new @Nullable CountedSlots[16];

    private long plans;

    public Misfits(NodeTable nodes) {
        this.nodes = nodes;
    }

    /** A plan is begun; there are {@code gangs}. */
    public void begin(int gangs) {
        plans++;
        int old = at.length;
        if (gangs > old) {
            int size = StrictMath.max(gangs, old * 2);
            at = Arrays.copyOf(at, size);
            Arrays.fill(at, old, size, -1);
            tasks = Arrays.copyOf(tasks, size);
            besideAt = Arrays.copyOf(besideAt, size);
            tasksBeside = Arrays.copyOf(tasksBeside, size);
            slots = Arrays.copyOf(slots, size);
        }
    }

    /** What is free is not what it was thought to be. */
    public void forget() {
        Arrays.fill(at, -1);
    }

    /** True where {@code job} cannot fit, since nothing was given back after as many tasks or fewer did not. */
    public boolean known(Job job) {
        int gang = job.gang().id();
        return job.uniform() && at[gang] == nodes.releases() && tasks[gang] <= job.leastTasks();
    }

    /** The fewest tasks of the job's gang that are known not to fit. */
    public int tasks(Job job) {
        return tasks[job.gang().id()];
    }

    public void add(Job job) {
        at[job.gang().id()] = nodes.releases();
        tasks[job.gang().id()] = job.leastTasks();
    }

    /** True where the cluster as declared could hold less of some shape since that was asked last. */
    public boolean shrank() {
        boolean shrank = false;
        for (CountedSlots known : slots) {
            if (known != null) {
                long before = known.slots();
                shrank |= nodes.emptySlots(known) < before;
            }
        }
        return shrank;
    }

    /** True where {@code job} cannot fit beside what this plan has promised. */
    public boolean knownBeside(Job job) {
        int gang = job.gang().id();
        return besideAt[gang] == plans && tasksBeside[gang] <= job.leastTasks();
    }

    public void addBeside(Job job) {
        besideAt[job.gang().id()] = plans;
        tasksBeside[job.gang().id()] = job.leastTasks();
    }

    /** True where the cluster as declared, empty, could hold the job. */
    public boolean everFits(Job job) {
        if (job.uniform()) {
            return emptySlots(job.shape()) >= job.leastTasks();
        }
        boolean fits = true;
        for (int group = 0; fits && group < job.gang().groups(); group++) {
            fits = emptySlots(job.gang().shape(group))
                    >= job.spec().groups().get(group).min();
        }
        return fits;
    }

    private long emptySlots(Shape shape) {
        CountedSlots known = slots[shape.id()];
        if (known == null) {
            known = new CountedSlots(shape);
            slots[shape.id()] = known;
        }
        return nodes.emptySlots(known);
    }
}
