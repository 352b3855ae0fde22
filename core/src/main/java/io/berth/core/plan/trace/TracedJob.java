package io.berth.core.plan.trace;

import io.berth.core.decision.DomainMiss;
import io.berth.core.decision.Reason;
import io.berth.core.state.Job;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a pass told of a job.
 *
 * @param group the place of its group that lacks most; 0 where it has one
 * @param nodes for its tasks, or those of the group that lacks most, as they were when the pass came to it: what was taken before is taken, what it got itself is not
 * @param room for how many of the tasks that must start there was room at once; of several groups, of each by itself
 * @param reason why it was passed over or turned away; null where it starts
 * @param made the node of each of its tasks, by number, where others stop to make room for it; else none
 * @param promisedNanos from when on room is kept for it, UTC nanoseconds; {@link io.berth.core.time.Nanos#NEVER} for never
 * @param kept the nodes on which it is, where these are named before that
 */
public record TracedJob(
        Job job,
        int group,
        NodeCount nodes,
        int room,
        @Nullable Reason reason,
        SortedMap<Integer, Integer> made,
        long promisedNanos,
        List<Integer> kept) {
    TracedJob because(@Nullable Reason why) {
        return new TracedJob(job, group, nodes, room, why, made, promisedNanos, kept);
    }

    /** The same, to which domain {@code miss} comes nearest. */
    TracedJob missing(@Nullable DomainMiss miss) {
        return new TracedJob(job, group, nodes.missing(miss), room, reason, made, promisedNanos, kept);
    }

    TracedJob making(SortedMap<Integer, Integer> placed) {
        return new TracedJob(job, group, nodes, room, Reason.MAKING_ROOM, placed, promisedNanos, kept);
    }

    TracedJob promised(long atNanos, List<Integer> on) {
        return new TracedJob(job, group, nodes, room, reason, made, atNanos, on);
    }
}
