package io.berth.core.scale;

import io.berth.core.scale.rule.ScaleSpec;

/** As many as are enough for what came in the interval before, and for what waits. */
final class Reactive implements Scaler {
    private final Sizing sizing;
    private final Recent recent;
    private Basis basis = new Basis(0, Double.NaN);

    Reactive(ScaleSpec spec, Sizing sizing) {
        this.sizing = sizing;
        recent = new Recent(spec.ahead().keepNanos());
    }

    @Override
    public int wanted(Sight sight) {
        double arrivals = sizing.known() ? sight.arrived() + sizing.backlog(sight) : Double.NaN;
        basis = new Basis(sizing.known() ? sizing.servers(arrivals) : sight.current(), arrivals);
        return recent.wanted(sight, basis.right());
    }

    @Override
    public Basis basis() {
        return basis;
    }
}
