package io.berth.core.workload.topology;

/**
 * How tasks that must start together are divided over the domains inside the one that they go to.
 *
 * @param slice of so many tasks, one after the other by number, each whole in a domain of {@code sliceKey}; 1 where each may go anywhere
 * @param sliceKey the label of slices
 * @param tolerance by how many the domains of {@code evenKey} that get some may differ; {@link #UNEVEN} for any number
 * @param evenKey the label of those domains
 */
public record Division(int slice, String sliceKey, int tolerance, String evenKey) {
    /** In place of a tolerance: domains may get as many as they hold. */
    public static final int UNEVEN = -1;

    /** As there is room. */
    public static final Division NONE = new Division(1, "", UNEVEN, "");

    public Division {
        if (slice < 1 || tolerance < UNEVEN) {
            throw new IllegalArgumentException("A slice has at least 1 task, not " + slice
                    + ", and domains differ by at least 0 tasks, not " + tolerance + ".");
        }
    }

    /** Every {@code size} tasks in one domain of {@code key}. */
    public static Division slices(int size, String key) {
        return new Division(size, key, UNEVEN, "");
    }

    /** As many tasks in each domain of {@code key} that gets some, but for {@code tolerance}. */
    public static Division even(String key, int tolerance) {
        return new Division(1, "", tolerance, key);
    }

    /** True where tasks are in slices. */
    public boolean sliced() {
        return slice > 1;
    }

    /** True where domains get about as many tasks. */
    public boolean even() {
        return tolerance != UNEVEN;
    }

    /** True where it says nothing: where so many tasks have room, fewer have it too. */
    public boolean free() {
        return !sliced() && !even();
    }
}
