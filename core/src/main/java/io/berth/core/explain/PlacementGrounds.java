package io.berth.core.explain;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.model.Attribution;
import io.berth.core.model.PlacementModel;
import io.berth.core.plan.index.PlacementIndex;
import io.berth.core.plan.index.Tournament;
import io.berth.core.plan.room.JobRoom;
import io.berth.core.policy.Placer;
import io.berth.core.policy.placement.LearntPlacement;
import io.berth.core.state.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why the tasks of one job go where they go in a pass: the index says which node is the next best at that point of the transaction,
 * and a learnt placement what it sees of both.
 *
 * <p>A learnt placement has no scale, so it is never a part of a combined one: features are told of it alone, or not at all.
 */
final class PlacementGrounds implements JobRoom.Watcher {
    /** Of a gang, the first tasks stand for the others: most go to the same few nodes for the same reasons. */
    private static final int MOST_TASKS = 4;

    private final NodeTable nodes;
    private final long job;
    private final List<Seen> seen = new ArrayList<>();
    private @Nullable PlacementModel model;

    /** A task, its node, the next best one or -1, and what a learnt placement saw of both. */
    private record Seen(
            int task,
            int node,
            int runnerUp,
            boolean alike,
            @Nullable Rows rows) {}

    /** The columns of the node and of the next best. */
    private record Rows(float[] first, float[] second) {}

    PlacementGrounds(NodeTable nodes, long job) {
        this.nodes = nodes;
        this.job = job;
    }

    @Override
    public void begins(Job other) {
        if (other.id() == job) {
            seen.clear();
        }
    }

    @Override
    public void goes(Job other, int task, int node, PlacementIndex index, int @Nullable [] some) {
        Shape shape = other.shape(task);
        Tournament scores = other.id() == job && seen.size() < MOST_TASKS ? index.scores(shape) : null;
        if (scores == null) {
            return;
        }
        int second = scores.second(node, some);
        boolean alike = second >= 0 && scores.score(node) == scores.score(second);
        Rows rows = null;
        // Where it prefers nodes, or images matter to it, that decides beside the model.
        boolean byModel = second >= 0 && shape.demand().preferences().isEmpty();
        if (index.placer() instanceof Placer.Scored scored && scored.scorer() instanceof LearntPlacement learnt) {
            model = learnt.model();
            rows = !byModel ? null : new Rows(learnt.row(nodes, node, shape), learnt.row(nodes, second, shape));
        }
        seen.removeIf(before -> before.task == task);
        seen.add(new Seen(task, node, second, alike, rows));
    }

    /** What was heard of the first tasks, the last time that room was looked for. */
    List<NodePreference> told() {
        List<NodePreference> told = new ArrayList<>();
        PlacementModel by = model;
        String id = by == null ? "" : by.id();
        for (Seen task : seen) {
            Rows rows = task.rows;
            told.add(new NodePreference(
                    task.task,
                    nodes.name(task.node),
                    task.runnerUp < 0 ? null : nodes.name(task.runnerUp),
                    task.alike,
                    id,
                    by == null || rows == null ? null : Attribution.of(by, rows.first, rows.second)));
        }
        told.sort(Comparator.comparingInt(NodePreference::task));
        return told;
    }
}
