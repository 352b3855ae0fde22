package io.berth.spec.input;

/** A user's value as an error message shows it: in quotes, on one line, cut where it is long. */
public final class Quote {
    /** Characters shown; enough to recognise the value, short enough for one line. */
    private static final int SHOWN = 60;

    private Quote() {}

    /** {@code text} in double quotes. */
    public static String of(String text) {
        String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
        return '"' + oneLine(shown) + '"';
    }

    /** {@code text} with everything that would break or hide a line replaced: line ends, controls, lone surrogates. */
    public static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(point -> line.append(shown(point)));
        return line.toString();
    }

    private static String shown(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> printable(point) ? Character.toString(point) : String.format("\\u%04x", point);
        };
    }

    private static boolean printable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
