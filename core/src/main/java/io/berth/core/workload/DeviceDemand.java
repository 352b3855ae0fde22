package io.berth.core.workload;

import java.util.List;

/** Which devices of its node one task needs. All devices of a task are of one model. */
public sealed interface DeviceDemand {
    /** Thousandths of a whole device. */
    int WHOLE_MILLI = 1000;

    /** No device. */
    DeviceDemand NONE = new None(Acceptable.ANY_GPU);

    /** How many devices. */
    int count();

    /** Thousandths of each device; 0 where only memory is asked for, and for none. */
    int milli();

    /** Memory of each device, never rounded to a share; 0 where it does not matter. */
    long memoryBytes();

    /** What the slowest link between two devices of a task must carry, MB/s; 0 where that does not matter. */
    default int linkMegabytes() {
        return 0;
    }

    /** Which devices will do. */
    Acceptable of();

    /** The same of other devices. */
    DeviceDemand of(Acceptable other);

    /**
     * Which devices will do.
     *
     * @param kind the kind of accelerator, {@link #GPU} where nobody says
     * @param models the models, sorted; empty for any
     */
    record Acceptable(String kind, List<String> models) {
        /** The kind of devices of which nothing else is said. */
        public static final String GPU = "gpu";

        /** Any GPU. */
        public static final Acceptable ANY_GPU = new Acceptable(GPU, List.of());

        public Acceptable {
            models = models.isEmpty()
                    ? List.of()
                    : models.stream().distinct().sorted().toList();
            if (kind.isBlank()) {
                throw new IllegalArgumentException("The kind of a device must not be blank; GPUs are of kind gpu.");
            }
        }

        /** GPUs of one of {@code models}; any where there are none. */
        public static Acceptable gpus(List<String> models) {
            return models.isEmpty() ? ANY_GPU : new Acceptable(GPU, models);
        }

        /** True for devices of {@code otherKind} and {@code model}. */
        public boolean accepts(String otherKind, String model) {
            return kind.equals(otherKind) && (models.isEmpty() || models.contains(model));
        }
    }

    /**
     * No device.
     *
     * @param of what would do if some were asked for
     */
    record None(Acceptable of) implements DeviceDemand {
        @Override
        public int count() {
            return 0;
        }

        @Override
        public int milli() {
            return 0;
        }

        @Override
        public long memoryBytes() {
            return 0;
        }

        @Override
        public DeviceDemand of(Acceptable other) {
            return new None(other);
        }
    }

    /**
     * Whole devices, with all their memory.
     *
     * @param count at least 1
     * @param memoryBytes what each must have at least; 0 for any
     * @param linkMegabytes what the slowest link between two of them must carry, MB/s; 0 for any
     */
    record Whole(int count, long memoryBytes, Acceptable of, int linkMegabytes) implements DeviceDemand {
        public Whole {
            if (count < 1) {
                throw new IllegalArgumentException("The gpus (" + count + ") of a demand must be at least 1.");
            }
            check("gpuMemoryBytes", memoryBytes);
            check("links", linkMegabytes);
        }

        /** Devices whose links do not matter. */
        public Whole(int count, long memoryBytes, Acceptable of) {
            this(count, memoryBytes, of, 0);
        }

        /** The same, between which the slowest link must carry {@code megabytesPerSecond}. */
        public Whole linked(int megabytesPerSecond) {
            return new Whole(count, memoryBytes, of, megabytesPerSecond);
        }

        @Override
        public int milli() {
            return WHOLE_MILLI;
        }

        @Override
        public DeviceDemand of(Acceptable other) {
            return new Whole(count, memoryBytes, other, linkMegabytes);
        }
    }

    /**
     * A part of one device.
     *
     * @param milli thousandths of it, below 1000; 0 where only memory is asked for
     * @param memoryBytes memory on it; 0 where only a share is asked for
     */
    record Share(int milli, long memoryBytes, Acceptable of) implements DeviceDemand {
        public Share {
            check("gpuMilli", milli);
            check("gpuMemoryBytes", memoryBytes);
            if (milli >= WHOLE_MILLI) {
                throw new IllegalArgumentException("The gpuMilli (" + milli + ") of a share must be below 1000.");
            }
            if (milli == 0 && memoryBytes == 0) {
                throw new IllegalArgumentException("A demand of one GPU needs gpuMilli or gpuMemoryBytes.");
            }
        }

        @Override
        public int count() {
            return 1;
        }

        @Override
        public DeviceDemand of(Acceptable other) {
            return new Share(milli, memoryBytes, other);
        }
    }

    /**
     * An instance of a GPU that MIG cuts, of one profile.
     *
     * @param profile as NVIDIA names it, such as {@code 1g.23gb}
     */
    record Instance(String profile, Acceptable of) implements DeviceDemand {
        /** Compute slices of most GPUs; of others an instance of the same name is a larger part. */
        private static final int COMPUTE_SLICES = 7;

        public Instance {
            if (profile.isBlank()) {
                throw new IllegalArgumentException("A demand of an instance needs the name of its MIG profile.");
            }
        }

        @Override
        public int count() {
            return 1;
        }

        /** Thousandths of a GPU by the compute slices that the name begins with, of seven: what statistics go by. */
        @Override
        public int milli() {
            boolean named = profile.length() > 1 && profile.charAt(1) == 'g' && Character.isDigit(profile.charAt(0));
            return named ? StrictMath.min(WHOLE_MILLI, (profile.charAt(0) - '0') * WHOLE_MILLI / COMPUTE_SLICES) : 0;
        }

        /** The profile says it. */
        @Override
        public long memoryBytes() {
            return 0;
        }

        @Override
        public DeviceDemand of(Acceptable other) {
            return new Instance(profile, other);
        }
    }

    /**
     * Devices by numbers alone.
     *
     * @param count 0 for none
     * @param milli thousandths of each, 1000 for whole devices; a share is of exactly one device
     */
    static DeviceDemand of(int count, int milli, long memoryBytes, Acceptable of) {
        check("gpus", count);
        if (count == 0) {
            if (milli != 0 || memoryBytes != 0) {
                throw new IllegalArgumentException("A demand of gpus (0) cannot ask for gpuMilli or gpuMemoryBytes.");
            }
            return of.equals(Acceptable.ANY_GPU) ? NONE : new None(of);
        }
        if (milli > WHOLE_MILLI) {
            throw new IllegalArgumentException("The gpuMilli (" + milli + ") must be at most 1000, one whole GPU.");
        }
        if (milli == WHOLE_MILLI) {
            return new Whole(count, memoryBytes, of);
        }
        if (count > 1) {
            throw new IllegalArgumentException(
                    "A demand of gpus (" + count + ") needs whole GPUs (gpuMilli 1000), not " + milli + ".");
        }
        return new Share(milli, memoryBytes, of);
    }

    private static void check(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException("The " + name + " (" + value + ") must not be negative.");
        }
    }
}
