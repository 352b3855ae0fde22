package io.berth.spec.table;

/** How many columns of a terminal a text takes: 2 for a wide character, 0 for one that goes onto the one before. */
public final class DisplayWidth {
    private static final String ELLIPSIS = "…";

    /** First and last of each range that is wide whatever its characters are (Unicode, EastAsianWidth, W and F). */
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x2329, 0x232a, 0x2e80, 0x303e, 0x3041, 0x4dbf, 0x4e00, 0xa4c6, 0xa960, 0xa97c, 0xac00, 0xd7a3,
        0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18cff, 0x1aff0,
        0x1b2ff, 0x1f200, 0x1f265, 0x20000, 0x3fffd
    };

    /** Letters of flags, which are emoji only in pairs. */
    private static final int FIRST_FLAG_LETTER = 0x1f1e6;

    private static final int LAST_FLAG_LETTER = 0x1f1ff;

    private DisplayWidth() {}

    /** The columns that {@code text} takes. */
    public static int of(String text) {
        int width = 0;
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            width += of(character);
            at += Character.charCount(character);
        }
        return width;
    }

    /** The columns that {@code character} takes by itself. */
    static int of(int character) {
        if (character < 0x300) {
            return character < 0x20 || character >= 0x7f && character < 0xa0 ? 0 : 1;
        }
        int type = Character.getType(character);
        boolean onto =
                type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT;
        // Vowels and finals of Hangul are drawn into the syllable that their initial began.
        if (onto || character >= 0x1160 && character <= 0x11ff || character >= 0xd7b0 && character <= 0xd7ff) {
            return 0;
        }
        return isWide(character) ? 2 : 1;
    }

    private static boolean isWide(int character) {
        for (int range = 0; range < WIDE.length; range += 2) {
            if (character >= WIDE[range] && character <= WIDE[range + 1]) {
                return true;
            }
        }
        boolean flag = character >= FIRST_FLAG_LETTER && character <= LAST_FLAG_LETTER;
        return !flag && Character.isEmojiPresentation(character);
    }

    /** {@code text}, or as much of it as fits into {@code width} columns with an ellipsis behind it. */
    public static String cut(String text, int width) {
        if (text.length() <= width && isAscii(text) || of(text) <= width) {
            return text;
        }
        if (width < 1) {
            return "";
        }
        int taken = 0;
        int at = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            int next = taken + of(character);
            if (next > width - 1) {
                break;
            }
            taken = next;
            at += Character.charCount(character);
        }
        return text.substring(0, at) + ELLIPSIS;
    }

    private static boolean isAscii(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) >= 0x7f) {
                return false;
            }
        }
        return true;
    }
}
