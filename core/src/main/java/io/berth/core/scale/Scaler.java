package io.berth.core.scale;

/** Says how many servers there should be. It is a function of what it was shown so far, in order. */
public interface Scaler {
    /** How many servers there should be from now on, those that start counted; from the least to the most that are allowed. */
    int wanted(Sight sight);

    /**
     * The one that {@code spec} says.
     *
     * @param meter whoever asks tells it of requests
     */
    static Scaler of(ScaleSpec spec, Meter meter) {
        Scaler scaler = switch (spec.policy()) {
            case FIXED -> Sight::current;
            case TARGET_UTILISATION -> new TargetUtilisation(spec.target(), spec.kubernetes());
            case REACTIVE -> new Reactive(spec, new Sizing(spec, meter));
            case FORECAST -> new Ahead(spec, new Sizing(spec, meter));
        };
        return sight -> StrictMath.max(spec.min(), StrictMath.min(spec.max(), scaler.wanted(sight)));
    }
}
