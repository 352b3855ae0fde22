package io.berth.console.explanation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which node a task got, rather than which, and why.
 *
 * @param runnerUp the node that was next best; null where the task fitted on no other
 * @param text in words
 * @param model what identifies the model; null where the placement was not learnt
 * @param lead the score of the node less that of the runner-up; null where the placement was not learnt, and without a runner-up
 * @param error what the contributions miss of the lead; null likewise
 * @param contributions of each feature to the lead
 */
public record Placed(
        int task,
        String node,
        @Nullable String runnerUp,
        String text,
        @Nullable String model,
        @Nullable Double lead,
        @Nullable Double error,
        List<Contributed> contributions) {}
