package io.berth.core.series.model;

import java.util.Arrays;

/** After how many steps a series repeats itself: 24 and 168 where hours of a day are alike, and those of a week. Ascending; none is below 2. */
public final class Seasons {
    /** No season at all. */
    public static final Seasons NONE = new Seasons(new int[0]);

    private final int[] lengths;

    private Seasons(int[] lengths) {
        this.lengths = lengths;
    }

    /** The seasons of these lengths, in any order; lengths below 2 are none. */
    public static Seasons of(int... lengths) {
        return new Seasons(Arrays.stream(lengths)
                .filter(length -> length >= 2)
                .sorted()
                .distinct()
                .toArray());
    }

    /** Those of which {@code values} values have at least {@code times} whole ones. */
    public Seasons within(int values, int times) {
        return new Seasons(Arrays.stream(lengths)
                .filter(length -> (long) length * times <= values)
                .toArray());
    }

    /** How many there are. */
    public int count() {
        return lengths.length;
    }

    /** The length of one of them, from the shortest. */
    public int length(int season) {
        return lengths[season];
    }

    /** The longest; 1 where there is none. */
    public int longest() {
        return lengths.length == 0 ? 1 : lengths[lengths.length - 1];
    }

    /** The longest alone. */
    public Seasons last() {
        return lengths.length <= 1 ? this : new Seasons(new int[] {longest()});
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Seasons seasons && Arrays.equals(lengths, seasons.lengths);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(lengths);
    }

    @Override
    public String toString() {
        return Arrays.toString(lengths);
    }
}
