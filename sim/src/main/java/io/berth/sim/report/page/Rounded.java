package io.berth.sim.report.page;

import io.berth.core.time.Nanos;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as a page needs them: few significant digits, so that a page of many points stays small. */
final class Rounded {
    private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

    /** Figures in tables, which people copy elsewhere. */
    private static final MathContext EIGHT_DIGITS = new MathContext(8, RoundingMode.HALF_EVEN);

    /** Seconds on an axis keep their milliseconds. */
    private static final int SECOND_DECIMALS = 3;

    private Rounded() {}

    /** {@code value} with four digits; NaN and the infinities, which JSON writes as null, as they are. */
    static Number of(double value) {
        return rounded(value, FOUR_DIGITS);
    }

    /** {@code value} with eight digits, as a figure in a table. */
    static Number figure(double value) {
        return rounded(value, EIGHT_DIGITS);
    }

    private static Number rounded(double value, MathContext digits) {
        return Double.isFinite(value) ? plain(new BigDecimal(value).round(digits)) : value;
    }

    /** {@code nanos} as seconds, exact to the millisecond. */
    static Number seconds(long nanos) {
        return plain(BigDecimal.valueOf(nanos, 9).setScale(SECOND_DECIMALS, RoundingMode.HALF_EVEN));
    }

    /** A length of time in seconds with four digits, such as a wait. */
    static Number duration(double nanos) {
        return of(nanos / Nanos.SECOND);
    }

    /** Whole numbers without a point or exponent. */
    private static Number plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() <= 0 && stripped.precision() - stripped.scale() < 18
                ? stripped.longValueExact()
                : stripped;
    }
}
