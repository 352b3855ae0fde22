package io.berth.core.state;

import io.berth.core.cluster.GangShape;
import io.berth.core.cluster.Shape;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.List;

/** Which jobs have to do with which others: those that the selectors of rules pick have shapes that say so. */
record PeerLife(State state, JobLife life) {
    /** Somebody asks for {@code demands}: the jobs that live and that their rules look at have another shape from now on. */
    void learn(List<Demand> demands) {
        int known = state.nodes.peers().selectors();
        for (Demand demand : demands) {
            if (!demand.peers().isEmpty() || !demand.preferences().isEmpty()) {
                state.shapes.intern(demand);
            }
        }
        if (state.nodes.peers().selectors() == known) {
            return;
        }
        for (Job job : state.jobs.sorted()) {
            if (picks(job.course.spec(), known)) {
                boolean queued = job.queued();
                life.queues(job, queued, false);
                reshape(job);
                life.queues(job, queued, true);
            }
        }
    }

    private boolean picks(JobSpec spec, int first) {
        for (TaskGroup group : spec.groups()) {
            if (state.nodes.peers().picks(spec.queue(), group.labels(), first)) {
                return true;
            }
        }
        return false;
    }

    /** Gives {@code job}, which stands in no queue, the shape of what it is now. */
    void reshape(Job job) {
        GangShape now = state.shapes.gang(job.course.spec());
        if (now.id() == job.gang.id()) {
            return;
        }
        if (!job.waiting()) {
            life.frees(job);
        }
        for (int task = 0; task < job.course.places(); task++) {
            if (job.holds(task)) {
                Shape next = now.shape(job.course.spec().groupOf(task));
                state.nodes.reshape(job.shape(task), next, job.course.node(task));
            }
        }
        job.reshape(now);
        if (!job.waiting()) {
            life.holds(job);
        }
    }
}
