package io.berth.spec.quantity;

import io.berth.spec.input.Quote;
import java.math.BigDecimal;

/** Prices an hour as users write them ({@code 4.5/h}, {@code 4.5}) and as Berth holds them: millionths of whatever currency it is. */
public final class Money {
    public static final String ALLOWED = "a price an hour like 4.5/h";

    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

    private Money() {}

    /** Millionths an hour. */
    public static long parseMicros(String text) {
        String number = text.strip().replaceFirst("\\s*/\\s*h$", "");
        BigDecimal price = Numeral.parse(number, text, ALLOWED);
        if (price.compareTo(MOST) > 0) {
            throw new QuantityException("must be at most 1000000/h, but is " + Quote.of(text));
        }
        return Numeral.exact(price.movePointRight(6), text, "millionths");
    }

    /** The text that {@link #parseMicros} reads, such as {@code 4.5/h}. */
    public static String format(long micros) {
        return BigDecimal.valueOf(micros, 6).stripTrailingZeros().toPlainString() + "/h";
    }
}
