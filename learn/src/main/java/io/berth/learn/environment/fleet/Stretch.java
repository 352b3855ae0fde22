package io.berth.learn.environment.fleet;

import io.berth.core.time.Chance;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.RequestStream;
import java.util.Iterator;
import java.util.stream.StreamSupport;

/** Some requests in a row out of a longer stream. */
record Stretch(RequestStream whole, long skip, long size) implements RequestStream {
    /** The same run with {@code requests} of its requests only, from a place that {@code seed} draws. */
    static FleetRun.Setup of(FleetRun.Setup setup, int requests, long seed) {
        long spare = setup.requests().size() - requests;
        if (requests < 1 || spare < 0) {
            throw new IllegalArgumentException("An episode cannot have " + requests + " requests of "
                    + setup.requests().size() + ".");
        }
        int places = (int) StrictMath.min(Integer.MAX_VALUE, spare + 1);
        long skip = new Chance(seed, "fleet.stretch", 0).below(places);
        return new FleetRun.Setup(
                setup.servers(),
                setup.modelBytes(),
                new Stretch(setup.requests(), skip, requests),
                setup.featureEntries(),
                setup.strategy(),
                setup.seed());
    }

    @Override
    public Iterator<RequestArrival> iterator() {
        return StreamSupport.stream(whole.spliterator(), false)
                .skip(skip)
                .limit(size)
                .iterator();
    }
}
