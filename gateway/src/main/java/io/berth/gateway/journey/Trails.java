package io.berth.gateway.journey;

import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Begins trails, and says who hears of them. For any thread. */
public final class Trails {
    /** Nobody listens. */
    public static final Trails NONE = new Trails(List.of(), new Wishes(false, Explain.NEVER, Wishes.UNTRACED), _ -> "");

    private final List<JourneyListener> listeners;
    private final Wishes wishes;
    private final IntFunction<String> names;

    /** Who is told in an answer why its server was chosen. */
    public enum Explain {
        NEVER,
        /** Who asks for it. */
        ASKED,
        ALWAYS
    }

    /**
     * What is wanted to be known.
     *
     * @param all whether listeners want each choice compared with all servers
     * @param explain whether clients are told
     * @param sample the share of requests that are traced, 0 to 1; {@link #UNTRACED}
     */
    public record Wishes(boolean all, Explain explain, double sample) {
        /** Traces are those of clients and servers alone. */
        public static final double UNTRACED = -1;
    }

    /** @param names of servers, by number */
    public Trails(List<JourneyListener> listeners, Wishes wishes, IntFunction<String> names) {
        this.listeners = List.copyOf(listeners);
        this.wishes = wishes;
        this.names = names;
    }

    /** Whether anybody wants to know anything. */
    public boolean wanted() {
        return !listeners.isEmpty() || wishes.explain != Explain.NEVER || wishes.sample >= 0;
    }

    /**
     * A request begins.
     *
     * @param asks whether the client asks why
     * @param traceparent its header of that name
     */
    public Trail begin(String method, String uri, boolean asks, @Nullable String traceparent) {
        boolean told = wishes.explain == Explain.ALWAYS || wishes.explain == Explain.ASKED && asks;
        if (listeners.isEmpty() && !told && wishes.sample < 0) {
            return Trail.NONE;
        }
        int query = uri.indexOf('?');
        TraceContext trace = wishes.sample < 0 ? null : TraceContext.of(traceparent, wishes.sample);
        return new LiveTrail(this, method, query < 0 ? uri : uri.substring(0, query), told, trace);
    }

    boolean all() {
        return wishes.all;
    }

    String name(int server) {
        return names.apply(server);
    }

    String line(Decision decision) {
        return decision.line(names);
    }

    void asked(long number, Journey.Want want) {
        long now = System.nanoTime();
        for (int i = 0; i < listeners.size(); i++) {
            listeners.get(i).asked(number, want, now);
        }
    }

    void sent(long number, int server, long nowNanos) {
        for (int i = 0; i < listeners.size(); i++) {
            listeners.get(i).sent(number, server, nowNanos);
        }
    }

    void tell(Journey journey) {
        for (int i = 0; i < listeners.size(); i++) {
            listeners.get(i).ended(journey);
        }
    }
}
