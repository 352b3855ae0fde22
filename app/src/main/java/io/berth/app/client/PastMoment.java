package io.berth.app.client;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** Moments of the past as users write them: how long ago, or when. */
final class PastMoment {
    static final String ALLOWED =
            "how long ago, such as 30m, 12h or 7d, or when: 14:30, today, 2026-11-23, 2026-11-23T14:30";

    private PastMoment() {}

    /**
     * The moment that {@code text} is.
     *
     * @param option that it is the value of
     * @param now with the zone in which times are meant
     */
    static Instant parse(String option, String text, ZonedDateTime now) {
        try {
            return moment(text.strip(), now);
        } catch (DateTimeException | QuantityException e) {
            throw new InputException(option, "must be " + ALLOWED + ", but is " + Quote.of(text));
        }
    }

    private static Instant moment(String text, ZonedDateTime now) {
        if (text.equals("now")) {
            return now.toInstant();
        }
        if (text.equals("today") || text.equals("yesterday")) {
            ZonedDateTime midnight = now.truncatedTo(ChronoUnit.DAYS);
            return midnight.minusDays(text.equals("today") ? 0 : 1).toInstant();
        }
        if (text.contains("T")) {
            boolean zoned = text.endsWith("Z");
            return zoned
                    ? Instant.parse(text)
                    : LocalDateTime.parse(text).atZone(now.getZone()).toInstant();
        }
        if (text.contains(":")) {
            return now.with(LocalTime.parse(text)).toInstant();
        }
        if (text.contains("-")) {
            return LocalDate.parse(text).atStartOfDay(now.getZone()).toInstant();
        }
        return now.toInstant().minusNanos(Durations.parseNanos(text));
    }
}
