package io.berth.core.plan.room;

import io.berth.core.decision.Placement;
import io.berth.core.plan.index.PlacementIndex;
import io.berth.core.plan.index.PlacementTurn;
import io.berth.core.plan.index.StrategyInForce;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Room for all tasks of a job at once, taken in the scratch of a pass, or for none. */
public final class JobRoom {
    private final StrategyInForce inForce;
    private final Scratch scratch;
    private final State state;
    private final PlacementTurn turn;
    /** Told where tasks go; null for nobody. */
    private @Nullable Watcher watcher;

    /** Hears where tasks go, while the index still knows why. */
    public interface Watcher {
        /** Room for {@code job} is looked for anew: what was heard of it before came to nothing. */
        void begins(Job job);

        /** The next task of {@code job} goes to {@code node}, which {@code index} chose; its room is not taken yet. */
        void goes(Job job, int node, PlacementIndex index);
    }

    public JobRoom(State state, StrategyInForce inForce, Scratch scratch, PlacementTurn turn) {
        this.state = state;
        this.inForce = inForce;
        this.scratch = scratch;
        this.turn = turn;
    }

    /** Tells {@code newWatcher} of all tasks from now on. */
    public void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** Takes room where the strategy places the tasks. */
    public boolean take(Job job) {
        return take(job, _ -> false);
    }

    /** The same on nodes that {@code withholds} leaves as they are; asked again after each that it changed. */
    public boolean take(Job job, IntPredicate withholds) {
        boolean taken = tryTake(job, withholds);
        if (taken) {
            turn.keep();
        }
        return taken;
    }

    /** Takes room at {@code placements}, task by task, where it is free. */
    public boolean takeAt(Job job, List<Placement> placements) {
        int checkpoint = scratch.checkpoint();
        boolean fits = placements.size() == job.spec().tasks();
        heard(job);
        for (int task = 0; fits && task < placements.size(); task++) {
            Placement placement = placements.get(task);
            fits = state.nodeTable().fitsOn(job.shape(), placement.node(), placement.grant());
            if (fits) {
                scratch.take(job.shape(), placement.node(), placement.grant());
            }
        }
        if (!fits) {
            scratch.rollback(checkpoint);
        }
        return fits;
    }

    /** True where {@link #take(Job)} would take room; nothing is taken or remembered. */
    public boolean free(Job job) {
        int checkpoint = scratch.checkpoint();
        boolean free = tryTake(job, _ -> false);
        scratch.rollback(checkpoint);
        return free;
    }

    private boolean tryTake(Job job, IntPredicate withholds) {
        PlacementIndex nodes = inForce.index();
        int checkpoint = scratch.checkpoint();
        turn.beginJob(job.id());
        heard(job);
        for (int task = 0; task < job.spec().tasks(); task++) {
            int node = nodes.choose(job.shape(), turn);
            while (node >= 0 && withholds.test(node)) {
                node = nodes.choose(job.shape(), turn);
            }
            if (node < 0) {
                scratch.rollback(checkpoint);
                return false;
            }
            if (watcher != null) {
                watcher.goes(job, node, nodes);
            }
            scratch.take(job.shape(), node, nodes.devices(job.shape(), node, turn));
        }
        return true;
    }

    private void heard(Job job) {
        if (watcher != null) {
            watcher.begins(job);
        }
    }
}
