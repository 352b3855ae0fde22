package io.berth.core.state;

import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;

/** What is found to be held that Berth did not give: jobs that run already, and what tasks hold of nodes that are otherwise. */
final class FoundJobs {
    private final State state;
    private final JobLife life;

    FoundJobs(State state, JobLife life) {
        this.state = state;
        this.life = life;
    }

    /**
     * A job runs that Berth did not start. It holds its room from now on, more than there is if need be; a task on a node that is not
     * there is lost with it. One whose number or key is known already is the same told twice.
     */
    void found(long now, Event.JobFound event) {
        boolean known = event.job() < state.nextJob || state.jobs.keys().taken(event.spec());
        state.nextJob = StrictMath.max(state.nextJob, event.job() + 1);
        if (known) {
            return;
        }
        Shape shape = state.shapes.intern(event.spec().demand());
        state.shapes.submitted(shape, event.spec().tasks());
        Job job = new Job(event.job(), event.spec().withDemand(shape.demand()), shape, now);
        state.jobs.add(job);
        life.gate.restore(job, false);
        job.decision = event.decision();
        job.decidedNanos = now;
        job.starts = 1;
        place(job, event);
        job.expectedEndNanos = Nanos.after(now, job.remainingNanos(now));
        life.holds(job);
        if (job.live == job.tasks.length) {
            job.running = job.live;
            life.runs(now, job);
        } else {
            life.breakGang(now, job, Reason.TASK_LOST);
        }
        state.dirty = true;
    }

    private void place(Job job, Event.JobFound event) {
        int count = event.placements().size();
        job.nodes = new int[count];
        job.grants = new Grant[count];
        job.tasks = new byte[count];
        for (int task = 0; task < count; task++) {
            Placement placement = event.placements().get(task);
            boolean there = state.present(placement.node());
            job.nodes[task] = there ? placement.node() : 0;
            job.grants[task] = there ? placement.grant() : Grant.NONE;
            job.tasks[task] = (byte) (there ? JobState.RUNNING : JobState.ENDED).ordinal();
            if (there) {
                job.live++;
                state.nodes.take(job.shape, placement.node(), placement.grant());
            }
        }
    }

    /** The devices of {@code node} are others: its tasks hold what is left of theirs. */
    void takeAgain(int node) {
        for (Job job : state.jobs.sorted()) {
            for (int task = 0; task < job.tasks.length; task++) {
                if (job.nodes[task] == node && job.holds(task)) {
                    state.nodes.take(job.shape, node, job.grants[task]);
                }
            }
        }
    }
}
