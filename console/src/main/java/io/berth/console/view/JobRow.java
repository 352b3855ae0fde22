package io.berth.console.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job as lists show it.
 *
 * @param state {@code pending}, {@code reserved}, {@code starting}, {@code running}, {@code stopping}, or how it ended:
 *     {@code finished}, {@code failed}, {@code cancelled}, {@code rejected}
 * @param exitCode null while it lives
 * @param gpus of all its tasks; a share counts as its part
 * @param submitTime UTC, ISO 8601
 * @param startTime likewise, since all its tasks run; null before
 * @param endTime likewise; null while it lives
 * @param nodes how many nodes its tasks are on
 * @param nodeNames the first of them, at most 8
 */
public record JobRow(
        long id,
        String name,
        String queue,
        String kind,
        int priority,
        String state,
        @Nullable Integer exitCode,
        int tasks,
        double gpus,
        String submitTime,
        @Nullable String startTime,
        @Nullable String endTime,
        int nodes,
        List<String> nodeNames) {
    public JobRow {
        nodeNames = List.copyOf(nodeNames);
    }
}
