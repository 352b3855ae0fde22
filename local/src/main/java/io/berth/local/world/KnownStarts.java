package io.berth.local.world;

import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.local.launch.folder.TaskKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The starts that a state answers for, and how to tell those of another history: a journal that lost its end, or was put back from a
 * copy, knows nothing of what came after, and gives the same numbers again.
 *
 * @param nowNanos the last moment of the state, UTC nanoseconds
 * @param nextJob the lowest number of jobs that it has not given
 * @param decisions the highest number of decisions that it has given
 * @param live the tasks that hold something, with where they are
 * @param jobs the start by which each job that lives lives, of its first task; decision 0 where it waits
 */
record KnownStarts(long nowNanos, long nextJob, long decisions, Map<TaskKey, JobState> live, Map<Long, TaskKey> jobs) {

    static KnownStarts of(State state) {
        Map<TaskKey, JobState> live = new LinkedHashMap<>();
        Map<Long, TaskKey> jobs = new LinkedHashMap<>();
        for (Job job : state.jobs()) {
            jobs.put(job.id(), StartedJob.key(job, 0));
            for (int task = 0; !job.waiting() && task < job.spec().tasks(); task++) {
                if (job.holds(task)) {
                    live.put(StartedJob.key(job, task), job.taskState(task));
                }
            }
        }
        return new KnownStarts(state.nowNanos(), state.nextJob(), state.decisions(), live, jobs);
    }

    Set<TaskKey> keys() {
        return live.keySet();
    }

    /** True for a start that is none of this history. */
    boolean foreign(TaskKey key) {
        boolean later = key.submitNanos() > nowNanos || key.decidedNanos() > nowNanos;
        if (later || key.job() >= nextJob || key.decision() > decisions) {
            return true;
        }
        TaskKey own = jobs.get(key.job());
        if (own == null || key.submitNanos() == 0) {
            return false;
        }
        boolean sameStart = key.decision() != own.decision()
                || key.decidedNanos() == own.decidedNanos()
                || key.decidedNanos() == 0
                || own.decidedNanos() == 0;
        return key.submitNanos() != own.submitNanos() || !sameStart;
    }
}
