package io.berth.spec.quantity;

import java.math.BigDecimal;

/** CPUs as users write them ({@code 4}, {@code 2.5}, {@code 500m}) and as Berth counts them: thousandths. */
public final class Cpus {
    public static final String ALLOWED = "a number of CPUs like 4, 2.5 or 500m";

    private static final BigDecimal MILLI = BigDecimal.valueOf(1000);

    private Cpus() {}

    /** The thousandths of a CPU in {@code text}. */
    public static long parseMilli(String text) {
        return milli(text, ALLOWED, "thousandths of a CPU");
    }

    /** The text of {@code cpuMilli}, {@code 2} or {@code 2500m}. */
    public static String format(long cpuMilli) {
        return cpuMilli % 1000 == 0 ? Long.toString(cpuMilli / 1000) : cpuMilli + "m";
    }

    static long milli(String text, String allowed, String unit) {
        String number = text.strip();
        if (number.endsWith("m")) {
            return Numeral.exact(Numeral.parse(number.substring(0, number.length() - 1), text, allowed), text, unit);
        }
        return Numeral.exact(Numeral.parse(number, text, allowed).multiply(MILLI), text, unit);
    }
}
