package io.berth.live.journal.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Finds whole records among bytes of which nobody knows where records begin. A flipped byte may have hit a length, so every
 * offset is tried; but no byte is summed again for each of them, or bytes that say "a long record begins" everywhere would take
 * the square of their number.
 *
 * <p>The checksum of any stretch follows from those of two prefixes, since a CRC is linear over GF(2): CRC(A‖B) = CRC(A)·x^(8|B|) +
 * CRC(B), modulo the polynomial, for checksums begun with 0 (M. Adler, crc32_combine of zlib). Checksums of prefixes are kept at each
 * {@link #STEP}th byte; the powers of x come from tables for the four bytes of a length.
 */
final class WholeRecords {
    /** CRC-32C, reflected: bit 31 is the factor of x^0. */
    private static final int POLYNOMIAL = 0x82f63b78;

    private static final int ONE = 0x8000_0000;
    /** A sixteenth of the bytes is kept beside them. */
    private static final int STEP = 64;

    /** No whole record is there. */
    static final int NONE = -1;

    /** There are so many places where one could begin that nobody looked at all of them: somebody made these bytes up. */
    static final int UNKNOWN = -2;

    /** Some seconds; bytes that nobody made up hold a handful of such places. */
    private static final int MOST_CHECKS = 4_000_000;

    /** The head of a record and the time of its frame. */
    private static final int LEAST_BYTES = RecordFormat.HEAD_BYTES + 8;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int[] BYTE = byteTable();
    /** x^(8·n·256^k) at [k][n]. */
    private static final int[][] POWERS = powers();

    private final byte[] bytes;
    private final int from;
    /** Checksum, begun with 0, of the bytes before each {@link #STEP}th behind {@link #from}. */
    private final int[] prefixes;

    private int powerOf;
    private int power = ONE;

    private WholeRecords(byte[] bytes, int from) {
        this.bytes = bytes;
        this.from = from;
        this.prefixes = new int[(bytes.length - from) / STEP + 1];
        CRC32C checksum = new CRC32C();
        for (int step = 1; step < prefixes.length; step++) {
            checksum.update(bytes, from + (step - 1) * STEP, STEP);
            prefixes[step] = plain((int) checksum.getValue(), (long) step * STEP);
        }
    }

    /**
     * Where the first whole record at or behind {@code from} begins, {@link #NONE}, or {@link #UNKNOWN}. Takes time in proportion
     * to the bytes.
     *
     * @param earliestNanos no frame is earlier, as time does not go back in a journal
     */
    static int after(byte[] bytes, int from, long earliestNanos) {
        return from > bytes.length - LEAST_BYTES ? NONE : new WholeRecords(bytes, from).first(earliestNanos);
    }

    private int first(long earliestNanos) {
        int checks = 0;
        for (int at = from; at <= bytes.length - LEAST_BYTES; at++) {
            int length = (int) INT.get(bytes, at);
            boolean plausible = length > 0
                    && length <= bytes.length - at - RecordFormat.HEAD_BYTES
                    && (long) LONG.get(bytes, at + RecordFormat.HEAD_BYTES) >= earliestNanos;
            if (plausible && (int) INT.get(bytes, at + 4) == checksum(at, length)) {
                return at;
            }
            checks += plausible ? 1 : 0;
            if (checks > MOST_CHECKS) {
                return UNKNOWN;
            }
        }
        return NONE;
    }

    /** The CRC-32C of a record's length and payload, as {@link RecordFormat} has it. */
    private int checksum(int at, int length) {
        int payload = at + RecordFormat.HEAD_BYTES;
        int end = payload + length;
        if (length != powerOf) {
            powerOf = length;
            power = power(length);
        }
        // Begun with all ones, over the length's four bytes; then as if the payload followed them.
        int head = sum(-1, at, at + 4);
        return ~(times(head ^ prefix(payload), power) ^ prefix(end));
    }

    /** The checksum, begun with 0, of the bytes before {@code end}. */
    private int prefix(int end) {
        int step = (end - from) / STEP;
        return sum(prefixes[step], from + step * STEP, end);
    }

    private int sum(int begun, int begin, int end) {
        int sum = begun;
        for (int at = begin; at < end; at++) {
            sum = sum >>> 8 ^ BYTE[(sum ^ bytes[at]) & 0xff];
        }
        return sum;
    }

    /** A checksum of {@code length} bytes as if it had begun with 0 and had not been inverted at the end. */
    private static int plain(int checksum, long length) {
        return ~checksum ^ times(-1, power((int) length));
    }

    /** x^(8·{@code length}). */
    private static int power(int length) {
        int power = POWERS[0][length & 0xff];
        for (int k = 1, rest = length >>> 8; rest != 0; k++, rest >>>= 8) {
            power = times(power, POWERS[k][rest & 0xff]);
        }
        return power;
    }

    /** The product of two polynomials, modulo that of the checksum. */
    private static int times(int left, int right) {
        int product = 0;
        int shifted = right;
        for (int rest = left; rest != 0; rest <<= 1) {
            product ^= shifted & rest >> 31;
            shifted = shifted >>> 1 ^ POLYNOMIAL & -(shifted & 1);
        }
        return product;
    }

    private static int[] byteTable() {
        int[] table = new int[256];
        for (int value = 0; value < table.length; value++) {
            int sum = value;
            for (int bit = 0; bit < 8; bit++) {
                sum = sum >>> 1 ^ POLYNOMIAL & -(sum & 1);
            }
            table[value] = sum;
        }
        return table;
    }

    private static int[][] powers() {
        int[][] powers = new int[4][256];
        // x^8.
        int unit = ONE >>> 8;
        for (int[] row : powers) {
            row[0] = ONE;
            for (int n = 1; n < row.length; n++) {
                row[n] = times(row[n - 1], unit);
            }
            unit = times(row[row.length - 1], unit);
        }
        return powers;
    }
}
