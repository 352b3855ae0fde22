package io.berth.sim.report.page;

import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.GpuShare;
import java.util.stream.Collectors;

/** Short words for jobs. Names are what users typed and are cut, so that no page grows with them. */
final class JobWords {
    private static final int MOST_CHARACTERS = 60;

    private JobWords() {}

    /**
     * The size of a job, by which jobs are grouped: {@code 2 GPU}, {@code 4 × 8 GPU H100}, {@code 0.25 GPU}, {@code CPU}; of several
     * groups with {@code +} between them.
     */
    static String size(JobSpec spec) {
        return spec.groups().stream().map(JobWords::size).collect(Collectors.joining(" + "));
    }

    private static String size(TaskGroup group) {
        Demand demand = group.demand();
        String most = group.elastic() ? group.min() + "–" + group.max() : Integer.toString(group.max());
        String tasks = group.max() > 1 ? most + " × " : "";
        if (demand.gpus() == 0) {
            return tasks + "CPU";
        }
        boolean memoryOnly = demand.gpuMilli() == 0;
        String share = memoryOnly ? Bytes.format(demand.gpuMemoryBytes()) : GpuShare.format(demand.totalGpuMilli());
        String models = demand.gpuModels().isEmpty() ? "" : " " + cut(String.join("/", demand.gpuModels()));
        return tasks + share + " GPU" + models;
    }

    /** {@code name} in at most 60 characters. */
    static String cut(String name) {
        if (name.codePointCount(0, name.length()) <= MOST_CHARACTERS) {
            return name;
        }
        return name.substring(0, name.offsetByCodePoints(0, MOST_CHARACTERS - 1)) + "…";
    }
}
