package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.Sparing;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What becomes free on a node as its jobs are preempted, the last in the order first. The tasks of each node stand in that order in an
 * array of their own, which all shapes share: going through it touches no job.
 */
final class NodeVictims {
    private final State state;
    private final NodeTable nodes;
    private final RunningTasks running;
    private final JobMarks marks;
    private final KeyedOrder order;
    private final Sparing sparing;
    private Preemptable[] ofNodes = {};
    /** What was found last. */
    private @Nullable Job victim;

    private long key;
    private long asOfNanos;
    private int slots;

    NodeVictims(State state, RunningTasks running, JobMarks marks, Preempting by) {
        this.state = state;
        this.nodes = state.nodeTable();
        this.running = running;
        this.marks = marks;
        this.order = by.order();
        this.sparing = by.sparing();
    }

    /**
     * Looks for the first victim of {@code rank} on {@code node} that lets more than {@code had} tasks of {@code shape} fit.
     *
     * @param exact by the keys of now; else by those of when the node changed last will do
     */
    void look(int node, Shape shape, int rank, int had, boolean exact) {
        victim = null;
        slots = 0;
        asOfNanos = state.nowNanos();
        if (!nodes.usable(node) || nodes.emptySlots(shape, node) <= had) {
            return;
        }
        NodeRow row = nodes.row(node);
        slots = row.slots(shape) - had;
        if (slots > 0) {
            return;
        }
        Preemptable tasks = on(node, exact);
        asOfNanos = tasks.asOfNanos;
        boolean ranks = order.ranks();
        for (int i = 0; i < tasks.count && slots <= 0; i++) {
            if (ranks && rank <= tasks.rank(i)) {
                continue;
            }
            tasks.give(i, row);
            if (tasks.lastOfJob(i)) {
                victim = tasks.job(i);
                key = tasks.key(i);
                slots = row.slots(shape) - had;
            }
        }
    }

    /** How many more tasks fit then; 0 or less where as many never do. */
    int slots() {
        return slots;
    }

    /** The victim; null where that many fit already, or never do. */
    @Nullable
    Job victim() {
        return slots > 0 ? victim : null;
    }

    /** Its key, and when it was that. */
    long key() {
        return key;
    }

    long asOfNanos() {
        return asOfNanos;
    }

    /** True where a job of {@code rank} may preempt {@code job}, if it goes before it. */
    boolean open(Job job, int rank) {
        return !marks.released(job) && !spared(job) && (!order.ranks() || rank > order.rank(job, state.nowNanos()));
    }

    /** As of now: when that is over, its nodes count as changed ({@link HoldingJobs}). */
    private boolean spared(Job job) {
        return sparing.spares(job.startNanos(), state.nowNanos());
    }

    /** The log must have been read up to its head, else it may tell of a change as if it had come before. */
    private Preemptable on(int node, boolean exact) {
        if (node >= ofNodes.length) {
            int old = ofNodes.length;
            ofNodes = Arrays.copyOf(ofNodes, nodes.count());
            Arrays.setAll(ofNodes, i -> i < old ? ofNodes[i] : new Preemptable());
        }
        Preemptable tasks = ofNodes[node];
        boolean known = nodes.changes().last(node) < tasks.seen;
        if (!known || exact && tasks.asOfNanos != state.nowNanos()) {
            gather(node, tasks);
        }
        return tasks;
    }

    private void gather(int node, Preemptable tasks) {
        tasks.begin(state.nowNanos(), nodes.changes().head());
        Job before = null;
        for (int i = 0; i < running.tasksOn(node); i++) {
            Job job = running.jobOn(node, i);
            if (job != before && !marks.released(job) && !spared(job)) {
                add(node, job, tasks);
            }
            before = job;
        }
    }

    private void add(int node, Job job, Preemptable tasks) {
        long keyNow = order.key(job, state.nowNanos());
        int rankNow = order.ranks() ? order.rank(job, state.nowNanos()) : 0;
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.node(task) == node && marks.keeps(job, task)) {
                tasks.add(job, task, keyNow, rankNow);
            }
        }
    }
}
