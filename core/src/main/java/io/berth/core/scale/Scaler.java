package io.berth.core.scale;

import io.berth.core.scale.rule.ScaleSpec;

/** Says how many servers there should be. It is a function of what it was shown so far, in order. */
public interface Scaler {
    /** How many servers there should be from now on, those that start counted; from the least to the most that are allowed. */
    int wanted(Sight sight);

    /**
     * By what the last number was decided.
     *
     * @param right how many would be right by this alone, whatever was right lately, from the least to the most that are allowed
     * @param arrivals the requests in an interval for which they are enough; NaN where the policy does not go by that, or knows too little
     */
    record Basis(int right, double arrivals) {}

    /** By what the last number was decided, which was asked for before. */
    Basis basis();

    /**
     * The one that {@code spec} says.
     *
     * @param measured whoever asks keeps it up to date
     */
    static Scaler of(ScaleSpec spec, Measured measured) {
        Scaler scaler = switch (spec.policy()) {
            case FIXED -> new Fixed();
            case TARGET_UTILISATION -> new TargetUtilisation(spec.target(), spec.kubernetes());
            case REACTIVE -> new Reactive(spec, new Sizing(spec, measured));
            case FORECAST -> new Ahead(spec, new Sizing(spec, measured));
        };
        return new Bounded(spec, scaler);
    }

    /** As {@code scaler} says, but none once nothing came and nothing was there for {@code idleNanos}. */
    static Scaler idling(Scaler scaler, long idleNanos) {
        return new Idle(scaler, idleNanos);
    }

    /** From the least to the most that are allowed. */
    record Bounded(ScaleSpec spec, Scaler scaler) implements Scaler {
        @Override
        public int wanted(Sight sight) {
            return bounded(scaler.wanted(sight));
        }

        @Override
        public Basis basis() {
            Basis basis = scaler.basis();
            return new Basis(bounded(basis.right), basis.arrivals);
        }

        private int bounded(int servers) {
            return StrictMath.max(spec.min(), StrictMath.min(spec.max(), servers));
        }
    }
}
