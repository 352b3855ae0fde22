package io.berth.spec.quantity;

import io.berth.spec.input.Quote;
import java.math.BigDecimal;

/** Percentages as users write them ({@code 5%}, {@code 0.05}) and as Berth holds them: a fraction from 0 to 1. */
public final class Percents {
    public static final String ALLOWED = "a percentage like 5% or a fraction like 0.05";

    private Percents() {}

    /** The fraction in {@code text}, 0 to 1. */
    public static double parseFraction(String text) {
        String number = text.strip();
        if (number.equals("0") || number.equals("0%")) {
            // What nearly all defaults are; exact decimals cost a program that starts 15 ms.
            return 0;
        }
        BigDecimal fraction = number.endsWith("%")
                ? Numeral.parse(number.substring(0, number.length() - 1).strip(), text, ALLOWED)
                        .movePointLeft(2)
                : Numeral.parse(number, text, ALLOWED);
        if (fraction.compareTo(BigDecimal.ONE) > 0) {
            throw new QuantityException("must be at most 100% (a fraction of 1), but is " + Quote.of(text));
        }
        return fraction.doubleValue();
    }

    /** The text of {@code fraction}, such as {@code 5%}. */
    public static String format(double fraction) {
        BigDecimal percent = BigDecimal.valueOf(fraction).movePointRight(2).stripTrailingZeros();
        return percent.toPlainString() + "%";
    }
}
