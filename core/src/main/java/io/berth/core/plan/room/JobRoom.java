package io.berth.core.plan.room;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Placement;
import io.berth.core.plan.index.PlacementIndex;
import io.berth.core.plan.index.PlacementTurn;
import io.berth.core.plan.index.StrategyInForce;
import io.berth.core.policy.Gang;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Room for all tasks of a job at once, taken in the scratch of a pass, or for none. */
public final class JobRoom {
    private final StrategyInForce inForce;
    private final Scratch scratch;
    private final State state;
    private final PlacementTurn turn;
    private final Tasks tasks = new Tasks();
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
        int checkpoint = scratch.checkpoint();
        turn.beginJob(job.id());
        heard(job);
        tasks.begin(job, withholds);
        boolean placed = inForce.strategy().placing().gangs().place(tasks) && tasks.left == 0;
        if (!placed) {
            scratch.rollback(checkpoint);
        }
        return placed;
    }

    private void heard(Job job) {
        if (watcher != null) {
            watcher.begins(job);
        }
    }

    /** Of the job that room is looked for. */
    private final class Tasks implements Gang {
        private @Nullable Job job;
        private IntPredicate withholds = _ -> false;
        private int left;

        void begin(Job newJob, IntPredicate newWithholds) {
            job = newJob;
            withholds = newWithholds;
            left = newJob.spec().tasks();
        }

        @Override
        public Nodes nodes() {
            return state.nodeTable();
        }

        @Override
        public Shape shape() {
            return Objects.requireNonNull(job).shape();
        }

        @Override
        public int left() {
            return left;
        }

        @Override
        public boolean take() {
            if (left == 0) {
                return false;
            }
            Shape shape = shape();
            int node = inForce.index().choose(shape, turn);
            while (node >= 0 && withholds.test(node)) {
                node = inForce.index().choose(shape, turn);
            }
            if (node >= 0) {
                takeOn(node);
            }
            return node >= 0;
        }

        @Override
        public boolean take(int node) {
            boolean takes = left > 0 && inForce.index().takes(shape(), node);
            if (takes && withholds.test(node)) {
                takes = inForce.index().takes(shape(), node);
            }
            if (takes) {
                takeOn(node);
            }
            return takes;
        }

        private void takeOn(int node) {
            Job taker = Objects.requireNonNull(job);
            PlacementIndex index = inForce.index();
            if (watcher != null) {
                watcher.goes(taker, node, index);
            }
            scratch.take(taker.shape(), node, index.devices(taker.shape(), node, turn));
            left--;
        }
    }
}
