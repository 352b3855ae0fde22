package io.berth.sim.scenario;

import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.spec.group.GroupedSpec;
import java.util.ArrayList;
import java.util.List;

/** Which generated jobs are of several groups; drawn by the seed, by a chance of its own. */
final class GroupedWorkload {
    private static final String STREAM = "generate.grouped";

    private GroupedWorkload() {}

    /** {@code jobs}, of groups as {@code grouped} says. */
    static Workload of(Workload jobs, GroupedSpec grouped, long seed) {
        if (grouped.share() == 0) {
            return jobs;
        }
        return new ChangedJobs(jobs, (arrival, number) -> {
            boolean changes = new Chance(seed, STREAM, number).unit() < grouped.share();
            return changes ? new Arrival(arrival.atNanos(), of(arrival.spec(), grouped)) : arrival;
        });
    }

    private static JobSpec of(JobSpec job, GroupedSpec grouped) {
        int tasks = job.tasks();
        if (!job.uniform() || tasks == 1) {
            return job;
        }
        int count = StrictMath.min(tasks, grouped.groups());
        TaskGroup whole = job.groups().getFirst();
        List<TaskGroup> groups = new ArrayList<>();
        for (int group = 0; group < count; group++) {
            int most = tasks / count + (group < tasks % count ? 1 : 0);
            int fewest = StrictMath.max(1, (int) StrictMath.ceil(grouped.fewest() * most));
            groups.add(whole.withName("group-" + (group + 1))
                    .withTasks(fewest, most)
                    .withWithin(grouped.within()));
        }
        return job.withGroups(groups);
    }
}
