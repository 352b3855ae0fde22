package io.berth.gateway.system;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Picks the first server that takes a request, and keeps what it hears of it. */
final class Recorder implements Balancer {
    final List<Request> asked = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> left = new LinkedBlockingQueue<>();

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        asked.add(request);
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.takes(server, request)) {
                return server;
            }
        }
        return Fleet.NONE;
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        left.add(server + (workNanos == NO_ANSWER ? " came to nothing" : " answered " + workNanos));
    }

    String next() throws InterruptedException {
        String next = left.poll(20, TimeUnit.SECONDS);
        return next == null ? "nothing in time" : next;
    }
}
