package io.berth.sim.safety;

import io.berth.core.decision.Placement;
import io.berth.core.state.Job;
import io.berth.core.state.part.JobState;
import java.util.BitSet;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a started job holds, as the decisions and outcomes tell it. */
final class Holding {
    final long decision;
    /** By task; those that its start did not name are in none. */
    final SortedMap<Integer, Placement> placements;
    /** The tasks that still hold their room. */
    final BitSet left = new BitSet();
    /** Those of them that were told to stop while their job goes on. */
    final BitSet leaving = new BitSet();
    /** Those that were lost with their nodes in this instant. */
    final BitSet lost = new BitSet();
    /** By task, the decision that brought it, where that is not the start. */
    private final TreeMap<Integer, Long> broughtBy = new TreeMap<>();
    /** Must be stopped: it lost a member, or was cancelled. */
    boolean broken;

    boolean stopped;

    Holding(long decision, SortedMap<Integer, Placement> placements) {
        this.decision = decision;
        this.placements = placements;
        placements.keySet().forEach(left::set);
    }

    /** What {@code job}, which does not wait, holds. */
    static Holding of(Job job) {
        TreeMap<Integer, Placement> placements = new TreeMap<>();
        for (int task = 0; task < job.spec().tasks(); task++) {
            if (job.taskState(task) != JobState.PENDING) {
                placements.put(task, new Placement(job.node(task), job.grant(task)));
            }
        }
        Holding holding = new Holding(job.decision(), placements);
        for (int task : placements.keySet()) {
            holding.left.set(task, job.taskState(task) != JobState.ENDED);
            holding.leaving.set(task, job.leaves(task));
            if (job.decision(task) != job.decision()) {
                holding.broughtBy.put(task, job.decision(task));
            }
        }
        holding.stopped = job.state() == JobState.STOPPING;
        return holding;
    }

    /** True where {@code job}, which does not wait, holds this and nothing else. */
    boolean same(Job job) {
        boolean same = job.decision() == decision
                && (job.state() == JobState.STOPPING) == stopped
                && (job.resizable() || job.startedTasks() == placements.size());
        for (int task = 0; task < job.spec().tasks(); task++) {
            Placement placement = placements.get(task);
            same &= placement == null ? unnamed(job, task) : same(job, task, placement);
        }
        return same;
    }

    private boolean same(Job job, int task, Placement placement) {
        return job.node(task) == placement.node()
                && job.decision(task) == decision(task)
                && job.leaves(task) == (leaving.get(task) && !stopped)
                && job.grant(task).equals(placement.grant())
                && (job.taskState(task) != JobState.ENDED) == left.get(task)
                && job.holds(task) == left.get(task);
    }

    private static boolean unnamed(Job job, int task) {
        return job.node(task) == -1
                && job.grant(task).mask() == 0
                && job.taskState(task) == JobState.PENDING
                && !job.holds(task);
    }

    /** Where task {@code task} is, which was placed. */
    Placement placement(int task) {
        return Objects.requireNonNull(placements.get(task));
    }

    /** The decision that brought {@code task}. */
    long decision(int task) {
        return broughtBy.getOrDefault(task, decision);
    }

    /** True where a task that came while its job ran did not begin: its job goes on. */
    boolean joins(int task, long byDecision) {
        return broughtBy.getOrDefault(task, 0L) == byDecision;
    }

    /** A task that {@code byDecision} brought is over; {@code well} where it did its work. */
    void over(int task, long byDecision, boolean well) {
        if (task < 0 || !left.get(task) || byDecision != decision(task)) {
            return;
        }
        left.clear(task);
        if (leaving.get(task) && !stopped) {
            forget(task);
        } else {
            broken |= !well;
        }
    }

    /** {@code task} did not start that came while its job ran. */
    void startFailed(int task) {
        if (left.get(task)) {
            left.clear(task);
            forget(task);
        }
    }

    /** {@code task} is gone, and its job goes on. */
    void forget(int task) {
        placements.remove(task);
        broughtBy.remove(task);
        leaving.clear(task);
    }

    /** {@code task} comes by {@code byDecision} while its job runs. */
    void comes(int task, Placement placement, long byDecision) {
        placements.put(task, placement);
        broughtBy.put(task, byDecision);
        left.set(task);
    }

    /** How many tasks from {@code first} to below {@code end} hold their room and stay. */
    int staying(int first, int end) {
        BitSet staying = left.get(first, end);
        staying.andNot(leaving.get(first, end));
        return staying.cardinality();
    }

    /** What became of its job shows whether it goes on without those that were lost. */
    void nodeLost(int node) {
        placements.forEach((task, placement) -> {
            if (placement.node() == node && left.get(task)) {
                left.clear(task);
                lost.set(task);
            }
        });
    }
}
