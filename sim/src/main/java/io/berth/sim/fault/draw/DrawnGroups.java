package io.berth.sim.fault.draw;

import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs whose tasks are of several groups, each with fewest tasks and a domain of its own; by a chance of its own, so that all else comes out
 * as without. They have as many tasks as before, of the same demand.
 */
final class DrawnGroups {
    private final Chance chance;

    DrawnGroups(Chance chance) {
        this.chance = chance;
    }

    /** The same, one in eight of those of several tasks in groups; of those that are in groups already one in eight with a domain for the last one. */
    JobSpec of(JobSpec job) {
        boolean changes = chance.below(8) == 0;
        int parts = 2 + chance.below(3);
        Within within = domain();
        if (!changes || job.bestEffort() || job.phases().any() || job.tasks() == 1) {
            return job;
        }
        return job.uniform() ? divided(job, parts, within) : ofLast(job, within);
    }

    private static JobSpec ofLast(JobSpec job, Within within) {
        List<TaskGroup> groups = new ArrayList<>(job.groups());
        groups.add(groups.removeLast().withWithin(within));
        return job.withGroups(groups);
    }

    private JobSpec divided(JobSpec job, int parts, Within within) {
        TaskGroup whole = job.groups().getFirst();
        int count = StrictMath.min(parts, whole.max());
        List<TaskGroup> groups = new ArrayList<>();
        for (int group = 0; group < count; group++) {
            int most = whole.max() / count + (group < whole.max() % count ? 1 : 0);
            int fewest = chance.below(2) == 0 ? most : 1 + chance.below(most);
            TaskGroup part = whole.withName("part-" + group).withTasks(fewest, most);
            groups.add(chance.below(4) == 0 ? part : part.withWithin(within));
        }
        return job.withGroups(groups);
    }

    private Within domain() {
        return new Within(chance.below(4) == 0 ? "zone" : "rack");
    }
}
