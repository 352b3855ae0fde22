package io.berth.core.dispatch.combination;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import java.util.List;

/** A balancer made of several, each of which is told all that happens. */
abstract class Several implements Balancer {
    private final List<Balancer> parts;

    Several(List<? extends Balancer> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public final void begin(Fleet fleet) {
        parts.forEach(part -> part.begin(fleet));
    }

    @Override
    public final void sent(int server, Request request, long nowNanos) {
        for (int part = 0; part < parts.size(); part++) {
            parts.get(part).sent(server, request, nowNanos);
        }
    }

    @Override
    public final void left(int server, Request request, long workNanos, long nowNanos) {
        for (int part = 0; part < parts.size(); part++) {
            parts.get(part).left(server, request, workNanos, nowNanos);
        }
    }

    @Override
    public final void reported(int server, int running, int waiting, long nowNanos) {
        for (int part = 0; part < parts.size(); part++) {
            parts.get(part).reported(server, running, waiting, nowNanos);
        }
    }

    @Override
    public final void faded(int server, double share) {
        for (int part = 0; part < parts.size(); part++) {
            parts.get(part).faded(server, share);
        }
    }

    @Override
    public final void joined(int server) {
        parts.forEach(part -> part.joined(server));
    }
}
