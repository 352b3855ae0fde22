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
        }
        holding.stopped = job.state() == JobState.STOPPING;
        return holding;
    }

    /** True where {@code job}, which does not wait, holds this and nothing else. */
    boolean same(Job job) {
        boolean same = job.decision() == decision
                && (job.state() == JobState.STOPPING) == stopped
                && job.startedTasks() == placements.size();
        for (int task = 0; task < job.spec().tasks(); task++) {
            Placement placement = placements.get(task);
            same &= placement == null ? unnamed(job, task) : same(job, task, placement);
        }
        return same;
    }

    private boolean same(Job job, int task, Placement placement) {
        return job.node(task) == placement.node()
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

    /** A task of start decision {@code byDecision} is over; {@code well} where it did its work. */
    void over(int task, long byDecision, boolean well) {
        if (byDecision == decision && task >= 0 && left.get(task)) {
            left.clear(task);
            broken |= !well;
        }
    }

    void nodeLost(int node) {
        placements.forEach((task, placement) -> {
            if (placement.node() == node) {
                over(task, decision, false);
            }
        });
    }
}
