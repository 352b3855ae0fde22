package io.berth.console.series;

import java.util.Locale;

/** A figure that is kept over time. */
public enum Figure {
    GPUS(Kind.MEAN, false),
    CPUS(Kind.MEAN, false),
    MEMORY_BYTES(Kind.MEAN, false),
    GPU_MEMORY_BYTES(Kind.MEAN, false),
    GPUS_ALLOCATED(Kind.MEAN, true),
    CPUS_ALLOCATED(Kind.MEAN, true),
    MEMORY_ALLOCATED_BYTES(Kind.MEAN, true),
    GPU_MEMORY_ALLOCATED_BYTES(Kind.MEAN, false),
    /** GPUs that were busy: the sum of the shares of time in which some kernel ran. */
    GPUS_USED(Kind.MEASURED, true),
    CPUS_USED(Kind.MEASURED, false),
    MEMORY_USED_BYTES(Kind.MEASURED, false),
    GPU_MEMORY_USED_BYTES(Kind.MEASURED, true),
    JOBS_WAITING(Kind.MEAN, true),
    JOBS_RUNNING(Kind.MEAN, true),
    JOBS_STARTED(Kind.SUM, true),
    JOBS_ENDED(Kind.SUM, true),
    /** How long those waited that were started, on the mean; kept as the sum. */
    WAIT_SECONDS(Kind.SUM, true);

    /** How several samples become one. */
    enum Kind {
        MEAN,
        /** The mean of the samples in which it was measured. */
        MEASURED,
        SUM
    }

    private static final Figure[] ALL = values();

    private final Kind kind;
    private final boolean parted;

    Figure(Kind kind, boolean parted) {
        this.kind = kind;
        this.parted = parted;
    }

    Kind kind() {
        return kind;
    }

    /** True where it is known of queues and owners too. */
    public boolean parted() {
        return parted;
    }

    /** True where it counts jobs. */
    public boolean ofJobs() {
        return ordinal() >= JOBS_WAITING.ordinal();
    }

    /** As documents write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value to be shown of {@code row}; NaN where there is none. */
    public double shown(double[] row) {
        if (this != WAIT_SECONDS) {
            return row[ordinal()];
        }
        double started = row[JOBS_STARTED.ordinal()];
        return started > 0 ? row[ordinal()] / started : Double.NaN;
    }

    static int count() {
        return ALL.length;
    }

    static Figure of(int ordinal) {
        return ALL[ordinal];
    }
}
