package io.berth.live.control;

import io.berth.core.state.State;
import java.util.SequencedMap;

/**
 * A running system in figures.
 *
 * @param nowNanos its time at the last instant, UTC nanoseconds
 * @param instants how many instants it lived through, which is how many frames its journal has
 */
public record Status(
        boolean ok,
        long nowNanos,
        long instants,
        long passes,
        long decisions,
        int jobs,
        long jobsWaiting,
        long jobsSubmitted,
        int nodes,
        long gpus,
        double gpusFree,
        SequencedMap<String, String> strategy) {
    static Status of(State state) {
        long gpus = 0;
        long freeMilli = 0;
        int present = 0;
        for (int node = 0; node < state.nodes().count(); node++) {
            if (state.nodes().usable(node)) {
                present++;
                gpus += state.nodes().gpus(node);
                freeMilli += state.nodes().totalFreeMilli(node);
            }
        }
        return new Status(
                true,
                state.nowNanos(),
                state.instants(),
                state.passes(),
                state.decisions(),
                state.liveJobs(),
                state.waitingJobs(),
                state.nextJob() - 1,
                present,
                gpus,
                freeMilli / 1000.0,
                state.strategy().texts());
    }
}
