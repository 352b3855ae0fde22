package io.berth.core.strategy;

/**
 * Whole numbers from one to another, both included.
 *
 * @param most {@link Long#MAX_VALUE} for no end
 */
public record WorkRange(long least, long most) {
    /** All from 0 on. */
    public static final WorkRange ANY = new WorkRange(0, Long.MAX_VALUE);

    /** @throws IllegalArgumentException where it begins below 0 or holds nothing */
    public WorkRange {
        if (least < 0 || most < least) {
            throw new IllegalArgumentException("The range from (" + least + ") to (" + most + ") holds nothing.");
        }
    }

    boolean holds(long number) {
        return number >= least && number <= most;
    }

    /** True where it leaves nothing out. */
    public boolean any() {
        return equals(ANY);
    }
}
