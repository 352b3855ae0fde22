package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;

/** Answers of probes, the oldest first. An answer of a server replaces its answer before. */
final class ProbePool {
    private static final int NOWHERE = -1;

    private final Probe[] probes;
    private int count;
    private boolean oldestNext;

    /** One answer. */
    private static final class Probe {
        private int server;
        private int requests;
        private long latencyNanos;
        private long atNanos;
        private double usesLeft;
    }

    ProbePool(int size) {
        probes = new Probe[size];
        for (int i = 0; i < size; i++) {
            probes[i] = new Probe();
        }
    }

    int count() {
        return count;
    }

    /**
     * @param uses how often it may be used
     */
    void add(int server, int requests, long latencyNanos, double uses, long nowNanos) {
        forget(server);
        if (count == probes.length) {
            remove(0);
        }
        Probe probe = probes[count++];
        probe.server = server;
        probe.requests = requests;
        probe.latencyNanos = latencyNanos;
        probe.atNanos = nowNanos;
        probe.usesLeft = uses;
    }

    /** Removes those from before {@code nanos}. */
    void expire(long nanos) {
        while (count > 0 && probes[0].atNanos < nanos) {
            remove(0);
        }
    }

    void forget(int server) {
        for (int i = count - 1; i >= 0; i--) {
            if (probes[i].server == server) {
                remove(i);
            }
        }
    }

    /**
     * The server for {@code request}: of those with at most {@code hotAbove} requests the one with the lowest latency; where all have more, the
     * one with the fewest requests; the oldest answer of equals. Its answer counts one request more from now on.
     *
     * @return {@link Fleet#NONE} where fewer than two answers are of servers that take it and have room
     */
    int use(Request request, Fleet fleet, int hotAbove) {
        int best = NOWHERE;
        int usable = 0;
        for (int i = 0; i < count; i++) {
            int server = probes[i].server;
            if (fleet.free(server) && fleet.takes(server, request)) {
                usable++;
                best = best == NOWHERE || better(probes[i], probes[best], hotAbove) ? i : best;
            }
        }
        if (usable < 2) {
            return Fleet.NONE;
        }
        Probe used = probes[best];
        int server = used.server;
        used.requests++;
        used.usesLeft--;
        if (used.usesLeft < 1) {
            remove(best);
        }
        return server;
    }

    /** Removes one, the worst and the oldest in turn. */
    void removeInTurn(int hotAbove) {
        if (count > 0) {
            remove(oldestNext ? 0 : worst(hotAbove));
            oldestNext = !oldestNext;
        }
    }

    private int worst(int hotAbove) {
        int worst = 0;
        for (int i = 1; i < count; i++) {
            worst = better(probes[worst], probes[i], hotAbove) ? i : worst;
        }
        return worst;
    }

    private static boolean better(Probe one, Probe other, int hotAbove) {
        boolean hot = one.requests > hotAbove;
        if (hot != other.requests > hotAbove) {
            return !hot;
        }
        return hot ? one.requests < other.requests : one.latencyNanos < other.latencyNanos;
    }

    private void remove(int place) {
        Probe removed = probes[place];
        count--;
        System.arraycopy(probes, place + 1, probes, place, count - place);
        probes[count] = removed;
    }
}
