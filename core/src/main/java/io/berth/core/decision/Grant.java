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

    /** The grant as one number, by which journals keep it: the mask of devices; below 0 for an instance. */
    default long code() {
        return mask();
    }

    /** How many. */
    default int count() {
        return Long.bitCount(mask());
    }

    /** The grant of that {@link #code}, such as the mask of devices. Those of few low devices are shared: a pass makes thousands. */
    static Grant of(long code) {
        if (code < 0) {
            return Instance.of(~code);
        }
        return code < Devices.LOW.length ? Devices.LOW[(int) code] : new Devices(code);
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

    /**
     * An instance that is made of a device for the task, and is there as long as it holds it.
     *
     * @param device of the node
     * @param profile its MIG profile, by its place among those of the device
     * @param start the memory slice at which it begins
     */
    record Instance(int device, int profile, int start) implements Grant {
        private static final int DEVICE_BITS = 6;
        private static final int START_BITS = 3;

        public Instance {
            if (device < 0 || device >>> DEVICE_BITS != 0 || start < 0 || start >>> START_BITS != 0 || profile < 0) {
                throw new IllegalArgumentException(
                        "There is no instance of profile " + profile + " at " + start + " of device " + device + ".");
            }
        }

        private static Instance of(long bits) {
            int device = (int) (bits & (1 << DEVICE_BITS) - 1);
            int start = (int) (bits >>> DEVICE_BITS & (1 << START_BITS) - 1);
            long profile = bits >>> DEVICE_BITS + START_BITS;
            return new Instance(device, (int) StrictMath.min(profile, Integer.MAX_VALUE), start);
        }

        @Override
        public long mask() {
            return 1L << device;
        }

        @Override
        public long code() {
            return ~(device | (long) start << DEVICE_BITS | (long) profile << DEVICE_BITS + START_BITS);
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
