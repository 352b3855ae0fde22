package io.berth.sim.report;

import io.berth.core.time.Nanos;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** How a number is shown to people. */
enum Figure {
    /** A whole number; a mean of them has one decimal. */
    COUNT,
    /** Seconds, shown as a duration. */
    SECONDS,
    /** Per cent with two decimals. */
    PERCENT,
    /** Bytes, shown as GB with three significant digits. */
    GIGABYTES,
    /** Any number with three significant digits. */
    PLAIN;

    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_EVEN);

    String show(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return switch (this) {
            case COUNT -> value == StrictMath.rint(value) ? Long.toString((long) value) : fixed(value, 1);
            case SECONDS -> Nanos.format((long) (value * Nanos.SECOND));
            case PERCENT -> fixed(value, 2);
            case GIGABYTES -> PLAIN.show(value / 1e9) + " GB";
            case PLAIN ->
                value == 0 ? "0" : new BigDecimal(value).round(THREE_DIGITS).toString();
        };
    }

    static String fixed(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }
}
