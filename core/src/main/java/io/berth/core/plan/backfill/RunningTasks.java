package io.berth.core.plan.backfill;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.room.Scratch;
import io.berth.core.state.Job;
import io.berth.core.state.JobTable;
import io.berth.core.state.RoomListener;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Who holds room where, and until when that is expected: by node, and in the order of the ends. Jobs that the plan in the
 * making starts are told with it. Either view is made when it is first asked for, and kept from then on: keeping both cost a
 * quarter of the time of runs that promise nothing (docs/experiments/001).
 */
public final class RunningTasks implements RoomListener {
    private static final Job[] NOBODY = {};

    private final NodeTable nodes;
    private final JobTable all;
    private final Scratch scratch;
    private final JobMarks marks;
    private final TreeSet<Job> byEnd = new TreeSet<>(
            Comparator.<Job>comparingLong(job -> job.expectedEndNanos()).thenComparingLong(Job::id));
    private final List<StartingJob> starting = new ArrayList<>();
    /** By node: each job as often as it has tasks there. */
    private Job[][] jobs = new Job[16][];

    private int[] counts = new int[16];
    private boolean keepsEnds;
    private boolean keepsNodes;

    /** Of the jobs in {@code all}; those that wait hold no room. */
    public RunningTasks(NodeTable nodes, JobTable all, Scratch scratch, JobMarks marks) {
        this.nodes = nodes;
        this.all = all;
        this.scratch = scratch;
        this.marks = marks;
        Arrays.fill(jobs, NOBODY);
    }

    /** True where task {@code task} of {@code job} holds room, and is not counted as gone while its job goes on. */
    boolean keeps(Job job, int task) {
        return marks.keeps(job, task);
    }

    /** True where the plan in the making counts the job's room as given back. */
    boolean released(Job job) {
        return marks.released(job);
    }

    @Override
    public void holds(Job job) {
        if (keepsEnds) {
            addEnd(job);
        }
        if (keepsNodes) {
            addNodes(job);
        }
    }

    @Override
    public void frees(Job job) {
        if (keepsEnds && job.expectedEndNanos() != Nanos.NEVER) {
            byEnd.remove(job);
        }
        if (keepsNodes) {
            for (int task = 0; task < job.placedTasks(); task++) {
                if (job.node(task) >= 0) {
                    remove(job.node(task), job);
                }
            }
        }
    }

    /** How many tasks were placed on {@code node} by the jobs that hold room, those that have ended since among them. */
    public int tasksOn(int node) {
        return count(node);
    }

    /** The job of task {@code i} of {@link #tasksOn}; the tasks of one job stand side by side. */
    public Job jobOn(int node, int i) {
        return jobs[node][i];
    }

    /** The jobs that hold room on {@code node}, each once, by number: in which order they are kept depends on who was there before. */
    public List<Job> jobsOn(int node) {
        List<Job> here = new ArrayList<>();
        for (int i = 0; i < count(node); i++) {
            Job job = jobs[node][i];
            if ((i == 0 || jobs[node][i - 1] != job) && holds(job, node)) {
                here.add(job);
            }
        }
        here.sort(Comparator.comparingLong(Job::id));
        return here;
    }

    private static boolean holds(Job job, int node) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task) && job.node(task) == node) {
                return true;
            }
        }
        return false;
    }

    /** The plan in the making starts a job; the scratch holds its room. */
    public void starts(StartingJob job) {
        starting.add(job);
    }

    /** The plan is made. */
    public void forgetStarting() {
        starting.clear();
    }

    /** The jobs that hold room and are expected to end, the next to end first; not those that start. */
    Iterable<Job> byEnd() {
        if (!keepsEnds) {
            keepsEnds = true;
            for (Job job : all.sorted()) {
                if (!job.waiting()) {
                    addEnd(job);
                }
            }
        }
        return byEnd;
    }

    /** The jobs that hold room and end some time, though nobody knows when; the first that started first. */
    List<Job> unknownEnds() {
        List<Job> unknown = new ArrayList<>();
        for (Job job : all.sorted()) {
            if (!job.waiting()
                    && job.expectedEndNanos() == Nanos.NEVER
                    && job.spec().kind() != JobKind.SERVICE) {
                unknown.add(job);
            }
        }
        unknown.sort(Comparator.comparingLong((Job job) -> job.decision()).thenComparingLong(Job::id));
        return unknown;
    }

    /** The jobs that the plan in the making starts, the next to end first. */
    List<StartingJob> startingByEnd() {
        List<StartingJob> sorted = new ArrayList<>(starting);
        sorted.sort(Comparator.comparingLong(StartingJob::expectedEndNanos));
        return sorted;
    }

    /** When one task of {@code shape} is expected to fit on {@code node}, which may be past; {@link Nanos#NEVER} for never. */
    long earliest(Shape shape, int node) {
        if (!nodes.usable(node) || nodes.emptySlots(shape, node) == 0) {
            return Nanos.NEVER;
        }
        NodeRow row = nodes.row(node);
        long at = Long.MIN_VALUE;
        while (row.slots(shape) == 0) {
            at = nextEnd(node, at);
            if (at == Nanos.NEVER) {
                return Nanos.NEVER;
            }
            release(row, at, at);
        }
        return at;
    }

    /** Tells {@code timeline} when what runs on {@code node} is expected to end. */
    void ends(int node, Timeline timeline) {
        for (int i = 0; i < count(node); i++) {
            Job job = jobs[node][i];
            boolean again = i > 0 && jobs[node][i - 1] == job;
            for (int task = 0; task < job.placedTasks() && !again; task++) {
                if (job.node(task) == node && marks.keeps(job, task)) {
                    timeline.ends(job.expectedEndNanos(), job.shape(task), job.grant(task));
                }
            }
        }
    }

    /** What will be left of {@code node} when all has ended that is expected to end by {@code at}. */
    NodeRow future(int node, long at) {
        NodeRow row = nodes.row(node);
        release(row, Long.MIN_VALUE, at);
        return row;
    }

    private long nextEnd(int node, long after) {
        long next = Nanos.NEVER;
        for (int i = 0; i < count(node); i++) {
            Job job = jobs[node][i];
            if (job.expectedEndNanos() > after && !marks.released(job)) {
                next = StrictMath.min(next, job.expectedEndNanos());
            }
        }
        for (StartingJob job : starting) {
            if (job.expectedEndNanos() > after && on(node, job)) {
                next = StrictMath.min(next, job.expectedEndNanos());
            }
        }
        return next;
    }

    /** Gives back what ends from {@code from} to {@code to}, both included. */
    private void release(NodeRow row, long from, long to) {
        int node = row.node();
        for (int i = 0; i < count(node); i++) {
            Job job = jobs[node][i];
            boolean again = i > 0 && jobs[node][i - 1] == job;
            if (!again && !marks.released(job) && job.expectedEndNanos() >= from && job.expectedEndNanos() <= to) {
                giveAll(row, job);
            }
        }
        for (StartingJob job : starting) {
            if (job.expectedEndNanos() >= from && job.expectedEndNanos() <= to) {
                giveAll(row, job);
            }
        }
    }

    private void giveAll(NodeRow row, Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.node(task) == row.node() && marks.keeps(job, task)) {
                row.give(job.shape(task), job.grant(task));
            }
        }
    }

    private void giveAll(NodeRow row, StartingJob starting) {
        for (int step = starting.first(); step < starting.first() + starting.tasks(); step++) {
            if (scratch.node(step) == row.node()) {
                row.give(scratch.shape(step), scratch.grant(step));
            }
        }
    }

    private boolean on(int node, StartingJob starting) {
        for (int step = starting.first(); step < starting.first() + starting.tasks(); step++) {
            if (scratch.node(step) == node) {
                return true;
            }
        }
        return false;
    }

    private int count(int node) {
        if (!keepsNodes) {
            keepsNodes = true;
            for (Job job : all.sorted()) {
                if (!job.waiting()) {
                    addNodes(job);
                }
            }
        }
        return node < counts.length ? counts[node] : 0;
    }

    private void addEnd(Job job) {
        if (job.expectedEndNanos() != Nanos.NEVER) {
            byEnd.add(job);
        }
    }

    private void addNodes(Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.node(task) >= 0) {
                add(job.node(task), job);
            }
        }
    }

    /** The tasks of one job stand side by side. */
    private void add(int node, Job job) {
        if (node >= jobs.length) {
            int size = StrictMath.max(node + 1, jobs.length * 2);
            int old = jobs.length;
            jobs = Arrays.copyOf(jobs, size);
            Arrays.fill(jobs, old, size, NOBODY);
            counts = Arrays.copyOf(counts, size);
        }
        if (counts[node] == jobs[node].length) {
            jobs[node] = Arrays.copyOf(jobs[node], StrictMath.max(4, counts[node] * 2));
        }
        jobs[node][counts[node]++] = job;
    }

    private void remove(int node, Job job) {
        Job[] here = jobs[node];
        int kept = 0;
        for (int i = 0; i < counts[node]; i++) {
            if (here[i] != job) {
                here[kept++] = here[i];
            }
        }
        Arrays.fill(here, kept, counts[node], null);
        counts[node] = kept;
    }
}
