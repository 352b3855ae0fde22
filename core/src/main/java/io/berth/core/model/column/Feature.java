package io.berth.core.model.column;

/**
 * One number of a row.
 *
 * @param name snake case, such as {@code wait}
 * @param meaning what it is and by what it was divided, with units
 * @param low the least it can be
 * @param high the most it can be
 * @param padding what it is in a row for which there is nothing
 */
public record Feature(String name, String meaning, float low, float high, float padding) {
    /** A feature from 0 to 1 that is 0 in empty rows. */
    public static Feature share(String name, String meaning) {
        return new Feature(name, meaning, 0, 1, 0);
    }

    /** {@code part} of {@code whole}, from 0 to 1. */
    public static float shareOf(long part, long whole) {
        return shareOf((double) part, whole);
    }

    /** The same of a part that is no whole number. */
    public static float shareOf(double part, long whole) {
        return (float) StrictMath.clamp(part / (double) whole, 0.0, 1.0);
    }
}
