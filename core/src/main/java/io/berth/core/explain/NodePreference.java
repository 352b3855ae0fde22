package io.berth.core.explain;

import io.berth.core.model.Attribution;
import org.jspecify.annotations.Nullable;

/**
 * The node where a task went, and the one where it would have gone without that node.
 *
 * @param task its number
 * @param node by name
 * @param runnerUp by name: of the other nodes where the task fitted then, the one with the best score; null where there was none
 * @param alike true where the placement scored both the same, so that the one that joined first got the task
 * @param model what identifies the model; empty where the placement was not learnt
 * @param why what moved the score of the node above that of the runner-up; null where the placement was not learnt, and without a
 *     runner-up
 */
public record NodePreference(
        int task,
        String node,
        @Nullable String runnerUp,
        boolean alike,
        String model,
        @Nullable Attribution why) {}
