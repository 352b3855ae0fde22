package io.berth.sim.trace;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A text file read line by line; plain or gzip, LF or CRLF, a byte order mark passed over. What is wrong with the file ends the
 * reading; what is wrong with a line is left to the {@link Lenience}.
 */
public final class TraceLines implements AutoCloseable {
    /** A longer line is no table at all. */
    private static final int MAX_LINE_CHARS = 1 << 20;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final TraceFile file;
    private final Reader reader;
    private final Lenience lenience;
    private final char[] buffer = new char[1 << 15];
    private final StringBuilder text = new StringBuilder();
    private int position;
    private int limit;
    private long number;

    private TraceLines(TraceFile file, InputStream in, Lenience lenience) {
        this.file = file;
        this.reader = new InputStreamReader(in, StandardCharsets.UTF_8);
        this.lenience = lenience;
    }

    /** The lines of {@code path}. */
    public static TraceLines open(Path path, Lenience lenience) {
        TraceFile file = new TraceFile(path.toString());
        return of(file, file.open(path), lenience);
    }

    /** The lines of {@code raw}, which it closes; {@code file} is named in errors. */
    public static TraceLines of(TraceFile file, InputStream raw, Lenience lenience) {
        return new TraceLines(file, file.unpacked(raw), lenience);
    }

    /** The same of a file whose writer may have been killed: where it ends early, it ends. */
    public static TraceLines ofUnfinished(TraceFile file, InputStream raw, Lenience lenience) {
        return new TraceLines(file, new UntilCut(file.unpacked(raw)), lenience);
    }

    public TraceFile file() {
        return file;
    }

    /** Moves to the next line; false at the end. */
    public boolean next() {
        text.setLength(0);
        number++;
        try {
            if (position == limit && !fill()) {
                return false;
            }
            readLine();
        } catch (IOException e) {
            throw file.broken(number, e);
        }
        int length = text.length();
        if (length > 0 && text.charAt(length - 1) == '\r') {
            text.setLength(length - 1);
        }
        if (number == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            text.deleteCharAt(0);
        }
        return true;
    }

    /** Its number, from 1. */
    public long number() {
        return number;
    }

    /** The line without its end; the same object each time, with other text. */
    public CharSequence line() {
        return text;
    }

    /** Counts this line as skipped, or ends the reading. */
    public void skip(BadRow bad) {
        file.skip(lenience, number, bad);
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw file.broken(number, e);
        }
    }

    private void readLine() throws IOException {
        while (position < limit || fill()) {
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            text.append(buffer, position, end - position);
            if (text.length() > MAX_LINE_CHARS) {
                throw new IOException("a line is longer than " + MAX_LINE_CHARS + " characters");
            }
            position = end;
            if (end < limit) {
                position++;
                return;
            }
        }
    }

    /** Ends where what is packed does. */
    private static final class UntilCut extends FilterInputStream {
        UntilCut(InputStream packed) {
            super(packed);
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            try {
                return in.read(to, from, length);
            } catch (EOFException e) {
                return -1;
            }
        }
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = StrictMath.max(0, reader.read(buffer));
        return limit > 0;
    }
}
