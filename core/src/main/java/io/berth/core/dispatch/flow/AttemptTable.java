package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.evict.Evictions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The attempts under way: those that wait, and by server those that have a slot. Of the latter {@link Evictions} know. */
final class AttemptTable {
    private final Map<Long, Attempt> waiting = new LinkedHashMap<>();
    /** By server: attempts that have a slot, by the id of their request. */
    private final List<TreeMap<Long, Attempt>> running = new ArrayList<>();

    private final @Nullable Evictions evictions;

    /** @param evictions told of those that have a slot; null for nobody */
    AttemptTable(@Nullable Evictions evictions) {
        this.evictions = evictions;
    }

    /** Makes room for {@code servers}. */
    void grow(int servers) {
        while (running.size() < servers) {
            running.add(new TreeMap<>());
        }
    }

    void add(Attempt attempt) {
        waiting.put(attempt.request().id(), attempt);
    }

    /** The attempt of {@code request}, which waits, gets a slot. */
    Attempt start(Request request, int server, long nowNanos) {
        Attempt attempt = takeWaiting(request);
        attempt.start(server, nowNanos);
        running.get(server).put(request.id(), attempt);
        // Others may wait for the result of one that leads.
        if (evictions != null && !attempt.leads()) {
            evictions.started(server, request, attempt.passage().evictions(), nowNanos);
        }
        return attempt;
    }

    /** Takes {@code attempt} out. */
    void remove(Attempt attempt) {
        if (attempt.started()) {
            takeRunning(attempt.server(), attempt.request());
        } else {
            waiting.remove(attempt.request().id());
        }
    }

    /** Takes out the attempt of {@code request}, which waits. */
    Attempt takeWaiting(Request request) {
        Attempt attempt = waiting.remove(request.id());
        if (attempt == null) {
            throw new IllegalStateException("Request " + request.id() + " does not wait.");
        }
        return attempt;
    }

    /** The attempt of {@code request} that has a slot of {@code server}; null where there is none. */
    @Nullable
    Attempt running(int server, Request request) {
        return running.get(server).get(request.id());
    }

    /** Takes it out. */
    @Nullable
    Attempt takeRunning(int server, Request request) {
        if (evictions != null) {
            evictions.left(server, request);
        }
        return running.get(server).remove(request.id());
    }

    /** Takes out all that have a slot of {@code server}, by id. */
    List<Attempt> takeRunning(int server) {
        List<Attempt> taken = new ArrayList<>(running.get(server).values());
        running.get(server).clear();
        if (evictions != null) {
            for (Attempt attempt : taken) {
                evictions.left(server, attempt.request());
                evictions.confirmed(server, attempt.request());
            }
        }
        return taken;
    }
}
