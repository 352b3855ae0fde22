package io.berth.kube.mirror;

import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.image.Images;
import io.berth.core.cluster.image.NodeSet;
import io.berth.kube.object.Node;
import io.berth.kube.object.NodeImage;
import io.berth.kube.object.Pod;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes hold which images, and which of them pods that wait ask for: only of those does a change matter. Within the lock of its
 * mirror, from any thread.
 */
public final class NodeImages {
    private final Mirror lock;
    private final Predicate<String> waits;
    private final Map<String, Held> images = new HashMap<>();
    private final Map<String, Row> nodes = new HashMap<>();
    /** The names of nodes by the numbers that they have here, as far as those are taken. */
    private final List<String> names = new ArrayList<>();

    private final BitSet taken = new BitSet();

    /** What pods that wait ask for, by UID. */
    private final Map<String, List<String>> asking = new HashMap<>();

    /** How many of them ask for each. */
    private final Map<String, Integer> asked = new HashMap<>();

    /** Of those, what changed since somebody looked. */
    private final Set<String> changed = new HashSet<>();

    /** Images of which somebody was told, and nothing changed since; whether anybody asks for them or not. */
    private final Set<String> told = new HashSet<>();

    private boolean followed;

    /** An image that some node holds. */
    private static final class Held {
        final String name;
        /** As the first node has it that told of it, as kube-scheduler does (pkg/scheduler/backend/cache/cache.go, addNodeImageStates). */
        final long bytes;

        final BitSet nodes = new BitSet();
        int count;

        Held(String name, long bytes) {
            this.name = name;
            this.bytes = bytes;
        }
    }

    /** A node, and what it holds. */
    private record Row(int number, List<Held> held) {}

    /** @param waits true for the UIDs of pods that wait; within the lock */
    NodeImages(Mirror lock, Predicate<String> waits) {
        this.lock = lock;
        this.waits = waits;
    }

    /** Has it listen; before anything is told. */
    public void follow() {
        synchronized (lock) {
            followed = true;
        }
    }

    /** True where it listens. */
    public boolean followed() {
        synchronized (lock) {
            return followed;
        }
    }

    /** True where images tell nodes apart for {@code pod}: some of those that it starts from are on some nodes only, and are large enough to count. */
    public boolean matterTo(Pod pod) {
        synchronized (lock) {
            long bytes = 0;
            boolean differ = false;
            for (String name :
                    images.isEmpty() ? List.<String>of() : pod.spec().needs().images()) {
                Held held = images.get(name);
                if (held != null) {
                    bytes = Math.max(bytes, bytes + worth(held));
                    differ |= held.count < nodes.size();
                }
            }
            return differ && bytes > Images.LEAST_BYTES;
        }
    }

    /** What becomes of the images of {@code pod} matters while it waits; those of which nobody was told yet how they are. */
    public List<String> follow(Pod pod) {
        String uid = pod.meta().uid();
        List<String> wanted = pod.spec().needs().images();
        synchronized (lock) {
            if (waits.test(uid) && !wanted.equals(asking.get(uid))) {
                waitsNoMore(uid);
                asking.put(uid, wanted);
                wanted.forEach(name -> asked.merge(name, 1, Integer::sum));
            }
            return told.containsAll(wanted)
                    ? List.of()
                    : wanted.stream().filter(name -> !told.contains(name)).toList();
        }
    }

    /** Whoever was told who holds {@code image} knows it no more. */
    public void forgotten(String image) {
        synchronized (lock) {
            told.remove(image);
        }
    }

    /** True where a pod that waits asks for {@code image}. */
    public boolean asked(String image) {
        synchronized (lock) {
            return asked.containsKey(image);
        }
    }

    /** The images that pods ask for and of which something changed since the last call. */
    public List<String> take() {
        synchronized (lock) {
            List<String> taken = changed.stream().sorted().toList();
            changed.clear();
            return taken;
        }
    }

    /**
     * Who holds {@code image}; null for nobody.
     *
     * @param number of a node of a name; -1 for one that is not known yet: then the image comes up again with the next that is told
     */
    public @Nullable ImageHolders holders(String image, ToIntFunction<String> number) {
        synchronized (lock) {
            Held held = images.get(image);
            told.add(image);
            if (held == null) {
                return null;
            }
            int[] numbers = held.nodes.stream()
                    .map(node -> number.applyAsInt(names.get(node)))
                    .filter(known -> known >= 0)
                    .toArray();
            if (numbers.length < held.count) {
                changes(image);
            }
            return new ImageHolders(worth(held), NodeSet.of(numbers));
        }
    }

    /** Its size times the share of nodes that hold it (image_locality.go, scaledImageScore). */
    private long worth(Held held) {
        return (long) (held.bytes * ((double) held.count / nodes.size()));
    }

    /** {@code node} is there, and holds what it says. */
    void keep(Node node) {
        String name = node.meta().name();
        Row row = followed ? nodes.get(name) : null;
        if (!followed || row != null && same(row.held, node.images())) {
            return;
        }
        Set<Held> before = row == null ? Set.of() : Set.copyOf(row.held);
        int number = row == null ? enter(name) : row.number;
        LinkedHashSet<Held> now = new LinkedHashSet<>();
        for (NodeImage image : node.images()) {
            Held held = images.computeIfAbsent(image.name(), _ -> new Held(image.name(), image.bytes()));
            if (now.add(held) && !before.contains(held)) {
                held.nodes.set(number);
                held.count++;
                changes(held.name);
            }
        }
        before.stream().filter(held -> !now.contains(held)).forEach(held -> leaves(held, number));
        nodes.put(name, new Row(number, List.copyOf(now)));
        if (row == null) {
            sharesMoved();
        }
    }

    /** True where nothing came or went: a kubelet that says the same says it in the same order. */
    private static boolean same(List<Held> held, List<NodeImage> said) {
        boolean same = held.size() == said.size();
        for (int i = 0; same && i < held.size(); i++) {
            same = held.get(i).name.equals(said.get(i).name());
        }
        return same;
    }

    private int enter(String name) {
        int number = taken.nextClearBit(0);
        taken.set(number);
        if (number == names.size()) {
            names.add(name);
        } else {
            names.set(number, name);
        }
        return number;
    }

    private void leaves(Held held, int number) {
        held.nodes.clear(number);
        held.count--;
        if (held.count == 0) {
            images.remove(held.name);
        }
        changes(held.name);
    }

    /** The node {@code name} is gone. */
    void drop(String name) {
        Row row = nodes.remove(name);
        if (row != null) {
            row.held.forEach(held -> leaves(held, row.number));
            taken.clear(row.number);
            sharesMoved();
        }
    }

    /** The pod of {@code uid} waits no more. */
    void waitsNoMore(String uid) {
        List<String> before = asking.remove(uid);
        if (before != null) {
            for (String name : before) {
                if (asked.merge(name, -1, Integer::sum) == 0) {
                    asked.remove(name);
                    changed.remove(name);
                }
            }
        }
    }

    private void changes(String image) {
        told.remove(image);
        if (asked.containsKey(image)) {
            changed.add(image);
        }
    }

    /** A node more or less is another share of all. */
    private void sharesMoved() {
        told.clear();
        changed.addAll(asked.keySet());
    }
}
