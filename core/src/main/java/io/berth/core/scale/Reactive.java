package io.berth.core.scale;

/** As many as are enough for what came in the interval before, and for what waits. */
final class Reactive implements Scaler {
    private final Sizing sizing;
    private final Recent recent;

    Reactive(ScaleSpec spec, Sizing sizing) {
        this.sizing = sizing;
        recent = new Recent(spec.ahead().keepNanos());
    }

    @Override
    public int wanted(Sight sight) {
        int right = sizing.known() ? sizing.servers(sight.arrived() + sizing.backlog(sight)) : sight.current();
        return recent.wanted(sight, right);
    }
}
