package io.berth.core.dispatch.guard;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Candidate;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/** A balancer of a plugin that picks a server which takes the request, or none. */
public record GuardedBalancer(Balancer balancer, DispatchGuard guard) implements Balancer {
    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        int server;
        try {
            server = balancer.pick(request, fleet, nowNanos, chance);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw guard.threw(e);
        }
        if (server != Fleet.NONE && (server < 0 || server >= fleet.size() || !fleet.takes(server, request))) {
            throw guard.failed("picked server " + server + " of " + fleet.size() + ", which does not take the request");
        }
        return server;
    }

    @Override
    public void explain(int server, Request request, Fleet fleet, long nowNanos, Candidate into) {
        told(() -> balancer.explain(server, request, fleet, nowNanos, into));
    }

    @Override
    public void begin(Fleet fleet) {
        told(() -> balancer.begin(fleet));
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        told(() -> balancer.sent(server, request, nowNanos));
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        told(() -> balancer.left(server, request, workNanos, nowNanos));
    }

    @Override
    public void reported(int server, int running, int waiting, long nowNanos) {
        told(() -> balancer.reported(server, running, waiting, nowNanos));
    }

    @Override
    public void joined(int server) {
        told(() -> balancer.joined(server));
    }

    private void told(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw guard.threw(e);
        }
    }
}
