package io.berth.kube.diff;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.workload.Demand;
import io.berth.core.workload.ExtendedResource;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.convention.GangName;
import io.berth.kube.convention.NodeFacts;
import io.berth.kube.convention.PodJob;
import io.berth.kube.mirror.Claims;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many claims of devices nodes hold, of each kind under the name of a resource: those that pods have which are there, and as many as
 * fit beside all that is held. So pods of one kind that come or go change nothing, and those of another kind, or of other schedulers, do.
 */
final class ClaimedRoom {
    private final Mirror mirror;
    private final State state;
    private final NodesAfter nodes;
    /** How much more is held than the state says, for pods that come or go, by node and resource. */
    private final Map<Integer, Map<String, Long>> more = new HashMap<>();
    /** Nodes to which pods come. */
    private final Set<Integer> others = new HashSet<>();

    /** The keys of the tasks that go. */
    private final Set<String> left = new HashSet<>();

    /** Tasks that are stopped and still hold room, by node; null before somebody asks. */
    private @Nullable Map<Integer, List<TaskOfJob>> going;

    ClaimedRoom(Mirror mirror, State state, NodesAfter nodes) {
        this.mirror = mirror;
        this.state = state;
        this.nodes = nodes;
    }

    /** A task holds its node's room no more, though its claims may still have their devices. */
    void leaves(Job job, int task) {
        left.add(key(new TaskOfJob(job, task)));
        count(job.node(task), job.spec().demand(task), -1);
    }

    /** A pod will be on node number {@code node}, which the server does not say yet, or holds something else there from this instant on. */
    void takes(int node, Demand demand) {
        count(node, demand, 1);
    }

    private void count(int node, Demand demand, int sign) {
        List<ExtendedResource> resources = demand.amounts().extended();
        Map<String, Long> room = resources.isEmpty()
                ? Map.of()
                : mirror.claims().room(nodes.spec(node).name());
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

    /** {@code node} as it is declared, with what it holds of claims; its number is negative where the state does not know it. */
    NodeSpec spec(Node node, int number) {
        String name = node.meta().name();
        Claims claims = mirror.claims();
        return mirror.data()
                .declared(NodeFacts.spec(
                        node,
                        claims.attachable(name),
                        held(name, number, claims.room(name)),
                        mirror.shares().of(name)));
    }

    /**
     * What the claims of {@code pod}, which is bound, come to.
     *
     * @param counted what it counts for until now
     * @param number of its node
     */
    ClaimNeeds needs(Pod pod, Map<String, Long> counted, int number) {
        ClaimNeeds needs = mirror.claims().needs(pod);
        Map<String, Long> held = mirror.claims().held(pod, counted, going(number));
        return held == null ? needs : needs.and(ClaimNeeds.taking(held));
    }

    /** True where the claims of a pod keep from others what it counts for; what a gang counts for stays with the gang. */
    boolean same(Pod pod, TaskOfJob known) {
        Job job = known.job();
        if (pod.spec().needs().claims().isEmpty() || job.mostTasks() > 1) {
            return true;
        }
        Map<String, Long> counted = counted(known);
        Map<String, Long> held = mirror.claims().held(pod, counted, going(job.node(known.task())));
        return held == null || held.equals(counted) && sameUnit(pod, job);
    }

    /** True where it makes room with those with whom it does until now. */
    private boolean sameUnit(Pod pod, Job job) {
        return GangName.of(pod) != null
                || !Parting.preempts(state)
                || mirror.claims()
                        .unit(pod)
                        .equals(job.spec().terms().interruption().unit());
    }

    /** What a task counts for, by resource. */
    Map<String, Long> counted(TaskOfJob known) {
        return ClaimNeeds.devices(known.job().spec().demand(known.task()));
    }

    /** The keys of tasks that are stopped and still hold room of node {@code number}, where it matters what becomes free with them. */
    private Set<String> going(int number) {
        return !mirror.claims().searched()
                ? Set.of()
                : goingOn(number).map(ClaimedRoom::key).collect(Collectors.toCollection(TreeSet::new));
    }

    private Stream<TaskOfJob> goingOn(int number) {
        if (going == null) {
            going = state.jobs().stream()
                    .filter(job -> job.stopping() != null && !job.waiting())
                    .flatMap(job -> IntStream.range(0, job.placedTasks())
                            .filter(job::holds)
                            .mapToObj(task -> new TaskOfJob(job, task)))
                    .collect(Collectors.groupingBy(of -> of.job().node(of.task())));
        }
        return going.getOrDefault(number, List.of()).stream().filter(of -> !left.contains(key(of)));
    }

    private static String key(TaskOfJob of) {
        List<String> keys = of.job().spec().terms().keys().tasks();
        return of.task() < keys.size() ? keys.get(of.task()) : "";
    }

    /**
     * What node {@code name} holds, of which {@code further} more fit; {@code number} is negative for one that joins. Where some of those
     * that are {@link #going} are gone already, what they counted for is room that is too little for anybody until all are, and nobody else
     * gets what that comes to.
     */
    private Map<String, Long> held(String name, int number, Map<String, Long> further) {
        if (further.isEmpty()) {
            return further;
        }
        Map<String, Long> held = new TreeMap<>(further);
        withhold(number, held, mirror.claims().soon(name, going(number)));
        coming(name, number).forEach((resource, amount) -> held.computeIfPresent(resource, (_, fits) -> fits + amount));
        Map<String, Long> changes = more.getOrDefault(number, Map.of());
        held.replaceAll((resource, beside) ->
                Math.max(0, taken(number, resource) + changes.getOrDefault(resource, 0L)) + beside);
        return held;
    }

    /** @param soon what more fits when all have gone that are {@link #going} */
    private void withhold(int number, Map<String, Long> room, Claims.RoomSoon soon) {
        Map<String, Long> partly = partly(number, soon.more());
        partly.keySet()
                .forEach(name -> soon.withheld()
                        .getOrDefault(name, Map.of())
                        .forEach((resource, leaves) -> room.merge(resource, leaves, Math::min)));
        partly.forEach((name, amount) -> room.merge(name, amount, Long::sum));
    }

    /** What pods hold there that the state does not have there yet, by resource. */
    private Map<String, Long> coming(String node, int number) {
        Map<String, Long> coming = new HashMap<>();
        for (String uid : mirror.podsOf(node)) {
            Pod pod = mirror.pod(uid);
            TaskOfJob known = state.taskByKey(uid);
            if (pod != null && !pod.over() && (known == null || !holds(known, node))) {
                demand(pod, known, number)
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
    private Demand demand(Pod pod, @Nullable TaskOfJob known, int number) {
        return known != null && known.job().queued() && known.job().mostTasks() == 1
                ? known.job().spec().demand(known.task())
                : PodJob.bound(pod, needs(pod, Map.of(), number)).demand();
    }

    /** How much of what comes to be free nobody counts for any more, by resource. */
    private Map<String, Long> partly(int number, Map<String, Long> soon) {
        Map<String, Long> partly = new TreeMap<>();
        soon.forEach((resource, more) -> {
            long counted = ofGoing(number, resource);
            if (counted > 0 && counted < more) {
                partly.put(resource, Math.min(ClaimNeeds.WHOLE - 1, more - counted));
            }
        });
        return partly;
    }

    private long ofGoing(int number, String resource) {
        return goingOn(number)
                .mapToLong(of ->
                        ClaimNeeds.devices(of.job().spec().demand(of.task())).getOrDefault(resource, 0L))
                .sum();
    }

    private long taken(int number, String resource) {
        if (number < 0 || nodes.joins(number)) {
            return 0;
        }
        NodeTable table = state.nodeTable();
        int column = table.names().column(resource);
        return table.total(number, column) - table.free(number, column);
    }
}
