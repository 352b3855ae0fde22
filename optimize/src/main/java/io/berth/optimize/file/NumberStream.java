package io.berth.optimize.file;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * The numbers of a text, separated by any white space, one after another: bytes in, no objects out. A number is a mantissa times
 * a power of ten, so that decimals stay exact.
 */
final class NumberStream {
    /** Digits that a {@code long} holds whatever they are. */
    private static final int MOST_DIGITS = 18;

    /** Longer words are no numbers that somebody counts with. */
    private static final int LONGEST_WORD = 64;

    /** Powers of ten beyond these are refused before they are multiplied out. */
    private static final int LARGEST_SCALE = 99;

    private static final int BUFFER_BYTES = 1 << 16;

    private final String name;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;
    private boolean ended;
    private long line = 1;
    private long bytesBefore;
    private long lineStart;
    private int start;
    private long mantissa;
    private int scale;

    /** @param name of the text, for errors */
    NumberStream(String name, InputStream in) {
        this.name = name;
        this.in = in;
    }

    /** Reads the next number; false at the end of the text. */
    boolean next() {
        skipBlanks();
        start = at;
        if (at == end) {
            return false;
        }
        boolean negative = buffer[at] == '-';
        int digit = negative ? at + 1 : at;
        int first = digit;
        long number = 0;
        while (digit < end && buffer[digit] >= '0' && buffer[digit] <= '9') {
            number = 10 * number + (buffer[digit++] - '0');
        }
        if (digit == first || digit - first > MOST_DIGITS || digit < end && !blank(buffer[digit])) {
            decimal();
            return true;
        }
        mantissa = negative ? -number : number;
        scale = 0;
        at = digit;
        return true;
    }

    /** The number is this times {@code 10^-scale}. */
    long mantissa() {
        return mantissa;
    }

    /** How many digits stand behind the point; the last of them is no zero. Below 0 for zeros before it. */
    int scale() {
        return scale;
    }

    /** The line of the number that was read last, from 1. */
    long line() {
        return line;
    }

    /** An error of the number that was read last, or of the end of the text. */
    InputException wrong(String problem) {
        return new InputException(name + ":" + line + ":" + (bytesBefore + start - lineStart + 1), problem);
    }

    /** The number that was read last, as it is written. */
    String word() {
        int stop = start;
        while (stop < end && stop - start <= LONGEST_WORD && !blank(buffer[stop])) {
            stop++;
        }
        return new String(buffer, start, stop - start, StandardCharsets.UTF_8);
    }

    private void decimal() {
        String word = word();
        at = start + word.length();
        if (word.length() > LONGEST_WORD || !word.matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d{1,3})?")) {
            throw wrong("must be a number, but is " + Quote.of(word));
        }
        BigDecimal number = new BigDecimal(word).stripTrailingZeros();
        if (number.precision() > MOST_DIGITS || Math.abs(number.scale()) > LARGEST_SCALE) {
            throw wrong("must be a number of at most " + MOST_DIGITS + " digits, but is " + Quote.of(word));
        }
        mantissa = number.unscaledValue().longValueExact();
        scale = number.scale();
        if (scale < 0 && number.precision() - scale <= MOST_DIGITS) {
            mantissa = number.longValueExact();
            scale = 0;
        }
    }

    /** Goes to the next word; all of it is in the buffer then, unless it is too long to be a number. */
    private void skipBlanks() {
        do {
            while (at < end && blank(buffer[at])) {
                if (buffer[at++] == '\n') {
                    line++;
                    lineStart = bytesBefore + at;
                }
            }
        } while (end - at <= LONGEST_WORD && !ended && fill() && (at == end || blank(buffer[at])));
    }

    /** Reads on; false where that was not possible. */
    private boolean fill() {
        System.arraycopy(buffer, at, buffer, 0, end - at);
        bytesBefore += at;
        end -= at;
        at = 0;
        try {
            int read = in.readNBytes(buffer, end, BUFFER_BYTES - end);
            ended = read < BUFFER_BYTES - end;
            end += read;
            return read > 0;
        } catch (IOException e) {
            throw new InputException(name, "cannot be read: " + e.getMessage());
        }
    }

    private static boolean blank(byte each) {
        return each >= 0 && each <= ' ';
    }
}
