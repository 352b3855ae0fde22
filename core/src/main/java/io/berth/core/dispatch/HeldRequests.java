package io.berth.core.dispatch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What waits at the gateway, in the order of its queue; by what a server must have for it, so that a request holds up no server that
 * cannot have it.
 */
final class HeldRequests {
    /** The first ones are asked one by one; further back, where one differs little from the next, an eighth of those before is passed. */
    private static final int ONE_BY_ONE = 64;
    /** So far back is looked: who waits behind so many takes any server. */
    private static final int FURTHEST = 256;

    private static final int ANYBODY = -1;

    private final Fleet fleet;
    private final QueueOrder order;
    private final TreeMap<Kind, TreeMap<Place, Request>> kinds = new TreeMap<>();
    /** By the ids of requests. */
    private final TreeMap<Long, Waiting> waiting = new TreeMap<>();

    /**
     * What servers must have: memory of one of the sizes that there are, the model, and that the tenant may go there, {@link #ANYBODY}
     * where it may go anywhere; and that they are of the subset.
     */
    private record Kind(int size, int model, int tenant, int subset) implements Comparable<Kind> {
        private static final Comparator<Kind> ORDER = Comparator.comparingInt(Kind::size)
                .thenComparingInt(Kind::model)
                .thenComparingInt(Kind::tenant)
                .thenComparingInt(Kind::subset);

        @Override
        public int compareTo(Kind other) {
            return ORDER.compare(this, other);
        }
    }

    /** A place in the queue: equal keys as they came. */
    private record Place(long key, long turn) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return key == other.key ? Long.compare(turn, other.turn) : Long.compare(key, other.key);
        }
    }

    private record Waiting(Request request, Place place, Kind kind) {}

    /** Whether a request that has so many before it takes what is free. */
    interface Wish {
        boolean takes(Request request, int ahead);
    }

    /** Those of one kind, from the first on. */
    private static final class Line {
        private final Iterator<Map.Entry<Place, Request>> rest;
        private Map.@Nullable Entry<Place, Request> next;

        Line(Iterator<Map.Entry<Place, Request>> rest) {
            this.rest = rest;
            advance();
        }

        void advance() {
            next = rest.hasNext() ? rest.next() : null;
        }
    }

    HeldRequests(Fleet fleet, QueueOrder order) {
        this.fleet = fleet;
        this.order = order;
    }

    int size() {
        return waiting.size();
    }

    /** @param request one that some server is large enough for */
    void add(Request request, long turn) {
        add(request, new Place(order.key(request), turn));
    }

    /** Adds {@code request} before all that are as urgent as it. */
    void addFirst(Request request, long turn) {
        long key = order.key(request);
        Place first = new Place(key, turn);
        for (TreeMap<Place, Request> kind : kinds.values()) {
            for (Map.Entry<Place, Request> other : kind.headMap(first).entrySet()) {
                if (other.getValue().priority() == request.priority()) {
                    first = new Place(other.getKey().key, StrictMath.min(turn, other.getKey().turn - 1));
                    break;
                }
            }
        }
        add(request, first);
    }

    /** The first in the queue that {@code server} can have and that takes it; null for none. */
    @Nullable
    Request first(int server, Wish wish) {
        List<Line> lines = new ArrayList<>(1);
        for (TreeMap<Place, Request> kind : kinds.headMap(
                        new Kind(fleet.memorySize(server) + 1, Integer.MIN_VALUE, ANYBODY, Need.ANY_SERVER))
                .values()) {
            if (fleet.serves(server, kind.firstEntry().getValue())) {
                lines.add(new Line(kind.entrySet().iterator()));
            }
        }
        int asked = 0;
        for (int ahead = 0; ahead < FURTHEST; ahead++) {
            Line first = first(lines);
            if (first == null || first.next == null) {
                return null;
            }
            Request request = first.next.getValue();
            if (ahead == asked) {
                if (wish.takes(request, ahead)) {
                    return request;
                }
                asked += ahead < ONE_BY_ONE ? 1 : 1 + ahead / 8;
            }
            first.advance();
        }
        return null;
    }

    /** The first {@code most} of all, whichever servers can have them. */
    List<Request> first(int most) {
        List<Line> lines = new ArrayList<>(kinds.size());
        kinds.values().forEach(kind -> lines.add(new Line(kind.entrySet().iterator())));
        List<Request> firsts = new ArrayList<>(StrictMath.min(most, size()));
        Line first = first(lines);
        while (firsts.size() < most && first != null && first.next != null) {
            firsts.add(first.next.getValue());
            first.advance();
            first = first(lines);
        }
        return firsts;
    }

    /** The place of the first of all, which there must be. */
    long firstKey() {
        Place first = null;
        for (TreeMap<Place, Request> kind : kinds.values()) {
            first = first == null || kind.firstKey().compareTo(first) < 0 ? kind.firstKey() : first;
        }
        if (first == null) {
            throw new IllegalStateException("No request waits.");
        }
        return first.key;
    }

    /** Takes {@code request} out, which must be here. */
    void remove(Request request) {
        Waiting leaves = waiting.remove(request.id());
        if (leaves == null) {
            throw new IllegalStateException("Request " + request.id() + " does not wait here.");
        }
        TreeMap<Place, Request> alike = kinds.get(leaves.kind);
        if (alike != null) {
            alike.remove(leaves.place);
            if (alike.isEmpty()) {
                kinds.remove(leaves.kind);
            }
        }
    }

    /** Takes out all of which {@code keeps} is not true, which is asked for one of each kind; in their order. */
    List<Request> takeUnless(Predicate<Request> keeps) {
        TreeMap<Place, Request> taken = new TreeMap<>();
        for (TreeMap<Place, Request> kind : kinds.values()) {
            if (!keeps.test(kind.firstEntry().getValue())) {
                taken.putAll(kind);
            }
        }
        List<Request> out = new ArrayList<>(taken.values());
        out.forEach(this::remove);
        return out;
    }

    /** The sizes of the servers are others than before; returns those that no server is large enough for, which leave, in their order. */
    List<Request> reshape() {
        List<Waiting> before = new ArrayList<>(waiting.values());
        kinds.clear();
        waiting.clear();
        TreeMap<Place, Request> tooLarge = new TreeMap<>();
        for (Waiting each : before) {
            if (fleet.firstRank(each.request) == fleet.members()) {
                tooLarge.put(each.place, each.request);
            } else {
                add(each.request, each.place);
            }
        }
        return new ArrayList<>(tooLarge.values());
    }

    private void add(Request request, Place place) {
        Kind kind = kind(request);
        waiting.put(request.id(), new Waiting(request, place, kind));
        kinds.computeIfAbsent(kind, _ -> new TreeMap<>()).put(place, request);
    }

    private static @Nullable Line first(List<Line> lines) {
        Line first = null;
        for (Line line : lines) {
            boolean before = line.next != null
                    && (first == null
                            || first.next == null
                            || line.next.getKey().compareTo(first.next.getKey()) < 0);
            first = before ? line : first;
        }
        return first;
    }

    private Kind kind(Request request) {
        int tenant = fleet.confined(request.tenant()) ? request.tenant() : ANYBODY;
        int size = fleet.memorySize(fleet.byMemory(fleet.firstRank(request)));
        return new Kind(size, request.model(), tenant, request.need().subset());
    }
}
