package io.berth.spec.job;

import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.quantity.GpuShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** Writes what becomes otherwise with a job, as {@link JobChangeReader} reads it, and says it in words. */
public final class JobChangeWriter {
    private JobChangeWriter() {}

    /** The keys of queue, urgency, tasks and demand that {@code change} has. */
    public static SequencedMap<String, Object> document(JobChange change) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        Demand demand = change.demand();
        if (change.queue() != null) {
            document.put("queue", change.queue());
        }
        if (change.priority() != null) {
            document.put("priority", change.priority());
        }
        if (change.tasks() != null) {
            document.put("tasks", change.tasks());
        }
        if (demand != null) {
            document.put("demand", JobWriter.demand(demand));
        }
        return document;
    }

    /**
     * One thing that becomes otherwise.
     *
     * @param what {@code queue}, {@code priority}, {@code tasks}, {@code gpu}, {@code cpu}, {@code memory}, {@code models} (those that are allowed too) or
     *     {@code labels} (no matter which)
     * @param from what it was; empty where that says nothing
     * @param to what it becomes; empty likewise
     */
    public record Part(String what, String from, String to) {
        private String text() {
            return switch (what) {
                case "queue" -> "queue " + to + (from.isEmpty() ? "" : " instead of " + from);
                case "priority" -> "priority " + to + " instead of " + from;
                case "tasks" -> to + (to.equals("1") ? " task" : " tasks") + " instead of " + from;
                case "gpu" -> to + (to.equals("1") ? " GPU" : " GPUs") + " instead of " + from;
                case "cpu" -> to + " CPUs instead of " + from;
                case "memory" -> to + " of memory instead of " + from;
                case "models" -> "also allow " + to;
                default -> "any labels of nodes";
            };
        }
    }

    /** In words, beside what {@code spec} says: {@code 6 GPUs instead of 8}. */
    public static String text(JobChange change, JobSpec spec) {
        return parts(change, spec).stream().map(Part::text).collect(Collectors.joining(", "));
    }

    /** What of {@code spec} becomes otherwise, one thing after another. */
    public static List<Part> parts(JobChange change, JobSpec spec) {
        List<Part> parts = new ArrayList<>();
        Demand demand = change.demand();
        if (change.queue() != null) {
            parts.add(new Part("queue", spec.queue(), change.queue()));
        }
        if (change.priority() != null) {
            parts.add(new Part(
                    "priority",
                    Integer.toString(spec.priority()),
                    change.priority().toString()));
        }
        if (change.tasks() != null) {
            parts.add(new Part(
                    "tasks", Integer.toString(spec.tasks()), change.tasks().toString()));
        }
        if (demand != null) {
            demand(demand, spec.demand(), parts);
        }
        return parts;
    }

    private static void demand(Demand now, Demand before, List<Part> parts) {
        if (now.totalGpuMilli() != before.totalGpuMilli()) {
            parts.add(new Part("gpu", GpuShare.format(before.totalGpuMilli()), GpuShare.format(now.totalGpuMilli())));
        }
        if (now.cpuMilli() != before.cpuMilli()) {
            parts.add(new Part("cpu", Cpus.format(before.cpuMilli()), Cpus.format(now.cpuMilli())));
        }
        if (now.memoryBytes() != before.memoryBytes()) {
            parts.add(new Part("memory", Bytes.format(before.memoryBytes()), Bytes.format(now.memoryBytes())));
        }
        List<String> more = new ArrayList<>(now.gpuModels());
        more.removeAll(before.gpuModels());
        if (!more.isEmpty()) {
            parts.add(new Part("models", String.join(", ", before.gpuModels()), String.join(", ", more)));
        }
        if (!now.where().equals(before.where())) {
            parts.add(new Part("labels", "", ""));
        }
    }
}
