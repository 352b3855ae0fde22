package io.berth.core.state;

import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.pace.Pace;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.term.WorldKeys;
import java.util.List;

/** What is found to be held that Berth did not give: jobs that run already, and what tasks hold of nodes that are otherwise. */
record FoundJobs(State state, JobLife life) {
    /**
     * A job runs that Berth did not start. It holds its room from now on, more than there is if need be; a task on a node that is not
     * there is lost with it. One that waits in the queue under that number and key was started by somebody else; any other whose number
     * or key is known already is the same told twice.
     */
    void found(long now, Event.JobFound event) {
        if (event.from() != Event.JobFound.NONE) {
            parted(now, event);
            return;
        }
        Job waits = state.jobs.get(event.job());
        if (waits != null && waits.queued() && isOf(event, waits)) {
            state.unsettled |= waits.course.promise != null;
            life.dequeue(waits);
            runs(now, waits, event);
            return;
        }
        boolean known = event.job() < state.nextJob || state.jobs.keys().taken(event.spec());
        state.nextJob = StrictMath.max(state.nextJob, event.job() + 1);
        if (known) {
            return;
        }
        long began = event.sinceNanos() == Event.JobFound.NOW ? now : StrictMath.min(event.sinceNanos(), now);
        Job job = life.enters(began, event.job(), event.spec());
        life.gate.restore(job, false);
        runs(began, job, event);
    }

    /**
     * A task leaves its job, which goes on without it: what becomes of the one does not break the other. It has run for as long as its job.
     */
    private void parted(long now, Event.JobFound event) {
        Job left = state.jobs.get(event.from());
        List<String> keys = event.spec().terms().keys().tasks();
        TaskOfJob known = keys.size() == 1 ? state.jobs.keys().task(keys.getFirst()) : null;
        if (left == null || left.waiting() || event.job() < state.nextJob) {
            return;
        }
        if (known == null || known.job() != left || !left.holds(known.task())) {
            return;
        }
        state.nextJob = event.job() + 1;
        long began = left.course.startNanos;
        life.part(now, left, known.task());
        Job job = life.enters(left.submitNanos, event.job(), event.spec());
        life.gate.restore(job, false);
        runs(began < 0 ? now : began, job, event);
        life.gone(now, left);
    }

    private static boolean isOf(Event.JobFound event, Job job) {
        WorldKeys keys = event.spec().terms().keys();
        return !keys.equals(WorldKeys.NONE)
                && keys.equals(job.spec().terms().keys())
                && job.spec().tasks() == event.placements().size();
    }

    private void runs(long now, Job job, Event.JobFound event) {
        job.change().decision = event.decision();
        job.change().decidedNanos = now;
        job.change().starts++;
        place(job, event);
        job.change().pace = (int) Pace.of(job.spec(), present(event), state.nodes);
        job.change().expectedEndNanos = Nanos.after(now, job.leftNanos(now));
        life.holds(job);
        if (job.course.live == job.course.started) {
            job.change().running = job.course.live;
            life.runs(now, job);
        } else {
            life.breakGang(now, job, Reason.TASK_LOST);
        }
        state.dirty = true;
    }

    /** Where its tasks are of which the nodes are there. */
    private List<Placement> present(Event.JobFound event) {
        return event.placements().stream()
                .filter(placement -> state.present(placement.node()))
                .toList();
    }

    private void place(Job job, Event.JobFound event) {
        job.makePlaces();
        for (int task = 0; task < event.placements().size(); task++) {
            Placement placement = event.placements().get(task);
            if (state.present(placement.node())) {
                state.nodes.take(job.shape(task), placement.node(), placement.grant());
                job.place(task, placement.node(), placement.grant(), JobState.RUNNING);
                life.takeOfQueue(job, task);
            } else {
                job.place(task, 0, Grant.NONE, JobState.ENDED);
            }
        }
    }

    /** The devices of {@code node} are others: its tasks hold what is left of theirs. */
    void takeAgain(int node) {
        for (Job job : state.jobs.sorted()) {
            for (int task = 0; task < job.course.places(); task++) {
                if (job.course.node(task) == node && job.holds(task)) {
                    state.nodes.take(job.shape(task), node, job.course.grant(task));
                }
            }
        }
    }
}
