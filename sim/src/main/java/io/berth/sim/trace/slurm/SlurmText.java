package io.berth.sim.trace.slurm;

import io.berth.core.time.Nanos;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Quantities as Slurm's sacct prints them; {@link #NONE} for those of no use to a replay. */
public final class SlurmText {
    /** Not a number, and not one that was printed. */
    static final long NONE = -1;

    /** Of text that is nothing of its kind. */
    static final long WRONG = -2;

    // A century, and 8 EiB less a bit: sums stay in range.
    private static final long MAX_SECONDS = 100L * 366 * 24 * 3600;
    private static final double MAX_BYTES = 1L << 53;
    private static final String UNITS = "KMGTPE";
    private static final int MEGA = 1;
    private static final int MAX_DIGITS = 18;
    private static final int DATE_TIME_LENGTH = "2026-01-31T23:59:59".length();

    private SlurmText() {}

    /**
     * A time in UTC nanoseconds: {@code 2026-01-31T23:59:59}, which is taken as UTC, or with a zone ({@code Z}, {@code +0100},
     * {@code +01:00}), or seconds since 1970. {@link #NONE} for {@code Unknown}, {@code None} and nothing.
     */
    public static long timeNanos(String text) {
        if (absent(text)) {
            return NONE;
        }
        long seconds = whole(text);
        if (seconds != WRONG) {
            return inRange(seconds);
        }
        if (text.length() < DATE_TIME_LENGTH) {
            return WRONG;
        }
        try {
            LocalDateTime local = LocalDateTime.of(
                    part(text, 0, 4, '-'),
                    part(text, 5, 2, '-'),
                    part(text, 8, 2, 'T'),
                    part(text, 11, 2, ':'),
                    part(text, 14, 2, ':'),
                    part(text, 17, 2, text.length() == DATE_TIME_LENGTH ? ' ' : text.charAt(DATE_TIME_LENGTH)));
            String zone = text.substring(DATE_TIME_LENGTH);
            return inRange(local.toEpochSecond(zone.isEmpty() ? ZoneOffset.UTC : ZoneOffset.of(zone)));
        } catch (DateTimeException _) {
            return WRONG;
        }
    }

    /** How long something took, {@code [days-]hours:minutes:seconds} or {@code minutes:seconds}, a fraction dropped. */
    static long elapsedNanos(String text) {
        if (absent(text) || text.equals("INVALID")) {
            return NONE;
        }
        return clockNanos(text);
    }

    /** A limit of run time: the same, or {@link Nanos#NEVER} for {@code UNLIMITED} and {@code Partition_Limit}. */
    static long limitNanos(String text) {
        if (unlimited(text)) {
            return Nanos.NEVER;
        }
        return absent(text) ? NONE : clockNanos(text);
    }

    /** The same as whole minutes. */
    static long limitMinutesNanos(String text) {
        if (unlimited(text)) {
            return Nanos.NEVER;
        }
        if (absent(text)) {
            return NONE;
        }
        long minutes = whole(text);
        return minutes == WRONG || minutes > MAX_SECONDS / 60 ? WRONG : minutes * Nanos.MINUTE;
    }

    /** Bytes: {@code 4000M}, {@code 1.50G}, units of 1,024; without a unit MiB, as Slurm's own options are. */
    static long bytes(String text) {
        if (text.isEmpty() || text.equals("0") || text.equals("?")) {
            return text.equals("0") ? 0 : NONE;
        }
        int unit = UNITS.indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
        String number = unit < 0 ? text : text.substring(0, text.length() - 1);
        double value = decimal(number) * (1L << 10 * (1 + (unit < 0 ? MEGA : unit)));
        return value >= 0 && value <= MAX_BYTES ? (long) value : WRONG;
    }

    /** How far the amount that was printed as {@code text}, which is sound, may be from the exact one: half its last digit. */
    static long rounding(String text) {
        if (text.isEmpty() || text.equals("0") || text.equals("?")) {
            return 0;
        }
        int unit = UNITS.indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
        int point = text.indexOf('.');
        int decimals = point < 0 ? 0 : text.length() - (unit < 0 ? 0 : 1) - point - 1;
        double digit = 1L << 10 * (1 + (unit < 0 ? MEGA : unit));
        for (int i = 0; i < decimals; i++) {
            digit /= 10;
        }
        return (long) (digit / 2);
    }

    /** A whole number of at most 18 digits; {@link #WRONG} where it is none. */
    static long whole(String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS) {
            return WRONG;
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return WRONG;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** Nothing, or a word for nothing. */
    static boolean absent(String text) {
        return text.isEmpty() || text.equals("Unknown") || text.equals("None") || text.equals("N/A");
    }

    /** The {@code length} digits at {@code start}, -1 where they are none or {@code end} does not follow. */
    private static int part(String text, int start, int length, char end) {
        int value = 0;
        for (int i = start; i < start + length; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        int next = start + length;
        return next == text.length() || text.charAt(next) == end ? value : -1;
    }

    private static boolean unlimited(String text) {
        return text.equalsIgnoreCase("UNLIMITED") || text.equalsIgnoreCase("Partition_Limit");
    }

    private static long inRange(long seconds) {
        return seconds < 0 || seconds > 2 * MAX_SECONDS ? WRONG : seconds * Nanos.SECOND;
    }

    private static long clockNanos(String text) {
        int dash = text.indexOf('-');
        long days = dash < 0 ? 0 : whole(text.substring(0, dash));
        String[] parts = text.substring(dash + 1).split(":", -1);
        if (days == WRONG || days > MAX_SECONDS || parts.length < 2 || parts.length > 3) {
            return WRONG;
        }
        int point = parts[parts.length - 1].indexOf('.');
        if (point > 0) {
            parts[parts.length - 1] = parts[parts.length - 1].substring(0, point);
        }
        long seconds = 0;
        for (String part : parts) {
            long value = whole(part);
            if (value == WRONG || value > MAX_SECONDS) {
                return WRONG;
            }
            seconds = seconds * 60 + value;
        }
        seconds += days * 24 * 3600;
        return seconds > MAX_SECONDS ? WRONG : seconds * Nanos.SECOND;
    }

    private static double decimal(String text) {
        int point = text.indexOf('.');
        String fraction = point < 0 ? "0" : text.substring(point + 1);
        boolean sound = whole(point < 0 ? text : text.substring(0, point)) != WRONG && whole(fraction) != WRONG;
        return sound ? Double.parseDouble(text) : WRONG;
    }
}
