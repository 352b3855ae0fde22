package io.berth.core.workload.term;

import java.util.List;

/**
 * What the world knows a job and its tasks by, where it has names of its own for them, such as the UIDs of pods. Each is of one job or
 * task that lives, which can be looked up by it.
 *
 * @param job the job's; empty where the world has none
 * @param tasks by task; empty where the world has none
 */
public record WorldKeys(String job, List<String> tasks) {
    /** The world has no names of its own. */
    public static final WorldKeys NONE = new WorldKeys("", List.of());

    public WorldKeys {
        tasks = List.copyOf(tasks);
        if (tasks.stream().distinct().count() != tasks.size()) {
            throw new IllegalArgumentException("The keys (" + tasks + ") of the tasks of a job must differ.");
        }
    }

    /** A job that the world knows by {@code job}. */
    public static WorldKeys of(String job) {
        return new WorldKeys(job, List.of());
    }
}
