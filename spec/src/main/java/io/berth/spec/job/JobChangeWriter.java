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

/** Writes what becomes otherwise with a job, as {@link JobChangeReader} reads it, and says it in words. */
public final class JobChangeWriter {
    private JobChangeWriter() {}

    /** The keys of urgency, tasks and demand that {@code change} has. */
    public static SequencedMap<String, Object> document(JobChange change) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        Demand demand = change.demand();
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

    /** In words, beside what {@code spec} says: {@code 6 GPUs instead of 8}. */
    public static String text(JobChange change, JobSpec spec) {
        List<String> parts = new ArrayList<>();
        Demand demand = change.demand();
        if (change.priority() != null) {
            parts.add("priority " + change.priority() + " instead of " + spec.priority());
        }
        if (change.tasks() != null) {
            parts.add(change.tasks() + (change.tasks() == 1 ? " task" : " tasks") + " instead of " + spec.tasks());
        }
        if (demand != null) {
            demand(demand, spec.demand(), parts);
        }
        return String.join(", ", parts);
    }

    private static void demand(Demand now, Demand before, List<String> parts) {
        if (now.totalGpuMilli() != before.totalGpuMilli()) {
            String gpus = GpuShare.format(now.totalGpuMilli());
            parts.add(gpus + (gpus.equals("1") ? " GPU" : " GPUs") + " instead of "
                    + GpuShare.format(before.totalGpuMilli()));
        }
        if (now.cpuMilli() != before.cpuMilli()) {
            parts.add(Cpus.format(now.cpuMilli()) + " CPUs instead of " + Cpus.format(before.cpuMilli()));
        }
        if (now.memoryBytes() != before.memoryBytes()) {
            parts.add(Bytes.format(now.memoryBytes()) + " of memory instead of " + Bytes.format(before.memoryBytes()));
        }
        List<String> more = new ArrayList<>(now.gpuModels());
        more.removeAll(before.gpuModels());
        if (!more.isEmpty()) {
            parts.add("also allow " + String.join(", ", more));
        }
        if (!now.where().equals(before.where())) {
            parts.add("any labels of nodes");
        }
    }
}
