package io.berth.spec.quantity;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * Bytes as users write them: binary units ({@code 64Gi}), decimal units ({@code 10G}) or plain ({@code 1048576}). Bandwidths
 * are the same, per second.
 */
public final class Bytes {
    public static final String ALLOWED = "bytes like 64Gi, 512Mi, 10G or a plain number";

    private static final List<String> PREFIXES = List.of("k", "M", "G", "T", "P", "E");

    private Bytes() {}

    /** The bytes in {@code text}. */
    public static long parse(String text) {
        String number = text.strip();
        BigDecimal unit = BigDecimal.ONE;
        if (number.endsWith("i")) {
            number = withoutLast(number);
            int power = power(number);
            if (power == 0) {
                throw Numeral.wrong(text, ALLOWED);
            }
            unit = BigDecimal.valueOf(1024).pow(power);
            number = withoutLast(number);
        } else if (power(number) > 0) {
            unit = BigDecimal.valueOf(1000).pow(power(number));
            number = withoutLast(number);
        }
        return Numeral.exact(Numeral.parse(number, text, ALLOWED).multiply(unit), text, "bytes");
    }

    /** The exact text of {@code bytes} in the unit that makes it shortest, a binary one among equals. */
    public static String format(long bytes) {
        String binary = inUnits(bytes, 1024, "i");
        String decimal = inUnits(bytes, 1000, "");
        return binary.length() <= decimal.length() ? binary : decimal;
    }

    /** The text in the largest power of {@code base} that divides it. */
    private static String inUnits(long bytes, long base, String suffix) {
        long count = bytes;
        int power = 0;
        while (count != 0 && count % base == 0 && power < PREFIXES.size()) {
            count /= base;
            power++;
        }
        if (power == 0) {
            return Long.toString(bytes);
        }
        String prefix = PREFIXES.get(power - 1);
        return count + (suffix.isEmpty() ? prefix : prefix.toUpperCase(Locale.ROOT) + suffix);
    }

    /** 1 for kilo, 2 for mega, ...; 0 where {@code number} ends with none of them. */
    private static int power(String number) {
        if (number.isEmpty()) {
            return 0;
        }
        String last = number.substring(number.length() - 1);
        return "K".equals(last) ? 1 : PREFIXES.indexOf(last) + 1;
    }

    private static String withoutLast(String text) {
        return text.substring(0, text.length() - 1);
    }
}
