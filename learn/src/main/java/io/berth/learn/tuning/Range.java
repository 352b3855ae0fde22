package io.berth.learn.tuning;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Between what a number is tuned.
 *
 * @param low the least, finite
 * @param high the most, above {@code low}
 * @param whole true where only whole numbers are tried
 */
public record Range(double low, double high, boolean whole) {
    /** More digits than people read say nothing that a simulation could show. */
    private static final MathContext DIGITS = new MathContext(4);

    /** @throws IllegalArgumentException where the ends are no range */
    public Range {
        if (!(low < high && Double.isFinite(low) && Double.isFinite(high))) {
            throw new IllegalArgumentException("A range must rise, but is " + low + ".." + high + ".");
        }
    }

    /** In the middle of it. */
    double middle() {
        return low + (high - low) / 2;
    }

    /** The number tried for {@code value}: within the ends, of four digits, whole where it must be. */
    double tried(double value) {
        double within = StrictMath.max(low, StrictMath.min(high, value));
        if (whole) {
            return StrictMath.rint(within);
        }
        double rounded = new BigDecimal(within).round(DIGITS).doubleValue();
        return StrictMath.max(low, StrictMath.min(high, rounded));
    }

    /** A number that was tried, as text. */
    String text(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
}
