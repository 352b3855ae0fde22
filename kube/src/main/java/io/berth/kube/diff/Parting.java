package io.berth.kube.diff;

import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.PolicyKind;
import io.berth.kube.convention.GangName;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;

/**
 * Which pods that started together make room by themselves from then on: those of a PodGroup that says that each of its pods may be stopped
 * alone ({@code disruptionMode} {@code Pod} or {@code single}). Those that share devices with others stay with them, as these are free only
 * when all have gone.
 */
record Parting(Mirror mirror, State state) {
    /** True where {@code pod} is to be a job by itself when all of {@code job}, which started together, run. */
    boolean wanted(Pod pod, Job job) {
        GangName gang = GangName.of(pod);
        PodGroup group = gang == null || job.mostTasks() < 2 || job.stopping() != null ? null : mirror.group(gang);
        return group != null
                && !group.disruption().all()
                && preempts(state)
                && !mirror.claims().shares(pod);
    }

    /** True where some make room for others: else nobody has to know with whom, and a gang is one fact in the journal. */
    static boolean preempts(State state) {
        return !state.strategy().policy(PolicyKind.PREEMPT).equals(PolicyKind.PREEMPT.fallback());
    }

    /** True where all of {@code job} are on their nodes. */
    static boolean run(Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task)
                    && (job.taskState(task) == JobState.RESERVED || job.taskState(task) == JobState.STARTING)) {
                return false;
            }
        }
        return true;
    }
}
