package io.berth.spec.quantity;

import io.berth.core.time.Nanos;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as users write them: a date, with a time of day and a zone where those matter, or a duration since the clock's zero. */
public final class Instants {
    public static final String ALLOWED =
            "a time like 2026-03-01, 2026-03-01T08:00 or 2026-03-01T08:00:00+01:00 (UTC without a zone), or a duration since the zero"
                    + " of the trace's clock";

    private static final Pattern FORM =
            Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(?:[T ](\\d{2}:\\d{2}(?::\\d{2})?)(Z|[+-]\\d{2}:?\\d{2})?)?");

    private Instants() {}

    /** The nanoseconds since 1970, or since the zero of a trace that counts from there, in {@code text}. */
    public static long parseNanos(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return sinceZero(text);
        }
        String time = form.group(2) == null ? "00:00" : form.group(2);
        String zone = form.group(3) == null ? "Z" : form.group(3);
        try {
            long seconds = LocalDateTime.parse(form.group(1) + "T" + time).toEpochSecond(ZoneOffset.of(zone));
            return Math.multiplyExact(seconds, Nanos.SECOND);
        } catch (DateTimeException | ArithmeticException _) {
            throw Numeral.wrong(text, ALLOWED);
        }
    }

    private static long sinceZero(String text) {
        try {
            return Durations.parseNanos(text);
        } catch (QuantityException _) {
            throw Numeral.wrong(text, ALLOWED);
        }
    }

    /** The exact text of {@code nanos}. */
    public static String format(long nanos) {
        Instant at = Instant.ofEpochSecond(Math.floorDiv(nanos, Nanos.SECOND), Math.floorMod(nanos, Nanos.SECOND));
        return at.getNano() == 0 ? at.toString() : Durations.format(nanos);
    }
}
