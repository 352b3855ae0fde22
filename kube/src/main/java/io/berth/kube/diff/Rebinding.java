package io.berth.kube.diff;

import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.kube.convention.GangName;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What follows for pods that could not be bound. A gang of which no pod is bound waits again as a whole, and holds no room meanwhile. Of
 * one that is bound in part, the pods that it lacks are tried again for as long as that is so, and hold their room: what the others hold is
 * of use to nobody else.
 *
 * @param mayWait true for pods that wait here, and that nothing else holds back
 */
record Rebinding(Mirror mirror, State state, Refusals refusals, Predicate<Pod> mayWait) {
    /** What follows. */
    enum Next {
        /** Nothing yet: it was not refused, or nobody knows whether others of its gang are bound. */
        NOTHING,
        /** It waits by itself. */
        LATER,
        /** All pods of its job wait together. */
        ALL_LATER,
        /** It starts again at once, better elsewhere. */
        AT_ONCE
    }

    /** {@code pod} is not bound, and {@code known} does not wait. */
    Next next(Pod pod, TaskOfJob known) {
        if (!refusals.open(pod.meta().uid())) {
            return Next.NOTHING;
        }
        GangName gang = GangName.of(pod);
        if (gang == null || known.job().stopping() != null || !mayWait.test(pod)) {
            return Next.LATER;
        }
        List<Pod> pods = mirror.podsOf(gang);
        long placed = GangNeeds.placed(pods);
        if (placed > 0) {
            return placed < GangNeeds.least(mirror, gang, pods) ? Next.AT_ONCE : Next.LATER;
        }
        return allRefused(known.job()) ? Next.ALL_LATER : Next.NOTHING;
    }

    /**
     * True where {@code pod} holds its room by itself, as {@code job}, and is not bound; one with devices stays, as each that is promised some
     * changes its node.
     */
    boolean movable(Pod pod, Job job) {
        boolean holds = job.mostTasks() == 1 && !job.waiting() && job.stopping() == null;
        return holds && !pod.bound() && !pod.over() && mirror.claims().none(pod);
    }

    /** The jobs as which others of the gang of {@code pod} wait. */
    Set<Job> waiting(Pod pod) {
        GangName gang = GangName.of(pod);
        Set<Job> waiting = new LinkedHashSet<>();
        for (Pod other : gang == null ? List.<Pod>of() : mirror.podsOf(gang)) {
            TaskOfJob known = state.taskByKey(other.meta().uid());
            if (known != null && known.job().waiting()) {
                waiting.add(known.job());
            }
        }
        return waiting;
    }

    private boolean allRefused(Job job) {
        List<String> keys = job.spec().terms().keys().tasks();
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task) && !refusals.open(keys.get(task))) {
                return false;
            }
        }
        return true;
    }
}
