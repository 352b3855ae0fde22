package io.berth.spec.input;

/**
 * Whole numbers in texts that people and programs send: an optional sign, and digits of ASCII. {@link Long#parseLong} also takes the digits
 * of every other script, so that two texts of which one is refused elsewhere would mean the same.
 */
public final class WholeNumber {
    private WholeNumber() {}

    /**
     * The number that {@code text} is.
     *
     * @throws NumberFormatException where it is none, or none of 64 bits
     */
    public static long parse(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean sign = i == 0 && (character == '-' || character == '+');
            if (!sign && (character < '0' || character > '9')) {
                throw new NumberFormatException("For input string: " + Quote.of(text));
            }
        }
        return Long.parseLong(text);
    }
}
