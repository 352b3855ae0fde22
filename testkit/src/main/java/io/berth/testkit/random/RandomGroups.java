package io.berth.testkit.random;

import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes jobs of several groups, and elastic ones, of jobs of one group. It draws from a stream of its own, so that all else that a seed
 * stands for is what it is without.
 */
final class RandomGroups {
    private final Chance chance;
    private final RandomSpecs specs;

    RandomGroups(long seed) {
        this.chance = new Chance(seed, "random-groups", 0);
        this.specs = new RandomSpecs(chance);
    }

    /** An eighth with one or two groups more, some of them elastic; an eighth elastic in its only group; else as it is. */
    JobSpec grouped(JobSpec job) {
        return switch (chance.below(8)) {
            case 0 -> severalGroups(job);
            case 1 -> job.withFirst(stretched(job.groups().getFirst()));
            default -> job;
        };
    }

    private JobSpec severalGroups(JobSpec job) {
        List<TaskGroup> groups = new ArrayList<>();
        groups.add(maybeElastic(job.groups().getFirst().withName("first")));
        int more = 1 + chance.below(2);
        for (int group = 0; group < more; group++) {
            // Some ask for the very same as another group, or for its devices and other CPUs.
            TaskGroup next = chance.below(4) == 0 ? groups.getFirst() : TaskGroup.of(1, specs.demand());
            int tasks = 1 + chance.below(2);
            groups.add(maybeElastic(next.withName("group-" + group).withTasks(tasks, tasks)));
        }
        return job.withGroups(groups);
    }

    private TaskGroup maybeElastic(TaskGroup group) {
        return chance.below(3) == 0 ? stretched(group) : group;
    }

    /** With up to three tasks above those that must start, or some of its tasks not needed to start. */
    private TaskGroup stretched(TaskGroup group) {
        boolean fewer = group.min() > 1 && chance.below(2) == 0;
        return fewer
                ? group.withTasks(1 + chance.below(group.min() - 1), group.max())
                : group.withTasks(group.min(), group.max() + 1 + chance.below(3));
    }
}
