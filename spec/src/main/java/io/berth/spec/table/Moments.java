package io.berth.spec.table;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Moments as people read them everywhere: the time of a place to the second, {@code 2026-11-23T14:05:09}. */
public final class Moments {
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ISO_LOCAL_DATE_TIME;

    private Moments() {}

    /** {@code moment} where this program runs. */
    public static String local(Instant moment) {
        return local(moment, ZoneId.systemDefault());
    }

    /** {@code moment} in {@code zone}. */
    public static String local(Instant moment, ZoneId zone) {
        return SHOWN.format(moment.truncatedTo(ChronoUnit.SECONDS).atZone(zone).toLocalDateTime());
    }
}
