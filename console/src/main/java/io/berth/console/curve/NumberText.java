package io.berth.console.curve;

import org.jspecify.annotations.Nullable;

/**
 * A number in a line.
 *
 * @param of the number behind a slash; NaN for none
 * @param percent true where a percent sign follows
 * @param end the place behind it
 */
record NumberText(double value, double of, boolean percent, int end) {
    private static final int MOST_CHARACTERS = 40;

    /** What may stand behind a number: not a letter, which would be a unit, nor a colon, which would be a time. */
    private static final String BEHIND = " \t,;)]}|>'\"%";

    /**
     * The number at {@code start} of {@code line}; null where there is none, or where it is part of something else.
     *
     * @param counts true where it may be {@code 120/400} or stand before a colon, as counts do
     */
    static @Nullable NumberText at(String line, int start, boolean counts) {
        int end = end(line, start);
        double value = parse(line, start, end);
        if (end == start || Double.isNaN(value) && !isWord(line, start, end)) {
            return null;
        }
        double of = Double.NaN;
        if (counts && end < line.length() && line.charAt(end) == '/') {
            int ofEnd = end(line, end + 1);
            of = parse(line, end + 1, ofEnd);
            end = Double.isNaN(of) ? end : ofEnd;
        }
        boolean last = end == line.length();
        char next = last ? ' ' : line.charAt(end);
        boolean stop = next == '.' && (end + 1 == line.length() || line.charAt(end + 1) == ' ');
        boolean whole = last || stop || BEHIND.indexOf(next) >= 0 || counts && next == ':';
        return whole ? new NumberText(value, of, next == '%', end) : null;
    }

    /** Behind the longest run of characters of numbers, a full stop at its end left out. */
    private static int end(String line, int start) {
        int end = start;
        while (end < line.length() && end - start < MOST_CHARACTERS && isPart(line, start, end)) {
            end++;
        }
        return end > start && line.charAt(end - 1) == '.' ? end - 1 : end;
    }

    private static boolean isPart(String line, int start, int at) {
        char c = line.charAt(at);
        boolean letter = Character.isLetter(c);
        boolean exponent = (c == 'e' || c == 'E') && at > start && Character.isDigit(line.charAt(at - 1));
        boolean sign =
                (c == '-' || c == '+') && (at == start || line.charAt(at - 1) == 'e' || line.charAt(at - 1) == 'E');
        boolean word = letter && !exponent && isWordStart(line, start, at);
        return c >= '0' && c <= '9' || c == '.' || exponent || sign || word;
    }

    /** Letters only, behind a sign perhaps: nan, inf. */
    private static boolean isWordStart(String line, int start, int at) {
        int first = line.charAt(start) == '-' || line.charAt(start) == '+' ? start + 1 : start;
        for (int i = first; i < at; i++) {
            if (!Character.isLetter(line.charAt(i))) {
                return false;
            }
        }
        return at - first < "infinity".length();
    }

    private static boolean isWord(String line, int start, int end) {
        return line.substring(start, end).equalsIgnoreCase("nan");
    }

    private static double parse(String line, int start, int end) {
        if (start >= end) {
            return Double.NaN;
        }
        String text = line.substring(start, end);
        boolean minus = text.startsWith("-");
        String bare = minus || text.startsWith("+") ? text.substring(1) : text;
        if (bare.equalsIgnoreCase("inf") || bare.equalsIgnoreCase("infinity")) {
            return minus ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (bare.isEmpty() || Character.isLetter(bare.charAt(0))) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
