package io.berth.core.policy.window;

import io.berth.core.cluster.NodeTable;
import io.berth.core.policy.Facts.ShapeCount;
import java.util.List;

/**
 * Jobs to be planned together.
 *
 * @param id the number of the decision that asks
 * @param planning how, and with how much work
 * @param jobs in the order of the queue; each would fit if it were alone
 * @param nodes a copy of the nodes, which belongs to whoever answers
 * @param mix what jobs are expected, most frequent first
 * @param caps what some of the jobs may get together at most
 */
public record WindowQuestion(
        long id,
        WindowPlanning planning,
        List<WindowJob> jobs,
        NodeTable nodes,
        List<ShapeCount> mix,
        List<WindowCap> caps) {
    public WindowQuestion {
        jobs = List.copyOf(jobs);
        caps = List.copyOf(caps);
    }

    /** One in which queues may get what there is. */
    public WindowQuestion(
            long id, WindowPlanning planning, List<WindowJob> jobs, NodeTable nodes, List<ShapeCount> mix) {
        this(id, planning, jobs, nodes, mix, List.of());
    }

    /** The same on {@code newNodes}. */
    public WindowQuestion on(NodeTable newNodes) {
        return new WindowQuestion(id, planning, jobs, newNodes, mix, caps);
    }

    /** The same, to be planned as {@code newPlanning} says; its caps stay. */
    public WindowQuestion planned(WindowPlanning newPlanning) {
        return new WindowQuestion(id, newPlanning, jobs, nodes, mix, caps);
    }
}
