package io.berth.core.cluster.load.alike;

import io.berth.core.cluster.load.Use;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the tasks of nodes are expected to use, by node number, and what that was learnt from. A state that was told of no task has none of it. */
public final class Forecasts {
    private Alike alike = new Alike();
    private @Nullable TaskUses[] byNode = new @Nullable TaskUses[0];
    /** By the number of a shape: what is told of it as of a version. */
    private Alike.@Nullable Told[] byShape = new Alike.@Nullable Told[0];

    private long[] seen = {};

    /** The same once more, for another thread if need be. */
    public Forecasts copy() {
        Forecasts copy = new Forecasts();
        copy.alike = alike.copy();
        copy.byNode = byNode.clone();
        return copy;
    }

    /** True where no task was ever told of. */
    public boolean isEmpty() {
        return alike.isEmpty();
    }

    /** What is known of the tasks of a node; null for nothing. */
    public @Nullable TaskUses of(int node) {
        return node < byNode.length ? byNode[node] : null;
    }

    /** Something else is known of the tasks of a node. */
    public void set(int node, @Nullable TaskUses now) {
        TaskUses kept = now == null || now.tasks().isEmpty() ? null : now;
        if (node >= byNode.length && kept != null) {
            byNode = Arrays.copyOf(byNode, StrictMath.max(node + 1, byNode.length + (byNode.length >> 1)));
        }
        if (node < byNode.length) {
            byNode[node] = kept;
        }
    }

    /** What is known of a task on a node; null for nothing. */
    public @Nullable TaskUse task(int node, long job, int task) {
        TaskUses known = of(node);
        return known == null ? null : known.of(job, task);
    }

    /** More is known of a task on a node. */
    public void put(int node, TaskUse use) {
        TaskUses known = of(node);
        set(node, (known == null ? TaskUses.NONE : known).with(use));
    }

    /** A task is not on a node any more. */
    public void remove(int node, long job, int task) {
        TaskUses known = of(node);
        if (known != null && known.of(job, task) != null) {
            set(node, known.without(job, task));
        }
    }

    /**
     * A task on a node was measured.
     *
     * @return true where other is expected from now on of tasks that ask for the same
     */
    public boolean measured(int node, long job, int task, Likeness like, Expected used) {
        TaskUse known = task(node, job, task);
        Expected before = known == null || !known.measured() ? null : known.expected();
        Expected now =
                before == null ? used : new Expected(used.mean(), used.most().max(before.most()));
        put(node, new TaskUse(job, task, like.asked(), now, true));
        return alike.learn(like, before, now);
    }

    /** What a task is expected to use by those that are most alike to it; null where too few are known. */
    public @Nullable Expected expected(Likeness task) {
        return alike.of(task);
    }

    /** What is told of tasks of the shape with the number {@code shape}, which ask for {@code asked}; null for nothing. */
    public @Nullable Expected expected(int shape, Use asked) {
        Alike.Told told = told(shape, asked);
        return told == null ? null : told.expected();
    }

    /** It changes whenever {@link #expected(int, Use)} does. */
    public long version(int shape, Use asked) {
        Alike.Told told = told(shape, asked);
        return told == null ? 0 : told.version();
    }

    private Alike.@Nullable Told told(int shape, Use asked) {
        if (alike.version() == 0) {
            return null;
        }
        if (shape >= byShape.length) {
            byShape = Arrays.copyOf(byShape, StrictMath.max(shape + 1, byShape.length * 2));
            seen = Arrays.copyOf(seen, byShape.length);
        }
        if (seen[shape] != alike.version()) {
            seen[shape] = alike.version();
            byShape[shape] = alike.told(asked);
        }
        return byShape[shape];
    }

    /** The kinds of tasks that are known, those first of which nothing was heard for longest. */
    public List<Alike.Kind> kinds() {
        return alike.kinds();
    }

    /** What is told of tasks that ask for the same, the oldest first. */
    public List<Alike.Telling> tellings() {
        return alike.tellings();
    }

    /** Takes up what another wrote down. */
    public void restore(List<Alike.Kind> kinds, List<Alike.Telling> tellings) {
        alike.restore(kinds, tellings);
    }
}
