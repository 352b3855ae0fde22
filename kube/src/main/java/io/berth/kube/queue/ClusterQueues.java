package io.berth.kube.queue;

import io.berth.core.queue.QueueSpec;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.Toleration;
import io.berth.kube.object.JsonObject;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.object.Namespace;
import io.berth.kube.object.Pod;
import io.berth.kube.volume.Alternatives;
import io.berth.kube.watch.Sink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which queues a cluster has, as its objects or the settings say, and which of them each pod is in. Where nobody says that there are any, the queue of a pod is
 * the name of its namespace. From any thread.
 */
public final class ClusterQueues {
    private final Consumer<Collection<String>> touch;
    private final Runnable touchAll;
    private final QueueObjects objects = new QueueObjects();
    /** Labels and annotations of namespaces, by name. */
    private final Map<String, Map<String, String>> namespaces = new TreeMap<>();
    /** What other objects say, by key. */
    private final Map<String, String> borne = new HashMap<>();
    /** Those of them that are gone, while pods are there of which they said it. */
    private final Set<String> gone = new HashSet<>();
    /** Pods of which another object may say the queue: by its key, and the other way round. */
    private final Map<String, Set<String>> asking = new HashMap<>();

    private final Map<String, String> askedBy = new HashMap<>();
    private @Nullable QueueConvention convention;
    private Consumer<String> notes = _ -> {};
    private DeclaredQueues declared = DeclaredQueues.NONE;
    /** What was noted. */
    private Set<String> noted = Set.of();
    /** The names of all that there are, or that something says of why they are not. */
    private Set<String> names = Set.of();
    /** Objects changed since the queues were made of them. */
    private boolean stale;
    /** True where somebody has to hear of the queues that there are. */
    private boolean news = true;

    /**
     * @param touch has pods of these UIDs looked at
     * @param touchAll has all pods looked at
     */
    public ClusterQueues(Consumer<Collection<String>> touch, Runnable touchAll) {
        this.touch = touch;
        this.touchAll = touchAll;
    }

    /** From now on there are those that {@code newConvention} says; before anything is watched. {@code newNotes} hear what is not kept of them. */
    public void follow(QueueConvention newConvention, Consumer<String> newNotes) {
        synchronized (this) {
            convention = newConvention;
            notes = newNotes;
            stale = true;
        }
        settle();
    }

    /** By whose words they are said; null where nobody says that there are any. */
    public synchronized @Nullable QueueConvention convention() {
        return convention;
    }

    /** The queues that there are, where somebody has to hear of them since the last call; else null. */
    public synchronized @Nullable List<QueueSpec> take() {
        boolean tells = news;
        news = false;
        return tells ? declared.queues() : null;
    }

    /** Why no pod of a queue starts, or it is not declared, in words, by its name. */
    public synchronized Map<String, String> closed() {
        return declared.closed();
    }

    /** In which queue {@code pod} is. */
    public synchronized QueuePlace of(Pod pod) {
        String namespace = pod.meta().key().namespace();
        QueueConvention by = convention;
        if (by == null || !declared.any()) {
            return new QueuePlace(namespace, "");
        }
        String place = place(pod, by);
        if (place.isEmpty()) {
            return new QueuePlace(namespace, by.nowhere(pod));
        }
        String queue = declared.places().getOrDefault(place, place);
        String why = declared.closed().getOrDefault(place, declared.closed().getOrDefault(queue, ""));
        if (why.isEmpty() && !declared.places().containsKey(place)) {
            why = by.unknown(place);
        }
        return new QueuePlace(queue, why.isEmpty() ? shut(queue, namespace) : why);
    }

    private String place(Pod pod, QueueConvention by) {
        String named = by.named(pod);
        if (!named.isEmpty()) {
            return named;
        }
        String bearer = by.bearer(pod);
        if (!bearer.isEmpty()) {
            String uid = pod.meta().uid();
            asking.computeIfAbsent(bearer, _ -> new HashSet<>()).add(uid);
            askedBy.put(uid, bearer);
            String said = borne.getOrDefault(bearer, "");
            if (!said.isEmpty() || by.awaitsBearer() && !borne.containsKey(bearer)) {
                return said;
            }
        }
        return by.fallback(pod, namespaces.getOrDefault(pod.meta().key().namespace(), Map.of()), names::contains);
    }

    /** Why pods of {@code namespace} may not be in {@code queue}; empty where they may. */
    private String shut(String queue, String namespace) {
        DeclaredQueues.Door door = declared.doors().get(queue);
        Map<String, String> labels = namespaces.getOrDefault(namespace, Map.of());
        boolean may = door == null
                || door.namespaces().stream().allMatch(requirement -> requirement.holds(labels.get(requirement.key())));
        return may ? "" : "pods of namespace " + namespace + " may not be in queue " + queue + " (namespaceSelector)";
    }

    /** {@code job}, which {@code pod} is that waits, in its queue, and where the flavors of that are. */
    public synchronized JobSpec asked(JobSpec job, Pod pod) {
        String queue = of(pod).queue();
        DeclaredQueues.Door door = declared.doors().get(queue);
        JobSpec there = queue.equals(job.queue()) ? job : job.withQueue(queue);
        return door == null || door.flavors().isEmpty()
                ? there
                : there.withEach(group -> group.withDemand(group.demand().where(where(group.demand(), door, pod))));
    }

    private static NodeTerms where(Demand demand, DeclaredQueues.Door door, Pod pod) {
        Set<String> asks = pod.spec().needs().resources();
        List<NodeSelectorTerm> selector = demand.where().selector();
        List<Toleration> tolerations = new ArrayList<>(demand.where().tolerations());
        for (DeclaredQueues.Flavors flavors : door.flavors()) {
            if (flavors.resources().stream().anyMatch(asks::contains)) {
                selector = Alternatives.and(selector, flavors.nodes());
                tolerations.addAll(flavors.tolerations());
            }
        }
        return new NodeTerms(demand.where().labels(), tolerations, selector);
    }

    /** A pod is gone. */
    public synchronized void drop(String uid) {
        String bearer = askedBy.remove(uid);
        Set<String> pods = bearer == null ? null : asking.get(bearer);
        if (pods != null) {
            pods.remove(uid);
            if (pods.isEmpty()) {
                asking.remove(bearer);
                if (gone.remove(bearer)) {
                    borne.remove(bearer);
                }
            }
        }
    }

    /** A namespace came, or is otherwise. */
    public void put(Namespace namespace) {
        Meta meta = namespace.meta();
        Map<String, String> said = new TreeMap<>(meta.annotations());
        said.putAll(meta.labels());
        boolean others;
        synchronized (this) {
            others = !said.equals(namespaces.put(meta.name(), said)) && convention != null && declared.any();
        }
        if (others) {
            touchAll.run();
        }
    }

    /** What tells of objects of a kind that say something of queues. */
    public Sink<JsonObject> sink(QueueKind kind) {
        return new Sink<>() {
            @Override
            public void all(List<JsonObject> all) {
                change(() -> objects.all(kind.kind(), all));
            }

            @Override
            public void put(JsonObject object) {
                change(() -> objects.put(kind.kind(), object));
            }

            @Override
            public void remove(JsonObject object) {
                change(() -> objects.remove(kind.kind(), object));
            }
        };
    }

    /** Thousands of objects may change one after another: what follows is found once, when somebody asks for it. */
    private void change(Runnable change) {
        synchronized (this) {
            change.run();
            stale = true;
        }
        touch.accept(List.of());
    }

    /** Makes the queues of the objects as they are now; has pods looked at where they are in others then. Before pods are looked at. */
    public void settle() {
        boolean placed;
        List<String> lines;
        synchronized (this) {
            QueueConvention by = convention;
            if (!stale || by == null) {
                return;
            }
            stale = false;
            DeclaredQueues before = declared;
            declared = by.read(objects);
            names = declared.names();
            placed = !declared.placesAs(before);
            news |= !declared.queues().equals(before.queues());
            lines = declared.notes().stream()
                    .filter(line -> !noted.contains(line))
                    .toList();
            noted = Set.copyOf(declared.notes());
        }
        lines.forEach(line -> notes.accept("queues: " + line));
        if (placed) {
            touchAll.run();
        }
    }

    /** The queues that there are. */
    public synchronized DeclaredQueues declared() {
        return declared;
    }

    /** What tells of objects that say in which queue pods are. */
    public <T extends KubeObject> Sink<T> sink(Bearing<T> bearing) {
        return new Sink<>() {
            @Override
            public void all(List<T> all) {
                Set<String> pods = new HashSet<>();
                synchronized (ClusterQueues.this) {
                    Set<String> absent = new HashSet<>(borne.keySet());
                    all.forEach(object -> {
                        absent.remove(bearing.key().apply(object));
                        pods.addAll(bears(bearing, object));
                    });
                    absent.forEach(ClusterQueues.this::leaves);
                }
                touch.accept(pods);
            }

            @Override
            public void put(T object) {
                Set<String> pods;
                synchronized (ClusterQueues.this) {
                    pods = bears(bearing, object);
                }
                touch.accept(pods);
            }

            @Override
            public void remove(T object) {
                synchronized (ClusterQueues.this) {
                    leaves(bearing.key().apply(object));
                }
            }
        };
    }

    /** An object goes before the pods that it made: they stay where they are. */
    private void leaves(String bearer) {
        if (asking.containsKey(bearer)) {
            gone.add(bearer);
        } else {
            borne.remove(bearer);
        }
    }

    /** The pods to which it says something that they did not know. */
    private <T extends KubeObject> Set<String> bears(Bearing<T> bearing, T object) {
        String key = bearing.key().apply(object);
        String place = bearing.place().apply(object);
        gone.remove(key);
        return place.equals(borne.put(key, place)) ? Set.of() : Set.copyOf(asking.getOrDefault(key, Set.of()));
    }
}
