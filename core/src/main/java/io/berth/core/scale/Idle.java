package io.berth.core.scale;

import io.berth.core.time.Nanos;

/**
 * None where nothing came and no request was there for a while; else as many as another says. It is asked all the while, so that what it learns of a series has no
 * gap. Nothing is known of the time before the first question, which so counts as one when something came.
 */
final class Idle implements Scaler {
    private final Scaler scaler;
    private final long idleNanos;
    private long busyNanos = Nanos.NEVER;
    private Basis basis = new Basis(0, Double.NaN);

    Idle(Scaler scaler, long idleNanos) {
        this.scaler = scaler;
        this.idleNanos = idleNanos;
    }

    @Override
    public int wanted(Sight sight) {
        if (busyNanos == Nanos.NEVER || sight.arrived() + sight.running() + sight.waiting() > 0) {
            busyNanos = sight.nowNanos();
        }
        int wanted = scaler.wanted(sight);
        basis = scaler.basis();
        if (sight.nowNanos() - busyNanos < idleNanos) {
            return wanted;
        }
        basis = new Basis(0, basis.arrivals());
        return 0;
    }

    @Override
    public Basis basis() {
        return basis;
    }
}
