package io.berth.local.world;

import io.berth.core.state.Job;
import io.berth.core.workload.JobSpec;
import io.berth.local.launch.folder.TaskKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is to be known of a job to launch its tasks, as it was when they were decided: the job itself belongs to the engine's thread.
 *
 * @param key of its first task
 * @param tasks the numbers of the tasks that its start named, in order; each has its place here as its rank
 * @param masks the devices of each of these, by rank
 * @param restarts how often it was started before
 */
record StartedJob(TaskKey key, JobSpec spec, List<Integer> tasks, List<Long> masks, int restarts) {
    StartedJob {
        tasks = List.copyOf(tasks);
        masks = List.copyOf(masks);
    }

    /** On the engine's thread, of a job that holds its places. */
    static StartedJob of(Job job) {
        List<Integer> tasks = new ArrayList<>(job.startedTasks());
        List<Long> masks = new ArrayList<>(job.startedTasks());
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.node(task) >= 0) {
                tasks.add(task);
                masks.add(job.grant(task).mask());
            }
        }
        return new StartedJob(key(job, 0), job.spec(), tasks, masks, job.restarts());
    }

    /** The start by which {@code task} of a job lives. */
    static TaskKey key(Job job, int task) {
        return new TaskKey(job.id(), task, job.decision(), job.submitNanos(), job.decidedNanos());
    }

    long id() {
        return key.job();
    }

    /** How many tasks were started. */
    int size() {
        return tasks.size();
    }

    /** How many tasks before number {@code task} were started: its rank where it was started itself. */
    int rank(int task) {
        int place = Collections.binarySearch(tasks, task);
        return place >= 0 ? place : -place - 1;
    }

    /** The starts of all its tasks, in order. */
    List<TaskKey> keys() {
        List<TaskKey> keys = new ArrayList<>(tasks.size());
        for (int task : tasks) {
            keys.add(new TaskKey(key.job(), task, key.decision(), key.submitNanos(), key.decidedNanos()));
        }
        return keys;
    }
}
