package io.berth.spec.quantity;

import io.berth.core.time.Nanos;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as users write them: one number or several with units, largest first ({@code 90s}, {@code 1h30m}, {@code 250ms}),
 * or plain seconds ({@code 1.5}). Berth counts nanoseconds.
 */
public final class Durations {
    public static final String ALLOWED = "a duration like 90s, 15m, 1h30m, 7d, 250ms or plain seconds";

    /** What stands for {@link Nanos#NEVER}. */
    public static final String NEVER = "never";

    private static final Pattern PART = Pattern.compile("([0-9.]+)(ns|us|ms|s|m|h|d)");

    /** What nearly all are; exact decimals cost a program that starts 15 ms. */
    private static final Pattern WHOLE = Pattern.compile("([0-9]{1,9})(ns|us|ms|s|m|h|d)?");

    /** Largest first, as they are written. */
    private static final List<Unit> UNITS = List.of(
            new Unit("d", Nanos.DAY),
            new Unit("h", Nanos.HOUR),
            new Unit("m", Nanos.MINUTE),
            new Unit("s", Nanos.SECOND),
            new Unit("ms", Nanos.MILLISECOND),
            new Unit("us", 1000),
            new Unit("ns", 1));

    private Durations() {}

    /** The nanoseconds in {@code text}. */
    public static long parseNanos(String text) {
        String stripped = text.strip();
        Matcher whole = WHOLE.matcher(stripped);
        if (whole.matches()) {
            long unit = whole.group(2) == null ? Nanos.SECOND : UNITS.get(unitIndex(whole.group(2))).nanos;
            long number = Long.parseLong(whole.group(1));
            if (number < Long.MAX_VALUE / unit) {
                return number * unit;
            }
        }
        if (stripped.isEmpty() || !Character.isLetter(stripped.charAt(stripped.length() - 1))) {
            BigDecimal seconds = Numeral.parse(stripped, text, ALLOWED);
            return Numeral.exact(seconds.multiply(BigDecimal.valueOf(Nanos.SECOND)), text, "nanoseconds");
        }
        return Numeral.exact(sum(stripped, text), text, "nanoseconds");
    }

    /** The nanoseconds in {@code text}, or {@link Nanos#NEVER} for {@code never}. */
    public static long parseNanosOrNever(String text) {
        return NEVER.equals(text.strip()) ? Nanos.NEVER : parseNanos(text);
    }

    /** The exact text of {@code nanos}, such as {@code 1h30m}; {@code never} for {@link Nanos#NEVER}. */
    public static String format(long nanos) {
        if (nanos == Nanos.NEVER) {
            return NEVER;
        }
        if (nanos == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder();
        long rest = nanos;
        for (Unit unit : UNITS) {
            if (rest >= unit.nanos) {
                text.append(rest / unit.nanos).append(unit.name);
                rest %= unit.nanos;
            }
        }
        return text.toString();
    }

    private static BigDecimal sum(String stripped, String text) {
        BigDecimal sum = BigDecimal.ZERO;
        Matcher part = PART.matcher(stripped);
        int end = 0;
        int lastUnit = -1;
        while (part.lookingAt()) {
            int unit = unitIndex(part.group(2));
            if (unit <= lastUnit) {
                throw Numeral.wrong(text, ALLOWED + " (larger units first)");
            }
            lastUnit = unit;
            sum = sum.add(
                    Numeral.parse(part.group(1), text, ALLOWED).multiply(BigDecimal.valueOf(UNITS.get(unit).nanos)));
            end = part.end();
            part.region(end, stripped.length());
        }
        if (end < stripped.length()) {
            // The number's own error is the better one where there is one, such as a minus sign.
            Numeral.parse(stripped, text, ALLOWED);
        }
        return sum;
    }

    private static int unitIndex(String name) {
        int index = 0;
        while (!UNITS.get(index).name.equals(name)) {
            index++;
        }
        return index;
    }

    private record Unit(String name, long nanos) {}
}
