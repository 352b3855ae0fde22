package io.berth.kube.diff;

import io.berth.core.cluster.NodeTable;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.ExtendedResource;
import io.berth.kube.convention.ClaimNeeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many claims of devices nodes hold, of each kind under the name of a resource: those that pods have which the state placed, and as many as
 * fit beside all that is held. So pods of one kind that come or go change nothing, and those of another kind, or of other schedulers, do.
 */
final class ClaimedRoom {
    private final State state;
    /** What pods go with that are still counted, by node and resource. */
    private final Map<Integer, Map<String, Long>> leaving = new HashMap<>();

    ClaimedRoom(State state) {
        this.state = state;
    }

    /** A task holds its node's room no more, though its claims may still have their devices. */
    void leaves(Job job, int task) {
        for (ExtendedResource resource : job.spec().demand(task).amounts().extended()) {
            if (resource.name().startsWith(ClaimNeeds.DEVICES)) {
                leaving.computeIfAbsent(job.node(task), _ -> new HashMap<>())
                        .merge(resource.name(), resource.amount(), Long::sum);
            }
        }
    }

    /** The nodes that such tasks leave. */
    List<Integer> left() {
        return leaving.keySet().stream().sorted().toList();
    }

    /** What node {@code number} holds, of which {@code further} more fit; negative numbers are nodes that join. */
    Map<String, Long> held(int number, Map<String, Long> further) {
        if (number < 0 || further.isEmpty()) {
            return further;
        }
        NodeTable nodes = state.nodeTable();
        Map<String, Long> held = new TreeMap<>();
        further.forEach((resource, more) -> {
            int column = nodes.names().column(resource);
            long taken = nodes.total(number, column) - nodes.free(number, column);
            long goes = leaving.getOrDefault(number, Map.of()).getOrDefault(resource, 0L);
            held.put(resource, Math.max(0, taken - goes) + more);
        });
        return held;
    }
}
