package io.berth.kube.diff;

import io.berth.core.cluster.NodeTable;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.TaskOfJob;
import io.berth.core.workload.Demand;
import io.berth.core.workload.ExtendedResource;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.convention.PodJob;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many claims of devices nodes hold, of each kind under the name of a resource: those that pods have which are there, and as many as
 * fit beside all that is held. So pods of one kind that come or go change nothing, and those of another kind, or of other schedulers, do.
 */
final class ClaimedRoom {
    private final Mirror mirror;
    private final State state;
    /** How much more is held than the state says, for pods that come or go, by node and resource. */
    private final Map<Integer, Map<String, Long>> more = new HashMap<>();
    /** Nodes to which pods come. */
    private final Set<Integer> others = new HashSet<>();

    ClaimedRoom(Mirror mirror, State state) {
        this.mirror = mirror;
        this.state = state;
    }

    /** A task holds its node's room no more, though its claims may still have their devices. */
    void leaves(Job job, int task) {
        count(job.node(task), job.spec().demand(task), -1);
    }

    /** A pod will be on node number {@code node}, which the server does not say yet, though its claims may have their devices already. */
    void takes(int node, Demand demand) {
        count(node, demand, 1);
    }

    private void count(int node, Demand demand, int sign) {
        List<ExtendedResource> resources = demand.amounts().extended();
        Map<String, Long> room = resources.isEmpty()
                ? Map.of()
                : mirror.claims().room(state.nodes().name(node));
        for (ExtendedResource resource : resources) {
            if (room.containsKey(resource.name())) {
                more.computeIfAbsent(node, _ -> new HashMap<>())
                        .merge(resource.name(), sign * resource.amount(), Long::sum);
            }
        }
    }

    /** A pod is on node number {@code node} of which the state did not know that it would be. */
    void comes(int node) {
        if (!mirror.claims().room(state.nodes().name(node)).isEmpty()) {
            others.add(node);
        }
    }

    /** The nodes to which pods come, or that they leave. */
    List<Integer> others() {
        others.addAll(more.keySet());
        return others.stream().sorted().toList();
    }

    /** What node {@code name} holds, of which {@code further} more fit; {@code number} is negative for one that joins. */
    Map<String, Long> held(String name, int number, Map<String, Long> further) {
        if (further.isEmpty()) {
            return further;
        }
        Map<String, Long> held = new TreeMap<>(further);
        coming(name).forEach((resource, amount) -> held.computeIfPresent(resource, (_, fits) -> fits + amount));
        if (number < 0) {
            return held;
        }
        NodeTable nodes = state.nodeTable();
        Map<String, Long> changes = more.getOrDefault(number, Map.of());
        held.replaceAll((resource, beside) -> {
            int column = nodes.names().column(resource);
            long taken = nodes.total(number, column) - nodes.free(number, column);
            return Math.max(0, taken + changes.getOrDefault(resource, 0L)) + beside;
        });
        return held;
    }

    /** What pods hold there that the state does not have there yet, by resource. */
    private Map<String, Long> coming(String node) {
        Map<String, Long> coming = new HashMap<>();
        for (String uid : mirror.podsOf(node)) {
            Pod pod = mirror.pod(uid);
            TaskOfJob known = state.taskByKey(uid);
            if (pod != null && !pod.over() && (known == null || !holds(known, node))) {
                demand(pod, known)
                        .amounts()
                        .extended()
                        .forEach(resource -> coming.merge(resource.name(), resource.amount(), Long::sum));
            }
        }
        return coming;
    }

    private boolean holds(TaskOfJob known, String node) {
        Job job = known.job();
        return !job.waiting() && state.nodes().name(job.node(known.task())).equals(node);
    }

    /** As {@link Look} has it found: one that waits by itself with all that it waits for. */
    private static Demand demand(Pod pod, @Nullable TaskOfJob known) {
        return known != null && known.job().queued() && known.job().mostTasks() == 1
                ? known.job().spec().demand(known.task())
                : PodJob.bound(pod, ClaimNeeds.NONE).demand();
    }
}
