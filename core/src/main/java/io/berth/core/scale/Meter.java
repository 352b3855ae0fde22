package io.berth.core.scale;

import io.berth.core.queueing.Moments;
import io.berth.core.time.Nanos;

/** How even requests come and how long servers need for one, of the last ones. */
public final class Meter implements Measured {
    /** So many count: enough that their mean is off by three or four per cent. */
    private static final double LAST = 1000;

    private final Moments between = new Moments(LAST);
    private final Moments services = new Moments(LAST);
    private long lastNanos = Nanos.NEVER;

    /** A request came. */
    public void arrived(long nowNanos) {
        if (lastNanos != Nanos.NEVER) {
            between.add(Nanos.toSeconds(nowNanos - lastNanos));
        }
        lastNanos = nowNanos;
    }

    /** A server needed so long for one, its wait not counted. */
    public void served(long nanos) {
        services.add(Nanos.toSeconds(nanos));
    }

    @Override
    public double serviceSeconds() {
        return services.mean();
    }

    @Override
    public double arrivalVariation() {
        return between.variation();
    }

    @Override
    public double serviceVariation() {
        return services.variation();
    }
}
