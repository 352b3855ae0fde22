package io.berth.core.decision;

/** Which devices of its node a task holds. How much it holds of each follows from its demand. */
public sealed interface Grant {
    /** No device. */
    Grant NONE = new None();

    /** The devices, bit {@code i} for device {@code i} of the node. */
    long mask();

    /** True where device {@code i} is one of them. */
    default boolean has(int device) {
        return (mask() >>> device & 1) != 0;
    }

    /** How many. */
    default int count() {
        return Long.bitCount(mask());
    }

    /** The devices of {@code mask}. Those of few low devices are shared: a pass makes thousands. */
    static Grant of(long mask) {
        return mask >= 0 && mask < Devices.LOW.length ? Devices.LOW[(int) mask] : new Devices(mask);
    }

    /** One device. */
    static Grant device(int device) {
        return of(1L << device);
    }

    /** No device. */
    record None() implements Grant {
        @Override
        public long mask() {
            return 0;
        }
    }

    /** Whole devices, or a share of one. */
    record Devices(long mask) implements Grant {
        /** All grants on the first eight devices: what nodes mostly have. */
        private static final Grant[] LOW = new Grant[256];

        static {
            LOW[0] = NONE;
            for (int mask = 1; mask < LOW.length; mask++) {
                LOW[mask] = new Devices(mask);
            }
        }
    }
}
