package io.berth.sim.trace.swf;

import io.berth.core.time.Nanos;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.TraceFile;
import io.berth.sim.trace.TraceLines;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A log in Standard Workload Format, plain or gzip: comments that begin with a semicolon, then a line of 18 numbers per job,
 * separated by blanks. A negative number means that the log does not know. Times are seconds, whole or with a fraction, since
 * the log's own zero; they stay so ({@code UnixStartTime} is not added), because orders that read the time of submission, such
 * as f1, mean the log's.
 *
 * <p>Source: Chapin et al., Benchmarks and standards for the evaluation of parallel job schedulers, JSSPP 1999, and the Parallel
 * Workloads Archive.
 *
 * @param header what its comments say
 * @param jobs in the order of the file
 */
public record SwfLog(SwfHeader header, List<SwfJob> jobs) {
    private static final int FIELDS = 18;

    /** A century, so that sums of times stay in range. */
    private static final long MAX_SECONDS = 100L * 366 * 24 * 3600;

    private static final long MAX_PROCESSORS = 100_000_000;
    private static final int FRACTION_DIGITS = 9;

    /** The log in {@code path}. */
    public static SwfLog read(Path path, Lenience lenience) {
        try (TraceLines lines = TraceLines.open(path, lenience)) {
            return read(lines);
        }
    }

    /** The log read from {@code in}, which {@code name} names in errors. */
    public static SwfLog read(String name, InputStream in, Lenience lenience) {
        try (TraceLines lines = TraceLines.of(new TraceFile(name), in, lenience)) {
            return read(lines);
        }
    }

    private static SwfLog read(TraceLines lines) {
        SwfHeader header = SwfHeader.EMPTY;
        List<SwfJob> jobs = new ArrayList<>();
        Row row = new Row();
        while (lines.next()) {
            row.split(lines.line());
            if (row.fields == 0) {
                continue;
            }
            if (row.comment()) {
                header = jobs.isEmpty() ? header.with(lines.line().toString().strip()) : header;
                continue;
            }
            try {
                jobs.add(row.job());
            } catch (BadRow bad) {
                lines.skip(bad);
            }
        }
        return new SwfLog(header, List.copyOf(jobs));
    }

    /** One line as fields. */
    private static final class Row {
        private final int[] starts = new int[FIELDS + 1];
        private final int[] ends = new int[FIELDS + 1];
        private CharSequence line = "";
        private int fields;

        /** Finds the fields of {@code text}; of too many, only that they are. */
        void split(CharSequence text) {
            line = text;
            fields = 0;
            int at = 0;
            while (fields <= FIELDS) {
                while (at < text.length() && text.charAt(at) <= ' ') {
                    at++;
                }
                if (at == text.length()) {
                    return;
                }
                starts[fields] = at;
                while (at < text.length() && text.charAt(at) > ' ') {
                    at++;
                }
                ends[fields++] = at;
            }
        }

        boolean comment() {
            return line.charAt(starts[0]) == ';';
        }

        SwfJob job() {
            if (fields != FIELDS) {
                String fault = fields < FIELDS ? "has too few fields" : "has too many fields";
                throw new BadRow("", "", fault, FIELDS + " numbers separated by blanks");
            }
            long submitNanos = nanos(2, "submit time");
            if (submitNanos < 0) {
                throw bad(2, "submit time", "is negative", "seconds, 0 or later");
            }
            return new SwfJob(
                    whole(1, "job number", Long.MAX_VALUE / 2),
                    submitNanos,
                    nanos(4, "run time"),
                    whole(5, "allocated processors", MAX_PROCESSORS),
                    whole(8, "requested processors", MAX_PROCESSORS),
                    nanos(9, "requested time"),
                    wholePart(10, "requested memory"),
                    (int) whole(11, "status", Integer.MAX_VALUE),
                    whole(12, "user", Integer.MAX_VALUE),
                    whole(13, "group", Integer.MAX_VALUE),
                    wholePart(14, "executable"),
                    whole(15, "queue", Integer.MAX_VALUE),
                    whole(16, "partition", Integer.MAX_VALUE));
        }

        /** Field {@code field}, from 1, as a whole number up to {@code max}; {@link SwfJob#UNKNOWN} for a negative one. */
        private long whole(int field, String name, long max) {
            int at = starts[field - 1];
            int end = ends[field - 1];
            boolean negative = line.charAt(at) == '-';
            long value = digits(field, name, negative ? at + 1 : at, end);
            if (value > max) {
                throw bad(field, name, "is too large", "a whole number, -1 to " + max);
            }
            return negative ? SwfJob.UNKNOWN : value;
        }

        /** The same without the fraction that it may have. */
        private long wholePart(int field, String name) {
            int at = starts[field - 1];
            int end = at;
            while (end < ends[field - 1] && line.charAt(end) != '.') {
                end++;
            }
            boolean negative = line.charAt(at) == '-';
            long value = digits(field, name, negative ? at + 1 : at, end);
            return negative ? SwfJob.UNKNOWN : value;
        }

        /** The same for seconds, which may have a fraction, in nanoseconds. */
        private long nanos(int field, String name) {
            int at = starts[field - 1];
            int end = ends[field - 1];
            boolean negative = line.charAt(at) == '-';
            int point = at;
            while (point < end && line.charAt(point) != '.') {
                point++;
            }
            long seconds = digits(field, name, negative ? at + 1 : at, point);
            if (seconds > MAX_SECONDS) {
                throw bad(field, name, "is too large", "seconds, -1 to " + MAX_SECONDS);
            }
            long fraction = 0;
            if (point < end) {
                int last = StrictMath.min(end, point + 1 + FRACTION_DIGITS);
                fraction = digits(field, name, point + 1, last);
                for (int missing = last - point - 1; missing < FRACTION_DIGITS; missing++) {
                    fraction *= 10;
                }
                if (last < end) {
                    digits(field, name, last, end);
                }
            }
            return negative ? SwfJob.UNKNOWN : seconds * Nanos.SECOND + fraction;
        }

        private long digits(int field, String name, int from, int to) {
            long value = 0;
            for (int i = from; i < to; i++) {
                int digit = line.charAt(i) - '0';
                if (digit < 0 || digit > 9) {
                    throw bad(field, name, "is not a number", "a number");
                }
                value = value > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : value * 10 + digit;
            }
            if (from >= to) {
                throw bad(field, name, "is not a number", "a number");
            }
            return value;
        }

        private BadRow bad(int field, String name, String fault, String allowed) {
            String value = line.subSequence(starts[field - 1], ends[field - 1]).toString();
            return new BadRow("field " + field + ", " + name, value, fault, allowed);
        }
    }
}
