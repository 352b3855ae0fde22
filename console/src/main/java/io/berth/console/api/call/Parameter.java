package io.berth.console.api.call;

import io.berth.console.http.message.Problem;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.WholeNumber;
import io.berth.spec.job.JobRange;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that a request names outside its body.
 *
 * @param in where it stands
 * @param type what its text must be
 * @param fallback its value where it is absent; empty for none
 * @param min the least whole number
 * @param max the greatest
 * @param words the words allowed; empty for any
 */
public record Parameter(
        String name, In in, Type type, String doc, String fallback, long min, long max, List<String> words) {
    private static final Pattern OFFSET =
            Pattern.compile("(.*T.*)([+-])([01]\\d|2[0-3]):([0-5]\\d)", Pattern.CASE_INSENSITIVE);
    private static final long MOST_SECONDS = Long.MAX_VALUE / Nanos.SECOND - 1;

    enum In {
        PATH,
        QUERY,
        HEADER
    }

    enum Type {
        WHOLE,
        TEXT,
        /** A moment: UTC, ISO 8601. */
        INSTANT,
        /** A time zone of the IANA database, or an offset. */
        ZONE,
        /** Whole numbers and ranges of them, separated by commas. */
        RANGES,
        /** Some of the words, separated by commas. */
        WORDS
    }

    public Parameter {
        words = List.copyOf(words);
    }

    /** A whole number in the path. */
    public static Parameter number(String name, String doc) {
        return new Parameter(name, In.PATH, Type.WHOLE, doc, "", 1, Long.MAX_VALUE, List.of());
    }

    /** A text in the path. */
    public static Parameter name(String name, String doc) {
        return new Parameter(name, In.PATH, Type.TEXT, doc, "", 0, 0, List.of());
    }

    /** A header. */
    public static Parameter header(String name, String doc) {
        return new Parameter(name, In.HEADER, Type.TEXT, doc, "", 0, 0, List.of());
    }

    /** A text in the query. */
    public static Parameter text(String name, String doc) {
        return new Parameter(name, In.QUERY, Type.TEXT, doc, "", 0, 0, List.of());
    }

    /** Numbers of jobs in the query, and ranges of them. */
    public static Parameter ranges(String name, String doc) {
        return new Parameter(name, In.QUERY, Type.RANGES, doc, "", 0, 0, List.of());
    }

    /** A whole number in the query. */
    public static Parameter whole(String name, String doc, long fallback, long min, long max) {
        return new Parameter(name, In.QUERY, Type.WHOLE, doc, Long.toString(fallback), min, max, List.of());
    }

    /** A time zone in the query. */
    public static Parameter zone(String name, String doc) {
        return new Parameter(name, In.QUERY, Type.ZONE, doc, "", 0, 0, List.of());
    }

    /** A moment in the query. */
    public static Parameter instant(String name, String doc) {
        return new Parameter(name, In.QUERY, Type.INSTANT, doc, "", 0, 0, List.of());
    }

    /** Some of {@code words} in the query. */
    public static Parameter words(String name, String doc, List<String> words) {
        return new Parameter(name, In.QUERY, Type.WORDS, doc, "", 0, 0, words);
    }

    /** Refuses a text that is not as it must be. */
    void check(String text) {
        switch (type) {
            case TEXT -> {}
            case WHOLE -> whole(text);
            case INSTANT -> nanos(text);
            case ZONE -> zoneOf(text);
            case RANGES -> ranges(text);
            case WORDS -> {
                for (String word : text.isEmpty() ? new String[0] : text.split(",", -1)) {
                    if (!words.contains(word)) {
                        throw Problem.input(name, name + ": " + InputException.unknown("value", word, words))
                                .exception();
                    }
                }
            }
        }
    }

    /** The time zone that {@code text} names; that of this program where it is empty. */
    public ZoneId zoneOf(String text) {
        try {
            return text.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(text);
        } catch (DateTimeException e) {
            throw Problem.input(
                            name,
                            name + " must be a time zone such as Europe/Berlin or +02:00, but is " + Quote.of(text))
                    .exception();
        }
    }

    /** The jobs that {@code text} names; none where it is empty. */
    public List<JobRange> ranges(String text) {
        List<JobRange> ranges = new ArrayList<>();
        try {
            for (String range : text.isEmpty() ? new String[0] : text.split(",", -1)) {
                ranges.add(JobRange.parse(name, range));
            }
        } catch (InputException e) {
            throw Problem.input(name, String.valueOf(e.getMessage())).exception();
        }
        return ranges;
    }

    /** The moment that {@code text} is, UTC nanoseconds; the nearest that 64 bits hold. */
    public long nanos(String text) {
        try {
            Matcher offset = OFFSET.matcher(text);
            Instant instant = Instant.parse(offset.matches() ? offset.group(1) + "Z" : text);
            long seconds = instant.getEpochSecond() - (offset.matches() ? offsetSeconds(offset) : 0);
            if (Math.abs(seconds) > MOST_SECONDS) {
                return seconds < 0 ? -MOST_SECONDS * Nanos.SECOND : MOST_SECONDS * Nanos.SECOND;
            }
            return seconds * Nanos.SECOND + instant.getNano();
        } catch (DateTimeException e) {
            throw Problem.input(name, name + " must be a moment such as 2026-01-01T12:00:00Z, but is " + Quote.of(text))
                    .exception();
        }
    }

    /** RFC 3339 allows up to a day less a minute, of which Java knows up to 18 hours. */
    private static long offsetSeconds(Matcher offset) {
        long seconds = 3_600 * WholeNumber.parse(offset.group(3)) + 60 * WholeNumber.parse(offset.group(4));
        return offset.group(2).equals("-") ? -seconds : seconds;
    }

    /** The whole number that {@code text} is. */
    public long whole(String text) {
        try {
            long value = WholeNumber.parse(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        String range = max == Long.MAX_VALUE ? "from " + min : min + " to " + max;
        throw Problem.input(name, name + " must be a whole number, " + range + ", but is " + Quote.of(text))
                .exception();
    }
}
