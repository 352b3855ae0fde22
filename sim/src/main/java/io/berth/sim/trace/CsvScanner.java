package io.berth.sim.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits bytes into rows of fields after RFC 4180: commas, quotes doubled inside quotes, LF or CRLF, a byte order mark
 * and blank lines passed over. A field stays bytes until somebody asks for it.
 */
public final class CsvScanner {
    /** A longer row is a quote that was never closed, or no table at all. */
    static final int MAX_ROW_BYTES = 1 << 24;

    /** {@link #number} of a field that is none. */
    static final long NOT_A_NUMBER = Long.MIN_VALUE;

    private static final int FIELD_START = 0;
    private static final int PLAIN = 1;
    private static final int QUOTED = 2;
    private static final int AFTER_QUOTE = 3;
    private static final int ROW_END = 4;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private boolean begun;

    private byte[] row = new byte[1 << 10];
    private int length;
    private int[] ends = new int[16];
    private int fields;
    private boolean anyQuote;
    private String fault = "";
    private long line;
    private long newlines;

    public CsvScanner(InputStream in) {
        this.in = in;
    }

    /** Moves to the next row; false at the end. */
    public boolean next() throws IOException {
        do {
            if (!readRow()) {
                return false;
            }
        } while (fields == 1 && length == 0 && !anyQuote);
        return true;
    }

    /** The line on which the row begins, from 1. */
    public long line() {
        return line;
    }

    public int fields() {
        return fields;
    }

    /** What is wrong with the row's quotes; empty if nothing. */
    public String fault() {
        return fault;
    }

    boolean blank(int field) {
        return start(field) == ends[field];
    }

    public String text(int field) {
        int start = start(field);
        return new String(row, start, ends[field] - start, StandardCharsets.UTF_8);
    }

    /** The field as a whole number; {@link #NOT_A_NUMBER} where it is none, saturated where it does not fit. */
    public long number(int field) {
        int at = start(field);
        int end = ends[field];
        boolean negative = at < end && row[at] == '-';
        if (negative) {
            at++;
        }
        if (at == end) {
            return NOT_A_NUMBER;
        }
        long value = 0;
        for (; at < end; at++) {
            int digit = row[at] - '0';
            if (digit < 0 || digit > 9) {
                return NOT_A_NUMBER;
            }
            value = value > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : value * 10 + digit;
        }
        return negative ? -value : value;
    }

    /** Bytes of the field. */
    public int length(int field) {
        return ends[field] - start(field);
    }

    private int start(int field) {
        return field == 0 ? 0 : ends[field - 1];
    }

    private boolean readRow() throws IOException {
        length = 0;
        fields = 0;
        anyQuote = false;
        fault = "";
        line = newlines + 1;
        int state = FIELD_START;
        boolean any = false;
        for (int next = read(); next >= 0; next = read()) {
            any = true;
            state = state == QUOTED ? quoted(next) : outside(state, next);
            if (state == PLAIN) {
                keepPlainRun();
            }
            if (state == ROW_END) {
                return true;
            }
        }
        if (state == QUOTED) {
            fault = "has a quote that is never closed";
        }
        if (any) {
            endRow(state);
        }
        return any;
    }

    private int quoted(int next) throws IOException {
        if (next == '"') {
            return AFTER_QUOTE;
        }
        if (next == '\n') {
            newlines++;
        }
        keep(next);
        return QUOTED;
    }

    private int outside(int state, int next) throws IOException {
        if (next == ',') {
            endField();
            return FIELD_START;
        }
        if (next == '\n') {
            newlines++;
            endRow(state);
            return ROW_END;
        }
        if (next == '"' && state != PLAIN) {
            anyQuote = true;
            if (state == AFTER_QUOTE) {
                keep(next);
            }
            return QUOTED;
        }
        if (state == AFTER_QUOTE) {
            if (next != '\r') {
                fault = "has text after a closing quote";
            }
            return AFTER_QUOTE;
        }
        keep(next);
        return PLAIN;
    }

    private void endRow(int state) throws IOException {
        if (state == PLAIN && row[length - 1] == '\r') {
            length--;
        }
        endField();
    }

    private void endField() throws IOException {
        if (fields == ends.length) {
            if (fields == MAX_ROW_BYTES) {
                throw new IOException("a row has more than " + MAX_ROW_BYTES + " fields");
            }
            ends = Arrays.copyOf(ends, 2 * fields);
        }
        ends[fields++] = length;
    }

    private void keep(int next) throws IOException {
        if (length == row.length) {
            growRow();
        }
        row[length++] = (byte) next;
    }

    /** Takes the bytes up to the next comma, line end or end of the buffer at once; most bytes come this way. */
    private void keepPlainRun() throws IOException {
        int at = position;
        while (at < limit && buffer[at] != ',' && buffer[at] != '\n') {
            at++;
        }
        int run = at - position;
        while (length + run > row.length) {
            growRow();
        }
        System.arraycopy(buffer, position, row, length, run);
        length += run;
        position = at;
    }

    private void growRow() throws IOException {
        if (row.length == MAX_ROW_BYTES) {
            throw new IOException("a row is longer than " + MAX_ROW_BYTES + " bytes");
        }
        row = Arrays.copyOf(row, 2 * row.length);
    }

    private int read() throws IOException {
        return position < limit || fill() ? buffer[position++] & 0xff : -1;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = begun ? in.read(buffer) : in.readNBytes(buffer, 0, 3);
        if (!begun) {
            begun = true;
            if (limit == 3 && (buffer[0] & 0xff) == 0xef && (buffer[1] & 0xff) == 0xbb && (buffer[2] & 0xff) == 0xbf) {
                return fill();
            }
        }
        return limit > 0;
    }
}
