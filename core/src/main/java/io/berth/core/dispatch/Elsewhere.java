package io.berth.core.dispatch;

import java.util.Arrays;

/** What other gateways have at the servers of a fleet, as they said last. */
final class Elsewhere {
    private int[] requests = {};
    private long[] workNanos = {};
    private int gateways = 1;

    void grow(int size) {
        requests = Arrays.copyOf(requests, size);
        workNanos = Arrays.copyOf(workNanos, size);
    }

    void set(int server, int there, long work) {
        requests[server] = there;
        workNanos[server] = work;
    }

    int requests(int server) {
        return requests[server];
    }

    /** Their work, at speed 1. */
    long workNanos(int server) {
        return workNanos[server];
    }

    /** So many gateways are before the servers, this one among them. */
    void gateways(int count) {
        gateways = count;
    }

    int gateways() {
        return gateways;
    }

    /** What one of the gateways has in any case of {@code most} requests at a server: else one that is asked much could starve others. */
    double part(double most) {
        return gateways == 1 ? most : StrictMath.ceil(most / gateways);
    }
}
