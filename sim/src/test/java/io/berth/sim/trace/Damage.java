package io.berth.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.berth.core.time.Chance;
import io.berth.spec.input.InputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongPredicate;

/** What may become of a file on its way: bits flip, ends are lost, text is put in, fields change places. */
final class Damage {
    private static final String[] INSERTS = {
        "x", "-", "-5", "\"", ",", "\n", "\r", ":", "|", "99999999999999999999", "\0"
    };

    static final int MUTATIONS = Boolean.getBoolean("berth.full") ? 2000 : 500;

    private Damage() {}

    /** How many of {@link #MUTATIONS} attempts were refused, each by its seed; an attempt is true where the damaged file was read all the same. */
    static int refused(LongPredicate attempt) {
        int refused = 0;
        for (int seed = 0; seed < MUTATIONS; seed++) {
            refused += attempt.test(seed) ? 0 : 1;
        }
        return refused;
    }

    /** Whether {@code reading} goes well; where not, it must say so in one short line that begins with the name of the file. */
    static boolean isRead(String file, int longest, String attempt, Runnable reading) {
        try {
            reading.run();
            return true;
        } catch (InputException e) {
            assertThat(e.getMessage()).as(attempt).startsWith(file + ":").doesNotContain("\n", "\r", "\0");
            assertThat(e.getMessage()).as(attempt).hasSizeLessThan(longest);
            return false;
        } catch (RuntimeException e) {
            return fail(attempt, e);
        }
    }

    /** At times the file is packed, before or after what becomes of it. */
    static byte[] ofMaybePacked(byte[] bytes, Chance chance) {
        boolean packed = chance.below(4) == 0;
        boolean before = chance.below(2) == 0;
        if (!packed) {
            return of(bytes, chance);
        }
        return before ? OpenbText.gzip(of(bytes, chance)) : of(OpenbText.gzip(bytes), chance);
    }

    static byte[] of(byte[] bytes, Chance chance) {
        int at = chance.below(bytes.length);
        return switch (chance.below(5)) {
            case 0 -> flipped(bytes, chance);
            case 1 -> Arrays.copyOf(bytes, at);
            case 2 -> inserted(bytes, at, INSERTS[chance.below(INSERTS.length)]);
            case 3 -> swapped(bytes, at);
            default -> Arrays.copyOfRange(bytes, at, bytes.length);
        };
    }

    private static byte[] flipped(byte[] bytes, Chance chance) {
        byte[] copy = bytes.clone();
        for (int i = 1 + chance.below(8); i > 0; i--) {
            copy[chance.below(copy.length)] ^= (byte) (1 << chance.below(8));
        }
        return copy;
    }

    private static byte[] inserted(byte[] bytes, int at, String text) {
        byte[] more = text.getBytes(StandardCharsets.UTF_8);
        byte[] copy = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(bytes, at, copy, at + more.length, bytes.length - at);
        System.arraycopy(more, 0, copy, at, more.length);
        return copy;
    }

    /** Two neighbouring fields of the line around {@code at} change places; in a packed file, whatever looks so. */
    private static byte[] swapped(byte[] bytes, int at) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        char separator = separator(text);
        int first = text.indexOf(separator, at);
        int second = text.indexOf(separator, first + 1);
        int third = text.indexOf(separator, second + 1);
        if (first < 0 || second < 0 || third < 0) {
            return bytes;
        }
        String swapped = text.substring(0, first)
                + text.substring(second, third)
                + text.substring(first, second)
                + text.substring(third);
        return swapped.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** What parts the fields of the file: the most frequent of the candidates. */
    private static char separator(String text) {
        char most = ',';
        long count = 0;
        for (char candidate : new char[] {',', '|', ' '}) {
            long there = text.chars().filter(c -> c == candidate).count();
            if (there > count) {
                most = candidate;
                count = there;
            }
        }
        return most;
    }
}
