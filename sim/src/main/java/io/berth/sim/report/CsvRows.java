package io.berth.sim.report;

import io.berth.core.time.Nanos;
import java.math.BigDecimal;
import java.util.Locale;

/** Rows of CSV (RFC 4180) that are written field by field; each ends with a line feed. */
final class CsvRows {
    private final StringBuilder rows = new StringBuilder();

    /** Quoted where a comma, quote or line end stands in it. */
    CsvRows text(String value) {
        boolean plain =
                value.indexOf(',') < 0 && value.indexOf('"') < 0 && value.indexOf('\n') < 0 && value.indexOf('\r') < 0;
        rows.append(plain ? value : '"' + value.replace("\"", "\"\"") + '"').append(',');
        return this;
    }

    /** Its name in lower case. */
    CsvRows word(Enum<?> value) {
        return text(lower(value));
    }

    /** What {@link #word} writes. */
    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    CsvRows number(long value) {
        rows.append(value).append(',');
        return this;
    }

    /** Seconds to the nanosecond; an empty field where they are not {@code known}. */
    CsvRows seconds(boolean known, long nanos) {
        if (known && nanos % Nanos.SECOND == 0) {
            rows.append(nanos / Nanos.SECOND);
        } else if (known) {
            rows.append(BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString());
        }
        rows.append(',');
        return this;
    }

    /** To the millionth; an empty field where it is not {@code known}. */
    CsvRows amount(boolean known, double value) {
        if (known) {
            rows.append(BigDecimal.valueOf(StrictMath.round(value * 1e6), 6)
                    .stripTrailingZeros()
                    .toPlainString());
        }
        rows.append(',');
        return this;
    }

    /** Ends the row, which has a field at least. */
    void end() {
        rows.setCharAt(rows.length() - 1, '\n');
    }

    /** All rows. */
    String text() {
        return rows.toString();
    }
}
