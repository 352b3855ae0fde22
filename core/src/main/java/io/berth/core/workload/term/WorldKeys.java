package io.berth.core.workload.term;

import java.util.ArrayList;
import java.util.List;

/**
 * What the world knows a job and its tasks by, where it has names of its own for them, such as the UIDs of pods. Each is of one job or
 * task that lives, which can be looked up by it; a task that left its job has none there any more.
 *
 * @param job the job's; empty where the world has none
 * @param tasks by task; empty where the world has none, as is the key of a task that has none
 */
public record WorldKeys(String job, List<String> tasks) {
    /** The world has no names of its own. */
    public static final WorldKeys NONE = new WorldKeys("", List.of());

    public WorldKeys {
        tasks = List.copyOf(tasks);
        List<String> named = tasks.stream().filter(key -> !key.isEmpty()).toList();
        if (named.stream().distinct().count() != named.size()) {
            throw new IllegalArgumentException("The keys (" + tasks + ") of the tasks of a job must differ.");
        }
    }

    /** The same without one for task {@code task}. */
    public WorldKeys without(int task) {
        List<String> left = new ArrayList<>(tasks);
        left.set(task, "");
        return new WorldKeys(job, left);
    }

    /** A job that the world knows by {@code job}. */
    public static WorldKeys of(String job) {
        return new WorldKeys(job, List.of());
    }
}
