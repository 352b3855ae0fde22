package io.berth.local.world;

import io.berth.core.state.Job;
import io.berth.core.workload.JobSpec;
import io.berth.local.launch.folder.TaskKey;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be known of a job to launch its tasks, as it was when they were decided: the job itself belongs to the engine's thread.
 *
 * @param key of its first task
 * @param masks the devices of each task, by task
 * @param restarts how often it was started before
 */
record StartedJob(TaskKey key, JobSpec spec, List<Long> masks, int restarts) {
    StartedJob {
        masks = List.copyOf(masks);
    }

    /** On the engine's thread, of a job that holds its places. */
    static StartedJob of(Job job) {
        List<Long> masks = new ArrayList<>(job.spec().tasks());
        for (int task = 0; task < job.spec().tasks(); task++) {
            masks.add(job.grant(task).mask());
        }
        return new StartedJob(key(job, 0), job.spec(), masks, job.restarts());
    }

    /** The start by which {@code task} of a job lives. */
    static TaskKey key(Job job, int task) {
        return new TaskKey(job.id(), task, job.decision(), job.submitNanos(), job.decidedNanos());
    }

    long id() {
        return key.job();
    }

    /** The starts of all its tasks, in order. */
    List<TaskKey> keys() {
        List<TaskKey> keys = new ArrayList<>(masks.size());
        for (int task = 0; task < masks.size(); task++) {
            keys.add(new TaskKey(key.job(), task, key.decision(), key.submitNanos(), key.decidedNanos()));
        }
        return keys;
    }
}
