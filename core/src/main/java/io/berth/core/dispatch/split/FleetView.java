package io.berth.core.dispatch.split;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Candidate;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * A fleet at the moment at which a request comes: where it would begin how soon, by the times that the balancer predicts where it does,
 * else by how many are there and how long a request is served.
 *
 * @param places servers that may have it
 * @param busy which share of all slots is taken, 0 to 1
 * @param held requests that wait at the gateway
 */
public record FleetView(List<Place> places, double busy, int held) {
    /** No server is held busier: beyond, what a second of work costs the others is not to be said. */
    private static final double MOST_BUSY = 0.95;
    /** More slots are none that were told. */
    private static final int MOST_SLOTS = 1 << 12;
    /** A shorter wait is none, nanoseconds. */
    private static final double NO_WAIT = 1_000;

    public FleetView {
        places = List.copyOf(places);
    }

    /**
     * {@code fleet} as a request for {@code need} of {@code tenant} would find it.
     *
     * @param server by its row, what a server is known by for good
     */
    public static FleetView of(
            Fleet fleet, Balancer balancer, Arriving arriving, long nowNanos, IntUnaryOperator server) {
        Request probe = probe(arriving, 1, nowNanos);
        Request twice = probe(arriving, 2, nowNanos);
        Candidate candidate = new Candidate();
        List<Place> places = new ArrayList<>();
        double taken = 0;
        double slots = 0;
        for (int row = 0; row < fleet.size(); row++) {
            if (!fleet.present(row) || !fleet.up(row)) {
                continue;
            }
            double wait = wait(fleet, row, probe.model());
            if (fleet.willTake(row, probe)) {
                balancer.explain(row, probe, fleet, nowNanos, candidate);
                double once = candidate.expectedNanos();
                balancer.explain(row, twice, fleet, nowNanos, candidate);
                // Of a wait and a work what is left where the work is nothing.
                double predicted = StrictMath.max(0, 2 * once - candidate.expectedNanos());
                // Where nobody is, that is by what answers differ, unless others have sent it requests.
                boolean noise = fleet.outstanding(row) == 0 && predicted < fleet.paceNanos(row);
                wait = Double.isNaN(once) || noise ? wait : predicted;
                places.add(new Place(row, server.applyAsInt(row), wait < NO_WAIT ? 0 : wait));
            }
            double most = fleet.spec(row).slots() < MOST_SLOTS ? fleet.spec(row).slots() : 1;
            taken += most == 1 ? (wait < NO_WAIT ? 0 : 1) : StrictMath.min(most, (double) fleet.outstanding(row));
            slots += most;
        }
        return new FleetView(behind(places, fleet, slots), slots == 0 ? 1 : taken / slots, fleet.held());
    }

    /** The same behind those that wait at the gateway, of whom each server has its part. */
    private static List<Place> behind(List<Place> places, Fleet fleet, double slots) {
        if (fleet.held() == 0) {
            return places;
        }
        return places.stream()
                .map(place -> new Place(
                        place.row(),
                        place.server(),
                        place.waitNanos() + fleet.held() / slots * fleet.paceNanos(place.row())))
                .toList();
    }

    private static Request probe(Arriving arriving, long workNanos, long nowNanos) {
        Need need = new Need(arriving.need.model(), workNanos, arriving.need.memoryBytes(), Prompt.NONE);
        return new Request(-1, arriving.tenant, 0, need, nowNanos, Nanos.NEVER);
    }

    /** What comes: of whom, and what it needs. */
    public record Arriving(int tenant, Need need) {}

    /**
     * How many nanoseconds all others wait longer for each that is worked more: those that come until what is there has been done, ρ/(1 − ρ).
     *
     * @param busy the share of slots that is taken, over some time
     */
    static double pressure(double busy) {
        double bounded = StrictMath.min(MOST_BUSY, busy);
        return bounded / (1 - bounded);
    }

    private static double wait(Fleet fleet, int row, int model) {
        int slots = fleet.spec(row).slots();
        int before = StrictMath.max(0, fleet.outstanding(row) + 1 - slots);
        double load = fleet.willHave(row, model) ? 0 : fleet.loadTimeNanos(row);
        return load + (double) fleet.paceNanos(row) * before / slots;
    }
}
