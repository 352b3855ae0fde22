package io.berth.spec.script;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times as {@code --begin} takes them, by the clock on the wall. */
final class SbatchBegin {
    static final String ALLOWED = "now, now+2hours, 16:00, tomorrow or 2026-01-20T12:34:00";

    private static final Pattern LATER =
            Pattern.compile("now\\+(\\d{1,9})(?:(s|sec|seconds?)|(m|min|minutes?)|(h|hours?)|(d|days?)|(w|weeks?))?");
    private static final Pattern TIME = Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(am|pm)?");
    private static final Pattern YEAR_FIRST = Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})");
    private static final Pattern MONTH_FIRST = Pattern.compile("(\\d{1,2})[/.](\\d{1,2})(?:[/.](\\d{2}))?");
    private static final Pattern DIGITS = Pattern.compile("(\\d{2})(\\d{2})(\\d{2})");
    private static final int CENTURY = 2000;
    private static final int HALF_DAY = 12;
    private static final long[] UNITS = {1, 60, 3600, 24 * 3600, 7 * 24 * 3600};
    private static final Map<String, LocalTime> NAMED = Map.of(
            "midnight", LocalTime.MIDNIGHT,
            "noon", LocalTime.NOON,
            "elevenses", LocalTime.of(11, 0),
            "fika", LocalTime.of(15, 0),
            "teatime", LocalTime.of(16, 0));

    private SbatchBegin() {}

    /** The time that {@code text} says at {@code now}; null for a text that says none. A time of day is the next such. */
    static @Nullable LocalDateTime time(String text, LocalDateTime now) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        Matcher later = LATER.matcher(plain);
        if (plain.equals("now")) {
            return now;
        }
        if (later.matches()) {
            return now.plusSeconds(Long.parseLong(later.group(1)) * unit(later));
        }
        try {
            String[] parts = plain.split("t(?=\\d)|\\s+", 2);
            LocalDate day = day(parts[0], now);
            if (day != null) {
                LocalTime time = parts.length == 1 ? LocalTime.MIDNIGHT : time(parts[1]);
                return time == null ? null : day.atTime(time);
            }
            LocalTime time = time(plain.replaceAll("\\s", ""));
            if (time == null) {
                return null;
            }
            LocalDateTime today = now.toLocalDate().atTime(time);
            return today.isBefore(now) ? today.plusDays(1) : today;
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static long unit(Matcher later) {
        for (int i = 0; i < UNITS.length; i++) {
            if (later.group(i + 2) != null) {
                return UNITS[i];
            }
        }
        return 1;
    }

    private static @Nullable LocalDate day(String text, LocalDateTime now) {
        Matcher year = YEAR_FIRST.matcher(text);
        Matcher month = MONTH_FIRST.matcher(text);
        Matcher digits = DIGITS.matcher(text);
        if (text.equals("today") || text.equals("tomorrow")) {
            return now.toLocalDate().plusDays(text.equals("today") ? 0 : 1);
        }
        if (year.matches()) {
            return LocalDate.of(number(year, 1), number(year, 2), number(year, 3));
        }
        if (month.matches()) {
            int in = month.group(3) == null ? now.getYear() : CENTURY + number(month, 3);
            return LocalDate.of(in, number(month, 1), number(month, 2));
        }
        return digits.matches()
                ? LocalDate.of(CENTURY + number(digits, 3), number(digits, 1), number(digits, 2))
                : null;
    }

    private static @Nullable LocalTime time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return NAMED.get(text);
        }
        int hour = number(time, 1);
        if (time.group(4) != null) {
            hour = hour % HALF_DAY + (time.group(4).equals("pm") ? HALF_DAY : 0);
        }
        return LocalTime.of(hour, number(time, 2), time.group(3) == null ? 0 : number(time, 3));
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
