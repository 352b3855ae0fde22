package io.berth.core.explain;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.model.Attribution;
import io.berth.core.model.LearntModel;
import io.berth.core.plan.index.PlacementIndex;
import io.berth.core.plan.index.Tournament;
import io.berth.core.plan.room.JobRoom;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Placer;
import io.berth.core.policy.joint.JointPlacement;
import io.berth.core.policy.placement.LearntPlacement;
import io.berth.core.state.Job;
import io.berth.core.state.State;
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

    private final State state;
    private final NodeTable nodes;
    private final long job;
    private final List<Seen> seen = new ArrayList<>();
    private @Nullable LearntModel model;

    /** A task, its node, the next best one or -1, and what a learnt placement saw of both. */
    private record Seen(
            int task,
            int node,
            int runnerUp,
            boolean alike,
            @Nullable Rows rows) {}

    /** A task, and the nodes that it might go to; null for all. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Looked(int task, Shape shape, int @Nullable [] some) {}

    /** The columns of the node and of the next best. */
    private record Rows(float[] first, float[] second) {}

    PlacementGrounds(State state, long job) {
        this.state = state;
        this.nodes = state.nodeTable();
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
        if (other.id() != job || seen.size() >= MOST_TASKS) {
            return;
        }
        Shape shape = other.shape(task);
        Tournament scores = index.scores(shape);
        Seen looked = scores == null
                ? paired(other, task, node, index, some)
                : scored(new Looked(task, shape, some), node, index.placer(), scores);
        if (looked != null) {
            seen.removeIf(before -> before.task == task);
            seen.add(looked);
        }
    }

    /** What a policy that scores nodes went by. */
    private Seen scored(Looked looked, int node, Placer placer, Tournament scores) {
        Shape shape = looked.shape;
        int second = scores.second(node, looked.some);
        boolean alike = second >= 0 && scores.score(node) == scores.score(second);
        Rows rows = null;
        // Where it prefers nodes, or images matter to it, that decides beside the model.
        boolean byModel = second >= 0 && shape.demand().preferences().isEmpty();
        if (placer instanceof Placer.Scored scored && scored.scorer() instanceof LearntPlacement learnt) {
            model = learnt.model();
            rows = !byModel ? null : new Rows(learnt.row(nodes, node, shape), learnt.row(nodes, second, shape));
        }
        return new Seen(looked.task, node, second, alike, rows);
    }

    /** What a placement that was learnt together with the order went by; null where something else chose among all nodes. */
    private @Nullable Seen paired(Job of, int task, int node, PlacementIndex index, int @Nullable [] some) {
        Candidates candidates = index.candidates(of.shape(task), some);
        if (candidates == null
                || !(index.placer() instanceof Placer.Picked picked)
                || !(picked.picker() instanceof JointPlacement joint)) {
            return null;
        }
        model = joint.model();
        JointPlacement.Compared compared = joint.compare(candidates, node, of, state.nowNanos());
        return compared == null
                ? new Seen(task, node, -1, false, null)
                : new Seen(
                        task,
                        node,
                        compared.runnerUp(),
                        compared.alike(),
                        new Rows(compared.first(), compared.second()));
    }

    /** What was heard of the first tasks, the last time that room was looked for. */
    List<NodePreference> told() {
        List<NodePreference> told = new ArrayList<>();
        LearntModel by = model;
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
