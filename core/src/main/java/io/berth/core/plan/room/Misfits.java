package io.berth.core.plan.room;

import io.berth.core.cluster.CountedSlots;
import io.berth.core.cluster.NodeTable;
import io.berth.core.state.Job;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known not to fit, by shape, so that a long queue of few shapes asks once for each. All of it follows from the node
 * table; where a job of some tasks does not fit, one of more tasks does not either.
 */
public final class Misfits {
    private final NodeTable nodes;
    /** Where {@code releases} stood when {@code tasks} or more did not fit. */
    private long[] at = new long[16];

    private int[] tasks = new int[16];
    /** The plan in which {@code tasksBeside} or more did not fit beside what is promised. */
    private long[] besideAt = new long[16];

    private int[] tasksBeside = new int[16];
    /** The tasks that the empty cluster holds. */
    private @Nullable CountedSlots[] slots = new @Nullable CountedSlots[16];

    private long plans;

    public Misfits(NodeTable nodes) {
        this.nodes = nodes;
    }

    /** A plan is begun; there are {@code shapes}. */
    public void begin(int shapes) {
        plans++;
        int old = at.length;
        if (shapes > old) {
            int size = StrictMath.max(shapes, old * 2);
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
        int shape = job.shape().id();
        return at[shape] == nodes.releases() && tasks[shape] <= job.spec().tasks();
    }

    /** The fewest tasks of the job's shape that are known not to fit. */
    public int tasks(Job job) {
        return tasks[job.shape().id()];
    }

    public void add(Job job) {
        at[job.shape().id()] = nodes.releases();
        tasks[job.shape().id()] = job.spec().tasks();
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
        int shape = job.shape().id();
        return besideAt[shape] == plans && tasksBeside[shape] <= job.spec().tasks();
    }

    public void addBeside(Job job) {
        besideAt[job.shape().id()] = plans;
        tasksBeside[job.shape().id()] = job.spec().tasks();
    }

    /** True where the cluster as declared, empty, could hold the job. */
    public boolean everFits(Job job) {
        int shape = job.shape().id();
        CountedSlots known = slots[shape];
        if (known == null) {
            known = new CountedSlots(job.shape());
            slots[shape] = known;
        }
        return nodes.emptySlots(known) >= job.spec().tasks();
    }
}
