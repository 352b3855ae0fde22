package io.berth.spec.input;

/** Texts that stand in lists, on terminals too: no character in them is a command to one, or ends the line. */
public final class PlainText {
    private PlainText() {}

    /**
     * The text of {@code value}.
     *
     * @throws InputException where it holds a control character
     */
    public static String of(Tree value) {
        return of(value.text(), value.position(), value.path());
    }

    /** The key of {@code entry} of the map {@code path}, likewise. */
    public static String ofKey(Tree.Entry entry, String path) {
        return of(entry.key(), entry.position(), Tree.below(path, entry.key()));
    }

    private static String of(String text, Position position, String path) {
        int character =
                text.codePoints().filter(PlainText::controls).findFirst().orElse(-1);
        if (character >= 0) {
            throw InputException.at(
                    position, path, String.format("must not hold control characters, but holds U+%04X", character));
        }
        return text;
    }

    private static boolean controls(int character) {
        int type = Character.getType(character);
        return type == Character.CONTROL || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }
}
