package io.berth.core.plan.preempt;

import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The jobs at the end of the order, one after the other, until the pending one fits by count; those of them that are on the nodes
 * where its tasks may go.
 */
public final class LastInOrder implements VictimPicker {
    private final State state;
    private final RunningTasks running;
    private final JobMarks marks;
    private final KeyedOrder order;
    private final VictimIndex index;
    private final List<Job> picked = new ArrayList<>();
    /** The nodes on which it matters who gives back his room. */
    private final TreeSet<Integer> concerned = new TreeSet<>();

    public LastInOrder(State state, RunningTasks running, JobMarks marks, KeyedOrder order) {
        this.state = state;
        this.running = running;
        this.marks = marks;
        this.order = order;
        this.index = new VictimIndex(state, running, marks, order);
    }

    @Override
    public List<Job> pick(Job job, long releases) {
        picked.clear();
        concerned.clear();
        if (!job.uniform()) {
            pickAny(job);
            return picked;
        }
        Job last = index.lastVictim(job, releases, concerned::add);
        if (last == null) {
            return List.of();
        }
        key(last);
        concerned.forEach(node -> gather(node, job, last));
        picked.sort(marks.byKey.reversed());
        dropRepeated();
        return picked;
    }

    /** All that go after {@code waiting} in the order and may be preempted for it, the last first. */
    private void pickAny(Job waiting) {
        long key = order.key(waiting, state.nowNanos());
        for (Job job : state.jobTable().sorted()) {
            if (!job.waiting() && index.open(waiting, job) && order.key(job, state.nowNanos()) > key) {
                key(job);
                picked.add(job);
            }
        }
        picked.sort(marks.byKey.reversed());
    }

    /** Adds those on {@code node} that go after {@code last} in the order and may be preempted for {@code waiting}; and that one. */
    private void gather(int node, Job waiting, Job last) {
        for (int i = 0; i < running.tasksOn(node); i++) {
            Job job = running.jobOn(node, i);
            if (index.open(waiting, job)) {
                key(job);
                if (marks.byKey.compare(job, last) >= 0) {
                    picked.add(job);
                }
            }
        }
    }

    private void key(Job job) {
        marks.key(job, order.key(job, state.nowNanos()));
    }

    /** A job is on as many nodes as it likes. */
    private void dropRepeated() {
        int kept = 0;
        for (Job victim : picked) {
            if (kept == 0 || picked.get(kept - 1) != victim) {
                picked.set(kept++, victim);
            }
        }
        picked.subList(kept, picked.size()).clear();
    }
}
