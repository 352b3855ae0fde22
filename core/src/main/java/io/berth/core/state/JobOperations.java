package io.berth.core.state;

import io.berth.core.decision.Reason;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;

/** What people want of jobs that were handed in: to be gone, held back, put back, or otherwise. */
record JobOperations(State state, JobLife life) {
    /** A job that waits leaves at once; one that holds room is stopped first. */
    void cancel(long now, long id) {
        Job job = state.jobs.get(id);
        if (job == null) {
            return;
        }
        job.change().cancelled = true;
        state.dirty = true;
        if (job.waiting()) {
            life.dequeue(job);
            life.leave(now, job, JobOutcome.CANCELLED);
        } else if (job.course.stopping == null) {
            state.stops.put(id, Reason.CANCELLED);
        }
    }

    /** Somebody holds the job back, or releases it; one that holds room is held back when it waits again. */
    void hold(long now, long id, boolean held) {
        Job job = state.jobs.get(id);
        if (job == null || job.course.onHold == held) {
            return;
        }
        job.change().onHold = held;
        if (!job.waiting()) {
            return;
        }
        state.dirty = true;
        if (held) {
            life.dequeue(job);
            life.shut(now, job);
        } else if (life.gate.released(job)) {
            state.waiting--;
            life.enter(now, job);
            if (job.course.notBeforeNanos > now) {
                life.timers.ask(job.course.notBeforeNanos, job);
            }
        }
    }

    /** A job that runs is stopped and waits again. */
    void requeue(long id) {
        Job job = state.jobs.get(id);
        if (job != null && !job.waiting() && job.course.stopping == null) {
            state.stops.putIfAbsent(id, Reason.REQUEUED);
            state.dirty = true;
        }
    }

    /** The job asks for something else from now on. */
    void update(long now, long id, JobChange change) {
        Job job = state.jobs.get(id);
        if (job == null) {
            return;
        }
        boolean queued = job.queued();
        if (queued) {
            life.dequeue(job);
        }
        boolean limited = !job.waiting() && job.course.startNanos >= 0 && job.course.stopping == null;
        if (limited) {
            life.limits.remove(job);
        }
        JobSpec before = job.course.spec();
        job.change().specify(change.applied(before, job.waiting()));
        if (job.waiting()) {
            job.recount();
        }
        life.peers.reshape(job);
        job.change().demand = state.shapes.demand(job.shape());
        life.observer().updated(job, before);
        if (limited) {
            life.limits.add(job);
        }
        if (!job.waiting() && job.course.stopping == null) {
            long begin = began(job, now);
            life.expectEnd(job, Nanos.after(begin, job.leftNanos(begin)));
        }
        if (queued) {
            life.enqueue(job);
        }
        state.dirty = true;
    }

    /** From when on the run time of a job that holds room counts: from its start, before that from the decision to start it. */
    private static long began(Job job, long now) {
        if (job.resized()) {
            return now;
        }
        long decided = job.course.decidedNanos > 0 ? job.course.decidedNanos : now;
        return job.course.startNanos >= 0 ? job.course.startNanos : decided;
    }
}
