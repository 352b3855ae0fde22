package io.berth.spec.script;

import io.berth.core.time.Nanos;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Quantities as sbatch takes them; -1 for a text that is none. */
final class SbatchText {
    static final String TIME = "a time such as 90 (minutes), 1:30:00 or 2-12:00, or UNLIMITED";
    static final String MEMORY = "memory such as 4G or 500M; without a unit, MiB";

    private static final String NUMBER = "(\\d{1,9})";
    private static final Pattern MINUTES = Pattern.compile(NUMBER + "(?::" + NUMBER + ")?");
    private static final Pattern HOURS = Pattern.compile(NUMBER + ":" + NUMBER + ":" + NUMBER);
    private static final Pattern DAYS =
            Pattern.compile(NUMBER + "-(?:" + NUMBER + "(?::" + NUMBER + "(?::" + NUMBER + ")?)?)?");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([KMGTkmgt]?)[Bb]?");
    private static final String UNITS = "KMGT";
    private static final int MEBI = 1;
    private static final long MOST_SECONDS = 100L * 366 * 24 * 3600;

    private SbatchText() {}

    /**
     * Nanoseconds: {@code minutes}, {@code minutes:seconds}, {@code hours:minutes:seconds}, {@code days-hours}, {@code
     * days-hours:minutes}, {@code days-hours:minutes:seconds} (sbatch, --time); {@link Nanos#NEVER} for {@code UNLIMITED}, {@code
     * INFINITE} and 0.
     */
    static long timeNanos(String text) {
        if (text.equalsIgnoreCase("UNLIMITED") || text.equalsIgnoreCase("INFINITE")) {
            return Nanos.NEVER;
        }
        long seconds = -1;
        Matcher minutes = MINUTES.matcher(text);
        Matcher hours = HOURS.matcher(text);
        Matcher days = DAYS.matcher(text);
        if (minutes.matches()) {
            seconds = 60 * part(minutes, 1) + part(minutes, 2);
        } else if (hours.matches()) {
            seconds = 3600 * part(hours, 1) + 60 * part(hours, 2) + part(hours, 3);
        } else if (days.matches()) {
            seconds = 24 * 3600 * part(days, 1) + 3600 * part(days, 2) + 60 * part(days, 3) + part(days, 4);
        }
        if (seconds < 0 || seconds > MOST_SECONDS) {
            return -1;
        }
        return seconds == 0 ? Nanos.NEVER : seconds * Nanos.SECOND;
    }

    /** Bytes: a number with K, M, G or T, which are powers of 1,024; without a unit MiB. */
    static long bytes(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return -1;
        }
        String unit = size.group(2).toUpperCase(Locale.ROOT);
        int power = 1 + (unit.isEmpty() ? MEBI : UNITS.indexOf(unit));
        long number = Long.parseLong(size.group(1));
        return number > Long.MAX_VALUE >> 10 * power ? -1 : number << 10 * power;
    }

    private static long part(Matcher matcher, int group) {
        String text = matcher.group(group);
        return text == null ? 0 : Long.parseLong(text);
    }
}
