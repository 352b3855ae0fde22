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
 */
public record WindowQuestion(
        long id, WindowPlanning planning, List<WindowJob> jobs, NodeTable nodes, List<ShapeCount> mix) {
    public WindowQuestion {
        jobs = List.copyOf(jobs);
    }
}
