package io.berth.core.reserve;

import io.berth.core.cluster.NodeTable;
import io.berth.core.queue.QueueTree;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The reservations that there are, by name. */
public final class Reservations {
    private final TreeMap<String, NodeReservation> byName = new TreeMap<>();
    private long version;

    /** From now on {@code name} is {@code reservation}; null for none. */
    public void set(String name, @Nullable NodeReservation reservation) {
        if (reservation == null) {
            byName.remove(name);
        } else {
            byName.put(name, reservation);
        }
        version++;
    }

    /** True where there is one, be it over. */
    public boolean any() {
        return !byName.isEmpty();
    }

    /** True where one stops what others run on its nodes. */
    public boolean stops() {
        return byName.values().stream().anyMatch(NodeReservation::stops);
    }

    /** By name. */
    public SortedMap<String, NodeReservation> all() {
        return Collections.unmodifiableSortedMap(byName);
    }

    /** Rises with each change. */
    public long version() {
        return version;
    }

    /** The next begin or end after {@code at}; {@link Nanos#NEVER} where nothing comes. */
    public long nextChange(long at) {
        long next = Nanos.NEVER;
        for (NodeReservation one : byName.values()) {
            next = StrictMath.min(next, one.time().nextChange(at));
        }
        return next;
    }

    /** True where jobs of {@code queue} may be on the nodes of {@code reservation} meanwhile. */
    public static boolean admits(NodeReservation reservation, String queue, QueueTree tree) {
        return tree.among(queue, reservation.queues());
    }

    /** The numbers of the nodes of {@code reservation}, ascending: of those by labels the lowest, be they lost or not. */
    public static List<Integer> nodes(NodeReservation reservation, NodeTable table) {
        ReservedNodes set = reservation.nodes();
        TreeSet<String> names = new TreeSet<>(set.names());
        List<Integer> nodes = new ArrayList<>();
        int labelled = 0;
        for (int node = 0; node < table.count(); node++) {
            if (!table.known(node)) {
                continue;
            }
            boolean counts = set.labelled(table.spec(node)) && (set.count() == 0 || labelled < set.count());
            labelled += counts ? 1 : 0;
            if (counts || names.contains(table.spec(node).name())) {
                nodes.add(node);
            }
        }
        return nodes;
    }
}
