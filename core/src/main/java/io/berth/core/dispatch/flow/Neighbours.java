package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.Fleet;
import java.util.TreeMap;

/**
 * Other gateways before the same servers: each tells again and again how many requests it has where, and balancers count these as if
 * they were this gateway's own. What one said last counts in full until it is stale, then less and less, and nothing once it is blind: a
 * gateway that is gone has nothing at servers any more. It has no clock and is of one event loop.
 */
public final class Neighbours {
    private final Flow flow;
    private final Fleet fleet;
    private final long staleNanos;
    private final long blindNanos;
    private final TreeMap<String, Told> told = new TreeMap<>();
    private int gateways = 1;

    /**
     * What one has at the servers, by their numbers; a server beyond the end has nothing.
     *
     * @param requests waiting and running
     * @param workNanos what they are expected to be together, at speed 1
     */
    public record Load(int[] requests, long[] workNanos) {
        /** What {@code fleet} has at its servers. */
        public static Load of(Fleet fleet) {
            int[] requests = new int[fleet.size()];
            long[] work = new long[fleet.size()];
            for (int server = 0; server < requests.length; server++) {
                requests[server] = fleet.outstanding(server);
                work[server] = fleet.ownBacklogNanos(server);
            }
            return new Load(requests, work);
        }
    }

    private record Told(Load load, long atNanos) {}

    /**
     * @param staleNanos from which age on less and less of what one said counts
     * @param blindNanos from which age on nothing of it does, longer than {@code staleNanos}
     */
    public Neighbours(Flow flow, Fleet fleet, long staleNanos, long blindNanos) {
        this.flow = flow;
        this.fleet = fleet;
        this.staleNanos = staleNanos;
        this.blindNanos = blindNanos;
    }

    /** {@code gateway} says what it has at the servers. */
    public void heard(String gateway, Load load, long nowNanos) {
        told.put(gateway, new Told(load, nowNanos));
        tick(nowNanos);
    }

    /** Time has passed: what was said long ago counts less. */
    public void tick(long nowNanos) {
        told.values().removeIf(each -> nowNanos - each.atNanos >= blindNanos);
        if (told.isEmpty() && gateways == 1) {
            return;
        }
        double[] requests = new double[fleet.size()];
        double[] work = new double[fleet.size()];
        for (Told each : told.values()) {
            double share = share(nowNanos - each.atNanos);
            for (int server = 0; server < StrictMath.min(requests.length, each.load.requests.length); server++) {
                requests[server] += share * each.load.requests[server];
                work[server] += share * each.load.workNanos[server];
            }
        }
        if (gateways != 1 + told.size()) {
            gateways = 1 + told.size();
            flow.gateways(gateways, nowNanos);
        }
        for (int server = 0; server < requests.length; server++) {
            int now = (int) StrictMath.round(requests[server]);
            if (fleet.present(server) && (now != fleet.elsewhere(server) || now > 0)) {
                flow.elsewhere(server, now, (long) work[server], nowNanos);
            }
        }
    }

    /** How many there are that said something lately. */
    public int count() {
        return told.size();
    }

    /** How much of what was said so long ago counts, from 1 to 0. */
    double share(long ageNanos) {
        double left = (blindNanos - ageNanos) / (double) (blindNanos - staleNanos);
        return StrictMath.clamp(left, 0, 1);
    }
}
