package io.berth.learn.gradient;

/** The optimisers there are, with the settings that agents were published with. */
public enum OptimiserKind {
    /** {@link Adam}, as in its paper. */
    ADAM {
        @Override
        public Optimiser of(int parameters) {
            return new Adam(parameters);
        }
    },
    /** {@link RmsProp} as DeepRM's program has it. */
    DEEPRM_RMSPROP {
        @Override
        public Optimiser of(int parameters) {
            return new RmsProp(parameters, RmsProp.DEEPRM_DECAY, RmsProp.DEEPRM_EPSILON);
        }
    },
    /** {@link RmsProp} as Stable-Baselines3's A2C has it. */
    A2C_RMSPROP {
        @Override
        public Optimiser of(int parameters) {
            return new RmsProp(parameters, RmsProp.A2C_DECAY, RmsProp.A2C_EPSILON);
        }
    };

    /** One for so many {@code parameters}, with nothing remembered. */
    public abstract Optimiser of(int parameters);
}
