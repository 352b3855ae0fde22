package io.berth.core.state;

import io.berth.core.state.State.TaskOfJob;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.WorldKeys;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The jobs and tasks that live, by what the world knows them by. */
final class WorldIndex {
    private final TreeMap<String, Job> jobs = new TreeMap<>();
    private final TreeMap<String, TaskOfJob> tasks = new TreeMap<>();

    /** True where a job that lives has one of the keys of {@code spec} for itself or for a task. */
    boolean taken(JobSpec spec) {
        WorldKeys keys = spec.terms().keys();
        boolean taken = !keys.job().isEmpty() && jobs.containsKey(keys.job());
        List<String> ofTasks = keys.tasks();
        for (int task = 0; !taken && task < ofTasks.size(); task++) {
            taken = tasks.containsKey(ofTasks.get(task));
        }
        return taken;
    }

    void add(Job job) {
        WorldKeys keys = job.course.terms.keys();
        if (!keys.job().isEmpty()) {
            jobs.put(keys.job(), job);
        }
        List<String> ofTasks = keys.tasks();
        for (int task = 0; task < ofTasks.size(); task++) {
            if (!ofTasks.get(task).isEmpty()) {
                tasks.put(ofTasks.get(task), new TaskOfJob(job, task));
            }
        }
    }

    void remove(Job job) {
        WorldKeys keys = job.course.terms.keys();
        if (!keys.job().isEmpty()) {
            jobs.remove(keys.job(), job);
        }
        List<String> ofTasks = keys.tasks();
        for (int task = 0; task < ofTasks.size(); task++) {
            tasks.remove(ofTasks.get(task));
        }
    }

    /** Task {@code task} of {@code job} is known by {@code key} no longer. */
    void remove(Job job, int task, String key) {
        tasks.remove(key, new TaskOfJob(job, task));
    }

    @Nullable
    Job job(String key) {
        return jobs.get(key);
    }

    @Nullable
    TaskOfJob task(String key) {
        return tasks.get(key);
    }
}
