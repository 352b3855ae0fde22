package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.policy.Order;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What becomes free on one node as its jobs are preempted, the last in the order first. */
final class NodeVictims {
    private final State state;
    private final NodeTable nodes;
    private final RunningTasks running;
    private final JobMarks marks;
    private final Order order;
    /** Those on the node at hand that may be preempted, the last in the order first. */
    private @Nullable Job[] jobs = new @Nullable Job[16];

    private int count;
    private @Nullable Job victim;
    private int slots;

    NodeVictims(State state, RunningTasks running, JobMarks marks, Order order) {
        this.state = state;
        this.nodes = state.nodeTable();
        this.running = running;
        this.marks = marks;
        this.order = order;
    }

    /** Looks for the first victim on {@code node} that lets more than {@code had} tasks of {@code shape} fit. */
    void look(int node, Shape shape, int rank, int had) {
        victim = null;
        slots = 0;
        if (!nodes.usable(node) || nodes.emptySlots(shape, node) <= had) {
            return;
        }
        NodeRow row = nodes.row(node);
        slots = row.slots(shape) - had;
        if (slots > 0) {
            return;
        }
        gather(node, rank);
        for (int i = 0; i < count && slots <= 0; i++) {
            victim = jobs[i];
            RunningTasks.giveAll(row, job(i));
            slots = row.slots(shape) - had;
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

    /** True where a job of {@code rank} may preempt {@code job}, if it goes before it. */
    boolean open(Job job, int rank) {
        return !marks.released(job) && (!order.ranks() || rank > order.rank(job, state.nowNanos()));
    }

    private void gather(int node, int rank) {
        Arrays.fill(jobs, 0, count, null);
        count = 0;
        int tasks = running.tasksOn(node);
        Job before = null;
        for (int i = 0; i < tasks; i++) {
            Job job = running.jobOn(node, i);
            if (job != before && open(job, rank)) {
                marks.key(job, order.key(job, state.nowNanos()));
                insert(job);
            }
            before = job;
        }
    }

    private void insert(Job job) {
        if (count == jobs.length) {
            jobs = Arrays.copyOf(jobs, count * 2);
        }
        int at = count++;
        for (; at > 0 && marks.byKey.compare(job(at - 1), job) < 0; at--) {
            jobs[at] = jobs[at - 1];
        }
        jobs[at] = job;
    }

    private Job job(int i) {
        return Objects.requireNonNull(jobs[i]);
    }
}
