package io.berth.spec.schema;

import java.math.BigDecimal;

/**
 * The numbers a value may be.
 *
 * @param min the smallest
 * @param max the largest
 * @param above true where {@code min} itself is too small
 */
public record Range(double min, double max, boolean above) {
    public static final Range ANY = new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);

    /** Bounds this far out are those of an {@code int} and say nothing to a user. */
    private static final double LARGEST = Integer.MAX_VALUE;

    /** True where {@code number} is one of them. */
    public boolean contains(double number) {
        return (above ? number > min : number >= min) && number <= max;
    }

    /** The words {@code from 1 to 10}, after a space; empty for any. */
    public String describe() {
        if (min <= -LARGEST) {
            return "";
        }
        String from = (above ? " above " : " from ") + text(min);
        if (max >= LARGEST) {
            return above ? from : from + " up";
        }
        return from + (above ? ", at most " : " to ") + text(max);
    }

    private static String text(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
