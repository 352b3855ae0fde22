package io.berth.core.state;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.TaskGroup;

/** Tasks that come to jobs that run, and leave them, while these go on (decision 94). */
final class TaskLife {
    private final State state;
    private final JobLife life;

    TaskLife(State state, JobLife life) {
        this.state = state;
        this.life = life;
    }

    /** True where as many of its tasks as must run do so elsewhere, and what is lost may come again by growing. */
    boolean goesOnWithout(Job job, int node) {
        boolean goesOn = state.strategy.resizes()
                && job.mayResize()
                && !job.course.cancelled
                && !state.stops.containsKey(job.id);
        int first = 0;
        for (TaskGroup group : job.spec().groups()) {
            int left = 0;
            for (int task = first; goesOn && task < first + group.max(); task++) {
                left += job.taskState(task) == JobState.RUNNING && job.node(task) != node ? 1 : 0;
            }
            goesOn &= left >= group.min();
            first += group.max();
        }
        return goesOn;
    }

    /** A task that came begins to work. */
    void works(long now, Job job, int task) {
        job.works(now, 1);
        job.change().state(task, JobState.RUNNING);
        goesOn(now, job);
    }

    /** Other tasks of the job work than before, and it is expected to end at another time. */
    private void goesOn(long now, Job job) {
        job.repace(state.nodes);
        life.expectEnd(job, Nanos.after(now, job.leftNanos(now)));
    }

    /** A task of a job that goes on without it is gone. */
    void drop(long now, Job job, int task) {
        boolean worked = job.taskState(task) == JobState.RUNNING;
        life.frees(job);
        if (worked) {
            job.works(now, -1);
        }
        life.release(job, task);
        job.forget(task);
        life.holds(job);
        if (job.course.live == 0) {
            life.settle(now, job);
        } else if (worked) {
            goesOn(now, job);
        }
    }

    void grow(Decision.Grow grow) {
        Job job = state.jobs.get(grow.job());
        if (job == null || !job.mayResize()) {
            throw new IllegalStateException("Decision (" + grow + ") gives tasks to a job that cannot grow.");
        }
        life.frees(job);
        for (int i = 0; i < grow.tasks().size(); i++) {
            int task = grow.tasks().get(i);
            Placement placement = grow.placements().get(i);
            state.nodes.take(job.shape(task), placement.node(), placement.grant());
            job.join(task, placement, grow.id(), state.nowNanos);
            life.placed(job, task);
        }
        life.holds(job);
    }

    /** What its tasks did that leave stays done; from now on they do nothing. */
    void shrink(Decision.Shrink shrink) {
        Job job = state.jobs.get(shrink.job());
        if (job == null || !job.mayResize()) {
            return;
        }
        int worked = 0;
        for (int task : shrink.tasks()) {
            worked += job.taskState(task) == JobState.RUNNING ? 1 : 0;
        }
        job.works(state.nowNanos, -worked);
        for (int task : shrink.tasks()) {
            if (job.holds(task)) {
                job.change().state(task, JobState.STOPPING);
            }
        }
        goesOn(state.nowNanos, job);
    }
}
