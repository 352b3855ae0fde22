package io.berth.live.journal.file;

/**
 * How far back a journal reaches. What the two newest snapshots need stays in any case; beyond that, what is as young as this
 * stays, and no more than so many bytes.
 *
 * @param spanNanos frames of so long a time stay; {@link Long#MAX_VALUE} for all
 * @param bytes of segments and snapshots at most; {@link Long#MAX_VALUE} for any
 */
public record Retention(long spanNanos, long bytes) {
    /** Everything stays. */
    public static final Retention ALL = new Retention(Long.MAX_VALUE, Long.MAX_VALUE);

    /** Only what the snapshots need stays. */
    public static final Retention LEAST = new Retention(0, 0);

    public Retention {
        if (spanNanos < 0 || bytes < 0) {
            throw new IllegalArgumentException(
                    "The spanNanos (" + spanNanos + ") and the bytes (" + bytes + ") must not be negative.");
        }
    }

    /** True where nothing is ever deleted. */
    public boolean all() {
        return equals(ALL);
    }
}
