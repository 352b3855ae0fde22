package io.berth.core.plan.preempt;

import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.Comparator;
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
    /** All that hold room, the last in the order first; empty where nobody has asked in this pass. */
    private final List<Job> sorted = new ArrayList<>();

    /** The nodes on which it matters who gives back his room. */
    private final TreeSet<Integer> concerned = new TreeSet<>();

    public LastInOrder(State state, RunningTasks running, JobMarks marks, Preempting by) {
        this.state = state;
        this.running = running;
        this.marks = marks;
        this.order = by.order();
        this.index = new VictimIndex(state, running, marks, by);
    }

    @Override
    public void begin(Units units) {
        sorted.clear();
    }

    @Override
    public List<Job> pick(Job job, long releases) {
        picked.clear();
        concerned.clear();
        if (!job.uniform()) {
            picked.addAll(candidates(job, Integer.MAX_VALUE));
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

    @Override
    public List<Job> candidates(Job job, int most) {
        if (sorted.isEmpty()) {
            for (Job holding : state.jobTable().sorted()) {
                if (!holding.waiting()) {
                    key(holding);
                    sorted.add(holding);
                }
            }
            sorted.sort(marks.byKey.reversed());
        }
        long key = order.key(job, state.nowNanos());
        List<Job> candidates = new ArrayList<>();
        for (int i = 0; i < sorted.size() && candidates.size() < most; i++) {
            Job holding = sorted.get(i);
            if (index.open(job, holding) && order.key(holding, state.nowNanos()) > key) {
                candidates.add(holding);
            }
        }
        return candidates;
    }

    /** True where {@code waiting} may have {@code holding} stopped: it goes before it, and nobody did. */
    boolean mayStop(Job waiting, Job holding) {
        long now = state.nowNanos();
        return index.open(waiting, holding) && order.key(holding, now) > order.key(waiting, now);
    }

    /** Those that go last in the order first. */
    Comparator<Job> lastFirst() {
        long now = state.nowNanos();
        return Comparator.<Job>comparingLong(job -> order.key(job, now))
                .thenComparingLong(Job::submitNanos)
                .thenComparingLong(Job::id)
                .reversed();
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
