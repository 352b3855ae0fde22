package io.berth.spec.quantity;

import io.berth.spec.input.Quote;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** An exact decimal number as people write it, and its exact conversion to {@code long}. */
final class Numeral {
    /* Bounded in length and exponent: a decimal of a billion digits is an attack, not a quantity. */
    private static final Pattern FORM = Pattern.compile("(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})([eE][+-]?\\d{1,2})?");

    private Numeral() {}

    /** The number in {@code text}; {@code whole} is the quantity it is part of and {@code allowed} its forms, for the error. */
    static BigDecimal parse(String text, String whole, String allowed) {
        if (whole.strip().startsWith("-")) {
            throw new QuantityException("must not be negative, but is " + Quote.of(whole));
        }
        if (!FORM.matcher(text).matches()) {
            throw wrong(whole, allowed);
        }
        return new BigDecimal(text);
    }

    /** The error for a text of none of the {@code allowed} forms. */
    static QuantityException wrong(String whole, String allowed) {
        return new QuantityException("must be " + allowed + ", but is " + Quote.of(whole));
    }

    /** {@code value} as a {@code long} where it is one exactly. */
    static long exact(BigDecimal value, String whole, String unit) {
        if (value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) >= 0) {
            throw new QuantityException("is too large: " + Quote.of(whole));
        }
        BigDecimal stripped = value.stripTrailingZeros();
        if (stripped.scale() > 0) {
            throw new QuantityException("is no whole number of " + unit + ": " + Quote.of(whole));
        }
        return stripped.longValueExact();
    }
}
