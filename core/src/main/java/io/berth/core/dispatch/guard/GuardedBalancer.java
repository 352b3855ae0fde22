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
    public boolean suits(int server, Request request, int ahead, long nowNanos) {
        try {
            return balancer.suits(server, request, ahead, nowNanos);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw guard.threw(e);
        }
    }

    @Override
    public void begin(Fleet fleet) {
        guard.told(() -> balancer.begin(fleet));
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        guard.told(() -> balancer.sent(server, request, nowNanos));
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        guard.told(() -> balancer.left(server, request, workNanos, nowNanos));
    }

    @Override
    public void reported(int server, int running, int waiting, long nowNanos) {
        guard.told(() -> balancer.reported(server, running, waiting, nowNanos));
    }

    @Override
    public void explain(int server, Request request, Fleet fleet, long nowNanos, Candidate into) {
        guard.told(() -> balancer.explain(server, request, fleet, nowNanos, into));
    }

    @Override
    public void faded(int server, double share) {
        guard.told(() -> balancer.faded(server, share));
    }

    @Override
    public void joined(int server) {
        guard.told(() -> balancer.joined(server));
    }
}
