package io.berth.core.scale;

import io.berth.core.queueing.Load;
import io.berth.core.queueing.Station;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;

/**
 * How many servers are enough for so many requests: the fewest with which they wait no longer than they may, by the formulas of {@code core.queueing}, where
 * a server does as many at once as the target says.
 */
final class Sizing {
    private final ScaleSpec spec;
    private final Measured measured;

    Sizing(ScaleSpec spec, Measured measured) {
        this.spec = spec;
        this.measured = measured;
    }

    /** Whether anything is known of how long servers need. */
    boolean known() {
        return measured.serviceSeconds() > 0;
    }

    /**
     * The number that is enough.
     *
     * @param arrivals in one interval, those counted that wait already
     */
    int servers(double arrivals) {
        if (arrivals <= 0) {
            return spec.min();
        }
        int each = StrictMath.max(1, (int) spec.target());
        Load load = new Load(
                arrivals / Nanos.toSeconds(spec.everyNanos()),
                measured.arrivalVariation(),
                measured.serviceSeconds(),
                measured.serviceVariation());
        ScaleSpec.Ahead ahead = spec.ahead();
        int slots = Station.fewest(load, 1, ahead.within(), Nanos.toSeconds(ahead.waitNanos()), spec.max() * each);
        return slots < 0 ? spec.max() : (slots + each - 1) / each;
    }

    /** How long a server takes until it answers, as far as is known. */
    long startNanos() {
        return measured.startNanos(spec.startNanos());
    }

    /** What waits beyond what has a slot, as more arrivals of an interval: it is to be gone by when a server that starts now is there. */
    double backlog(Sight sight) {
        double intervals = StrictMath.max(1, (double) startNanos() / spec.everyNanos());
        return sight.waiting() / intervals;
    }
}
