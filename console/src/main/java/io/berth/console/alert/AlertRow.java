package io.berth.console.alert;

import io.berth.edge.alert.Alert;
import java.time.Instant;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An alert that is raised.
 *
 * @param job the job that it is about
 * @param name its name
 * @param queue its queue
 * @param kind {@code gpu_idle}, {@code no_output}, {@code loss_not_finite}, {@code loss_stalled}, {@code straggler} or {@code
 *     memory}
 * @param task the task; null where it is about a GPU
 * @param gpu the number of the GPU on its node; null where it is about a task
 * @param since when it was raised, UTC, ISO 8601
 * @param text a sentence
 */
public record AlertRow(
        long job,
        String name,
        String queue,
        String kind,
        @Nullable Integer task,
        @Nullable Integer gpu,
        String since,
        String text) {
    /** As receivers are told of it. */
    public Alert alert() {
        TreeMap<String, String> labels = new TreeMap<>();
        labels.put("job", Long.toString(job));
        labels.put("job_name", name);
        labels.put("queue", queue);
        if (task != null) {
            labels.put("task", task.toString());
        }
        if (gpu != null) {
            labels.put("gpu", gpu.toString());
        }
        return new Alert(kind, labels, text, Instant.parse(since));
    }
}
