package io.berth.learn.environment.fleet;

import io.berth.core.time.Chance;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import java.util.Iterator;
import java.util.stream.StreamSupport;

/** Some requests in a row out of a longer stream. */
record Stretch(RequestStream whole, long skip, long size) implements RequestStream {
    /** The same run with its first {@code requests} requests only. */
    static FleetRun.Setup first(FleetRun.Setup setup, int requests) {
        return of(setup, requests, 0);
    }

    /** The same run with {@code requests} of its requests only, from a place that {@code seed} draws. */
    static FleetRun.Setup anywhere(FleetRun.Setup setup, int requests, long seed) {
        long spare = StrictMath.max(0, setup.requests().size() - requests);
        int places = (int) StrictMath.min(Integer.MAX_VALUE, spare + 1);
        return of(setup, requests, new Chance(seed, "fleet.stretch", 0).below(places));
    }

    private static FleetRun.Setup of(FleetRun.Setup setup, int requests, long skip) {
        if (requests < 1 || requests > setup.requests().size()) {
            throw new IllegalArgumentException("An episode cannot have " + requests + " requests of "
                    + setup.requests().size() + ".");
        }
        return new FleetRun.Setup(
                setup.servers(),
                setup.modelBytes(),
                new Stretch(setup.requests(), skip, requests),
                setup.featureEntries(),
                setup.strategy(),
                setup.seed(),
                setup.catalog());
    }

    @Override
    public Iterator<RequestArrival> iterator() {
        return StreamSupport.stream(whole.spliterator(), false)
                .skip(skip)
                .limit(size)
                .iterator();
    }
}
