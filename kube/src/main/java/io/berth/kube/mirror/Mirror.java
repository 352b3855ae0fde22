package io.berth.kube.mirror;

import io.berth.core.workload.topology.Levels;
import io.berth.kube.convention.GangName;
import io.berth.kube.data.ClusterData;
import io.berth.kube.object.Namespace;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;
import io.berth.kube.queue.ClusterQueues;
import io.berth.kube.share.Shares;
import io.berth.kube.watch.Sink;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The cluster as the API server last told it, and what of it nobody has looked at since it changed. From any thread. */
public final class Mirror {
    private final Predicate<Pod> matters;
    private final Map<String, Pod> pods = new HashMap<>();
    private final Map<String, Node> nodes = new HashMap<>();
    /** The UIDs of pods that are bound, by the name of the node. */
    private final Map<String, Set<String>> podsOfNode = new HashMap<>();

    /** Since when pods wait to be bound, by UID; nanoseconds of {@link System#nanoTime}. */
    private final LinkedHashMap<String, Long> unbound = new LinkedHashMap<>();

    private final Set<String> gated = new HashSet<>();
    private final GangMembers gangs = new GangMembers();
    private final Namespaces namespaces = new Namespaces();
    private final NodeImages images = new NodeImages(this, unbound::containsKey);

    private final LinkedHashSet<String> changedPods = new LinkedHashSet<>();
    private final LinkedHashSet<String> changedNodes = new LinkedHashSet<>();
    private final Claims claims = new Claims(
            this,
            new Changed() {
                @Override
                public void pods(Collection<String> uids) {
                    changedPods.addAll(uids);
                }

                @Override
                public void nodes(Collection<String> names) {
                    changedNodes.addAll(names.isEmpty() ? nodes.keySet() : names);
                }
            },
            this::groupOf);
    private final Shares shares = new Shares();
    private final Budgets budgets = new Budgets(this::tell);
    private final ClusterQueues queues =
            new ClusterQueues(pods -> touch(new Changes(List.of(), List.copyOf(pods))), this::touchPods);
    private volatile Runnable listener = () -> {};
    private volatile Levels levels = Levels.NONE;
    private volatile ClusterData data = ClusterData.NONE;

    /**
     * What to look at.
     *
     * @param nodes names
     * @param pods UIDs
     */
    public record Changes(List<String> nodes, List<String> pods) {
        public boolean none() {
            return nodes.isEmpty() && pods.isEmpty();
        }
    }

    /** @param matters true for the pods that are kept */
    public Mirror(Predicate<Pod> matters) {
        this.matters = matters;
    }

    /** Has {@code newListener} run whenever something changed; it must be quick. */
    public void listen(Runnable newListener) {
        listener = newListener;
    }

    /** What pods claim, of volumes and devices. */
    public Claims claims() {
        return claims;
    }

    /** What pods have of devices that are shared. */
    public Shares shares() {
        return shares;
    }

    /** From now on the cluster has the levels of topology {@code newLevels}. */
    public void setLevels(Levels newLevels) {
        levels = newLevels;
    }

    /** The levels of topology of the cluster. */
    public Levels levels() {
        return levels;
    }

    /** From now on its data sets and its network are {@code newData}. */
    public void setData(ClusterData newData) {
        data = newData;
    }

    /** The data sets and the network of the cluster. */
    public ClusterData data() {
        return data;
    }

    /** Which nodes hold which images. */
    public NodeImages images() {
        return images;
    }

    /** How many pods may be stopped. */
    public Budgets budgets() {
        return budgets;
    }

    /** Which queues there are, and which of them pods are in. */
    public ClusterQueues queues() {
        return queues;
    }

    /** All nodes; within its lock. */
    Collection<Node> all() {
        return nodes.values();
    }

    /** How many nodes and pods were not looked at since they changed. */
    synchronized int unseen() {
        return changedNodes.size() + changedPods.size();
    }

    /** Has whoever listens hear that something changed. */
    void tell() {
        listener.run();
    }

    /** The pod of {@code uid}; null where there is none. */
    public synchronized @Nullable Pod pod(String uid) {
        return pods.get(uid);
    }

    /** The node of {@code name}; null where there is none. */
    public synchronized @Nullable Node node(String name) {
        return nodes.get(name);
    }

    /** The names of all nodes. */
    public synchronized List<String> nodeNames() {
        return List.copyOf(nodes.keySet());
    }

    /** The pods of {@code gang}, whatever became of them. */
    public synchronized List<Pod> podsOf(GangName gang) {
        return gangs.of(gang);
    }

    /** The PodGroup of {@code gang}; null where there is none. */
    public synchronized @Nullable PodGroup group(GangName gang) {
        return gangs.group(gang);
    }

    private @Nullable PodGroup groupOf(Pod pod) {
        GangName gang = GangName.of(pod);
        return gang == null || !gang.served() ? null : gangs.group(gang);
    }

    /** The PodGroups that are not said to have started. */
    public synchronized List<PodGroup> groupsToStart() {
        return gangs.toStart();
    }

    /** How many pods are kept. */
    public synchronized int pods() {
        return pods.size();
    }

    /** How many nodes there are. */
    public synchronized int nodes() {
        return nodes.size();
    }

    /** The UIDs of pods that wait to be bound for {@code nanos} and longer, those that wait longest first. */
    public synchronized List<String> unboundFor(long nanos) {
        long now = System.nanoTime();
        List<String> waiting = new ArrayList<>();
        for (Map.Entry<String, Long> pod : unbound.entrySet()) {
            if (now - pod.getValue() < nanos) {
                break;
            }
            waiting.add(pod.getKey());
        }
        return waiting;
    }

    /** Since when the pod of {@code uid} waits to be bound, by {@link System#nanoTime}; now where it is, or is not there. */
    public synchronized long seenNanos(String uid) {
        Long since = unbound.get(uid);
        return since == null ? System.nanoTime() : since;
    }

    /** How many pods are held back by gates. */
    public synchronized long gated() {
        return gated.size();
    }

    /** How many pods wait to be bound. */
    public synchronized long unbound() {
        return unbound.size();
    }

    /** What changed since the last call. */
    public synchronized Changes take() {
        Changes changes = new Changes(List.copyOf(changedNodes), List.copyOf(changedPods));
        changedNodes.clear();
        changedPods.clear();
        return changes;
    }

    /** Has the pod of {@code uid} looked at again. */
    public void touch(String uid) {
        synchronized (this) {
            changedPods.add(uid);
        }
        listener.run();
    }

    /** Has all of {@code changes} looked at again. */
    public void touch(Changes changes) {
        synchronized (this) {
            changedNodes.addAll(changes.nodes());
            changedPods.addAll(changes.pods());
        }
        listener.run();
    }

    /** Has everything looked at. */
    public synchronized void touchAll() {
        changedNodes.addAll(nodes.keySet());
        changedPods.addAll(pods.keySet());
    }

    private void touchPods() {
        change(() -> changedPods.addAll(pods.keySet()));
    }

    /** The server answered that the pod of {@code uid} is bound to {@code node}; the watch tells so later, or much later where it broke. */
    public void bound(String uid, String node) {
        change(() -> {
            Pod waits = pods.get(uid);
            if (waits != null && !waits.bound()) {
                keep(waits.on(node));
            }
        });
    }

    /** The UIDs of the pods that are bound to node {@code name}, whether it is there or not. */
    public synchronized List<String> podsOf(String name) {
        return List.copyOf(podsOfNode.getOrDefault(name, Set.of()));
    }

    /** What tells of pods. */
    public Sink<Pod> podSink() {
        return new Sink<>() {
            @Override
            public void all(List<Pod> objects) {
                change(() -> {
                    Set<String> gone = new HashSet<>(pods.keySet());
                    objects.forEach(pod -> {
                        gone.remove(pod.meta().uid());
                        keep(pod);
                    });
                    gone.forEach(Mirror.this::drop);
                });
            }

            @Override
            public void put(Pod pod) {
                change(() -> keep(pod));
            }

            @Override
            public void remove(Pod pod) {
                change(() -> drop(pod.meta().uid()));
            }
        };
    }

    /** What tells of nodes. */
    public Sink<Node> nodeSink() {
        return new Sink<>() {
            @Override
            public void all(List<Node> objects) {
                change(() -> {
                    Set<String> gone = new HashSet<>(nodes.keySet());
                    objects.forEach(node -> {
                        gone.remove(node.meta().name());
                        keep(node);
                    });
                    gone.forEach(Mirror.this::dropNode);
                });
            }

            @Override
            public void put(Node node) {
                change(() -> keep(node));
            }

            @Override
            public void remove(Node node) {
                change(() -> dropNode(node.meta().name()));
            }
        };
    }

    /** What tells of PodGroups. */
    public Sink<PodGroup> groupSink() {
        return new Sink<>() {
            @Override
            public void all(List<PodGroup> objects) {
                change(() -> gangs.all(objects).forEach(Mirror.this::changed));
            }

            @Override
            public void put(PodGroup group) {
                change(() -> {
                    if (gangs.put(group)) {
                        changed(GangMembers.name(group));
                    }
                });
            }

            @Override
            public void remove(PodGroup group) {
                change(() -> {
                    gangs.remove(group);
                    changed(GangMembers.name(group));
                });
            }
        };
    }

    /** What tells of namespaces. */
    public Sink<Namespace> namespaceSink() {
        return new Sink<>() {
            @Override
            public void all(List<Namespace> objects) {
                objects.forEach(queues::put);
                change(() -> namespaces.all(objects).forEach(Mirror.this::keep));
            }

            @Override
            public void put(Namespace namespace) {
                queues.put(namespace);
                change(() -> namespaces.put(namespace).forEach(Mirror.this::keep));
            }

            @Override
            public void remove(Namespace namespace) {
                change(() -> namespaces.remove(namespace).forEach(Mirror.this::keep));
            }
        };
    }

    /** All {@code objects} that say which devices nodes share, where nodes do not. */
    public void shared(List<Tree> objects) {
        change(() -> {
            changedNodes.addAll(shares.keep(objects));
            if (shares.revised()) {
                changedPods.addAll(unbound.keySet());
            }
        });
    }

    private void changed(GangName gang) {
        gangs.of(gang).forEach(pod -> changedPods.add(pod.meta().uid()));
    }

    /** Makes a change within its lock, and tells of it. */
    void change(Runnable change) {
        synchronized (this) {
            change.run();
        }
        listener.run();
    }

    private void keep(Pod as) {
        String uid = as.meta().uid();
        if (!matters.test(as)) {
            drop(uid);
            return;
        }
        Pod pod = namespaces.named(as);
        gangs.put(pods.put(uid, pod), pod);
        changedPods.add(uid);
        if (pod.over()) {
            claims.drop(uid);
        } else {
            claims.keep(pod);
        }
        if (pod.bound()) {
            waitsNoMore(uid);
            podsOfNode.computeIfAbsent(pod.spec().node(), _ -> new HashSet<>()).add(uid);
        } else if (pod.over()) {
            waitsNoMore(uid);
        } else if (pod.spec().gated()) {
            gated.add(uid);
        } else {
            gated.remove(uid);
            unbound.putIfAbsent(uid, System.nanoTime());
        }
    }

    private void waitsNoMore(String uid) {
        unbound.remove(uid);
        gated.remove(uid);
        images.waitsNoMore(uid);
    }

    private void drop(String uid) {
        Pod before = pods.remove(uid);
        namespaces.drop(uid);
        queues.drop(uid);
        claims.drop(uid);
        waitsNoMore(uid);
        if (before == null) {
            return;
        }
        gangs.put(before, null);
        changedPods.add(uid);
        GangName gang = GangName.of(before);
        Pod waits = gang == null ? null : gangs.unbound(gang);
        if (waits != null) {
            // What its gang lacks is otherwise from the same instant on.
            changedPods.add(waits.meta().uid());
        }
        Set<String> others = podsOfNode.get(before.spec().node());
        if (others != null) {
            others.remove(uid);
            if (others.isEmpty()) {
                podsOfNode.remove(before.spec().node());
            }
        }
    }

    /** Heartbeats and the like change nothing that matters. */
    private void keep(Node told) {
        images.keep(told);
        Node node = told.withoutImages();
        Node before = nodes.put(node.meta().name(), node);
        boolean sharesOthers = shares.keep(node);
        if (shares.revised()) {
            changedPods.addAll(unbound.keySet());
        }
        if (before == null || sharesOthers || !same(before, node)) {
            changedNodes.add(node.meta().name());
            claims.moved(node.meta().name());
        }
    }

    private static boolean same(Node one, Node other) {
        return one.meta().uid().equals(other.meta().uid())
                && one.meta().labels().equals(other.meta().labels())
                && one.unschedulable() == other.unschedulable()
                && one.taints().equals(other.taints())
                && one.allocatable().equals(other.allocatable());
    }

    private void dropNode(String name) {
        if (nodes.remove(name) != null) {
            changedNodes.add(name);
            images.drop(name);
            shares.drop(name);
            claims.gone(name);
        }
    }
}
