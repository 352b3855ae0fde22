package io.berth.sim.trace.request;

import io.berth.sim.trace.CsvTable;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** The arrivals of a trace whose rows have a date and time: time since the first row, made faster. */
final class TraceClock {
    private final double rate;
    private @Nullable LocalDateTime first;
    private long last;

    /** @param rate how many times faster than recorded */
    TraceClock(double rate) {
        this.rate = rate;
    }

    /** Nanoseconds from the first row to this one, which must not be earlier than the one before. */
    long nanos(CsvTable table, int column) {
        LocalDateTime at = time(table, column);
        LocalDateTime from = first == null ? at : first;
        long nanos;
        try {
            nanos = (long) (Duration.between(from, at).toNanos() / rate);
        } catch (ArithmeticException _) {
            throw table.bad(column, "is too far from the first row", "a time within 292 years of it");
        }
        if (nanos < last) {
            throw table.bad(column, "is earlier than the row before", "rows in the order of time");
        }
        first = from;
        last = nanos;
        return nanos;
    }

    private static LocalDateTime time(CsvTable table, int column) {
        try {
            return LocalDateTime.parse(table.text(column).replace(' ', 'T'));
        } catch (DateTimeParseException _) {
            throw table.bad(column, "is no date and time", "like 2023-11-16 18:15:46.68");
        }
    }
}
