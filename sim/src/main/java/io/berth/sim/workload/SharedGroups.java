package io.berth.sim.workload;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The task groups of a workload, of which many jobs have equal ones: each is kept once, so that a run finds it in the cache. */
public final class SharedGroups {
    private final Map<List<TaskGroup>, List<TaskGroup>> known = new LinkedHashMap<>();

    /** {@code spec} with the groups of the first that had equal ones; itself where they run programs, which are seldom equal. */
    public JobSpec share(JobSpec spec) {
        for (TaskGroup group : spec.groups()) {
            if (group.program().runs()) {
                return spec;
            }
        }
        return spec.withGroups(known.computeIfAbsent(spec.groups(), groups -> groups));
    }
}
