package io.berth.core.engine;

import io.berth.core.decision.Placement;
import java.util.List;
import java.util.function.IntPredicate;

/** Room for all tasks of a job at once, taken in the scratch of a pass, or for none. */
final class JobRoom {
    private final StrategyInForce inForce;
    private final Scratch scratch;
    private final State state;
    private final PlacementTurn turn;

    JobRoom(State state, StrategyInForce inForce, Scratch scratch, PlacementTurn turn) {
        this.state = state;
        this.inForce = inForce;
        this.scratch = scratch;
        this.turn = turn;
    }

    /** Takes room where the strategy places the tasks. */
    boolean take(Job job) {
        return take(job, _ -> false);
    }

    /** The same on nodes that {@code withholds} leaves as they are; asked again after each that it changed. */
    boolean take(Job job, IntPredicate withholds) {
        boolean taken = tryTake(job, withholds);
        if (taken) {
            turn.keep();
        }
        return taken;
    }

    /** Takes room at {@code placements}, task by task, where it is free. */
    boolean takeAt(Job job, List<Placement> placements) {
        int checkpoint = scratch.checkpoint();
        boolean fits = placements.size() == job.spec.tasks();
        for (int task = 0; fits && task < placements.size(); task++) {
            Placement placement = placements.get(task);
            fits = state.nodes.fitsOn(job.shape, placement.node(), placement.gpuMask());
            if (fits) {
                scratch.take(job.shape, placement.node(), placement.gpuMask());
            }
        }
        if (!fits) {
            scratch.rollback(checkpoint);
        }
        return fits;
    }

    /** True where {@link #take(Job)} would take room; nothing is taken or remembered. */
    boolean free(Job job) {
        int checkpoint = scratch.checkpoint();
        boolean free = tryTake(job, _ -> false);
        scratch.rollback(checkpoint);
        return free;
    }

    private boolean tryTake(Job job, IntPredicate withholds) {
        PlacementIndex nodes = inForce.index();
        int checkpoint = scratch.checkpoint();
        turn.beginJob(job.id);
        for (int task = 0; task < job.spec.tasks(); task++) {
            int node = nodes.choose(job.shape, turn);
            while (node >= 0 && withholds.test(node)) {
                node = nodes.choose(job.shape, turn);
            }
            if (node < 0) {
                scratch.rollback(checkpoint);
                return false;
            }
            scratch.take(job.shape, node, nodes.devices(job.shape, node, turn));
        }
        return true;
    }
}
