package io.berth.app.up;

import io.berth.edge.access.JobTokens;
import io.berth.edge.access.TaskStart;
import io.berth.local.launch.folder.TaskKey;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The variables by which a task says how far it is.
 *
 * @param tokens that the console takes for it
 * @param url of the console; empty where nobody knows yet
 */
record TaskVariables(JobTokens tokens, Supplier<String> url) {
    Map<String, String> of(TaskKey task) {
        String console = url.get();
        if (console.isEmpty()) {
            return Map.of();
        }
        TaskStart start = new TaskStart(task.job(), task.task(), task.decision(), task.submitNanos());
        return Map.of("BERTH_API", console + "/api/v1", "BERTH_TOKEN", tokens.of(start));
    }
}
