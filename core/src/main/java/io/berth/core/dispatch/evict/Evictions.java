package io.berth.core.dispatch.evict;

import io.berth.core.dispatch.Evict;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which sheddable request is ended for one that waits, and how many at a time.
 *
 * <p>Goals: urgent requests wait little, and little work is lost. Constraints: one that streams is not ended unless that is allowed, none
 * more often than {@link Evict#most}. Algorithm: of those that run where the waiting one would take the slot, the one that has done least,
 * in requests of its server; one that has said nothing yet before one that streams. For each waiting request one is ended at a time. How
 * many are under way altogether is a window that grows by one with each end that is confirmed, and is one again after an end that nobody
 * has confirmed: where a server does not stop what it is told to stop, no more is ended there for a while.
 *
 * <p>Source: classes that are shed first, the Gateway API inference extension; the window is the slow start of TCP, Jacobson 1988.
 */
public final class Evictions {
    private static final int WIDEST = 64;
    /** So many servers are looked at for one request, those first that lose least. */
    private static final int MOST_SERVERS = 8;
    /** A server that did not stop a request is told to stop none for so long. */
    private static final long DEAF_NANOS = Nanos.MINUTE;

    private static final Comparator<Victim> LEAST_LOST = Comparator.comparing(Victim::streams)
            .thenComparingDouble(Victim::lost)
            .thenComparingLong(victim -> victim.request().id());

    private final Evict spec;
    /** By server, and by the ids of requests: the sheddable ones that run and may be ended. */
    private final TreeMap<Integer, TreeMap<Long, Running>> running = new TreeMap<>();
    /** By the ids of requests that are being ended: for whom. */
    private final TreeMap<Long, Long> under = new TreeMap<>();
    /** By server: until when it is told to stop none. */
    private final TreeMap<Integer, Long> deaf = new TreeMap<>();

    private int window = 1;

    private record Running(Request request, long startedNanos) {}

    /** What the choice needs to know of servers. */
    public interface Sight {
        /** Whether the waiting request would take the slot of {@code request} at {@code server}. */
        boolean suits(int server, Request request);

        /** Whether the client of {@code request} has begun to hear its answer. */
        boolean streams(int server, Request request);

        /** How long {@code server} takes for a request. */
        long paceNanos(int server);
    }

    /**
     * One that could be ended.
     *
     * @param lost the work that it has done, in requests
     */
    public record Victim(int server, Request request, boolean streams, double lost) {}

    /** Of requests as {@code spec} says. */
    public Evictions(Evict spec) {
        this.spec = spec;
    }

    /** Whether {@code request} is one that room is made for. */
    public boolean urgent(Request request) {
        return request.priority() >= spec.below();
    }

    /** Whether none runs that could be ended, or as many are being ended as may. */
    public boolean idle() {
        return running.isEmpty() || under.size() >= window;
    }

    /**
     * {@code request} runs at {@code server}.
     *
     * @param times how often it was ended before
     */
    public void started(int server, Request request, int times, long nowNanos) {
        if (!urgent(request) && times < spec.most()) {
            running.computeIfAbsent(server, _ -> new TreeMap<>()).put(request.id(), new Running(request, nowNanos));
        }
    }

    /** {@code request} runs at {@code server} no more. */
    public void left(int server, Request request) {
        TreeMap<Long, Running> there = running.get(server);
        if (there != null && there.remove(request.id()) != null && there.isEmpty()) {
            running.remove(server);
        }
    }

    /** When a request that waits is worth an eviction. */
    public long worthNanos(Request waiting) {
        return Nanos.after(waiting.arrivedNanos(), spec.afterNanos());
    }

    /** Whether one is being ended for {@code waiting}. */
    public boolean under(Request waiting) {
        return under.containsValue(waiting.id());
    }

    /** The one to end for a request that waits; null for none. It runs no more, as far as this is asked. */
    public @Nullable Victim take(Request waiting, Sight sight, long nowNanos) {
        List<Victim> best = new ArrayList<>();
        for (Map.Entry<Integer, TreeMap<Long, Running>> there : running.entrySet()) {
            if (deaf.getOrDefault(there.getKey(), Long.MIN_VALUE) <= nowNanos) {
                Victim least = least(there.getKey(), there.getValue(), sight, nowNanos);
                if (least != null) {
                    best.add(least);
                }
            }
        }
        best.sort(LEAST_LOST);
        for (Victim victim : best.subList(0, StrictMath.min(MOST_SERVERS, best.size()))) {
            if (sight.suits(victim.server, victim.request)) {
                left(victim.server, victim.request);
                under.put(victim.request.id(), waiting.id());
                return victim;
            }
        }
        return null;
    }

    private @Nullable Victim least(int server, TreeMap<Long, Running> there, Sight sight, long nowNanos) {
        Victim least = null;
        double pace = StrictMath.max(1.0, (double) sight.paceNanos(server));
        for (Running each : there.values()) {
            boolean streams = sight.streams(server, each.request);
            Victim victim = new Victim(server, each.request, streams, (nowNanos - each.startedNanos) / pace);
            boolean may = !streams || spec.streaming();
            least = may && (least == null || LEAST_LOST.compare(victim, least) < 0) ? victim : least;
        }
        return least;
    }

    /** {@code request} goes on after all, as it has begun to answer: it is not asked again. */
    public void spared(Request request) {
        under.remove(request.id());
    }

    /** {@code request}, which was being ended or not, has ended at {@code server}. */
    public void confirmed(int server, Request request) {
        if (under.remove(request.id()) != null) {
            window = StrictMath.min(WIDEST, window + 1);
        }
        deaf.remove(server);
    }

    /** {@code request} was ended, and nobody has said for long that it was. */
    public void unconfirmed(int server, Request request, long nowNanos) {
        if (under.remove(request.id()) != null) {
            window = 1;
            deaf.put(server, nowNanos + DEAF_NANOS);
        }
    }

    /** {@code server} is another one than before. */
    public void joined(int server) {
        deaf.remove(server);
        running.remove(server);
    }
}
