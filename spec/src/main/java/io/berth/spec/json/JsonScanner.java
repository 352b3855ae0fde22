package io.berth.spec.json;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;

/** The words of a JSON text (RFC 8259), one after the other, and where they stand. */
final class JsonScanner {
    /** What stands at the end of the text. */
    static final int END = -1;

    /** No number that means something is as long, and reading one takes time that grows with the square of its length. */
    private static final int MOST_DIGITS = 1_000;

    private static final int HEX = 16;
    private static final int ESCAPED_DIGITS = 4;

    private final Source source;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    JsonScanner(Source source) {
        this.source = source;
        this.text = source.text();
    }

    /** The character at which the next word begins, behind what is blank; {@link #END} where there is none. */
    int next() {
        for (; at < text.length(); at++) {
            char blank = text.charAt(at);
            if (blank == '\n' || (blank == '\r' && !isAt(at + 1, '\n'))) {
                line++;
                lineStart = at + 1;
            } else if (blank != ' ' && blank != '\t' && blank != '\r') {
                return blank;
            }
        }
        return END;
    }

    /** Goes over {@code mark}, where it comes next; whether it did. */
    boolean skip(char mark) {
        boolean there = next() == mark;
        at += there ? 1 : 0;
        return there;
    }

    /** Goes over {@code mark}, which must come next. */
    void expect(char mark) {
        if (!skip(mark)) {
            throw wrong("expected '" + mark + "'");
        }
    }

    /** Where this stands. */
    Position position() {
        return source.position(line, at - lineStart + 1);
    }

    /** The number, {@code true}, {@code false} or {@code null} that comes next, as it is written. */
    String plain() {
        int from = at;
        int first = next();
        if (first == '-' || isDigit(first)) {
            number();
        } else if (!(word("true") || word("false") || word("null"))) {
            throw wrong(first == END ? "expected a value" : "unexpected character " + Quote.of(shown(first)));
        }
        if (at < text.length() && " \t\r\n,]}".indexOf(text.charAt(at)) < 0) {
            throw wrong("unexpected character " + Quote.of(shown(text.charAt(at))));
        }
        return text.substring(from, at);
    }

    private boolean word(String word) {
        boolean there = text.startsWith(word, at);
        at += there ? word.length() : 0;
        return there;
    }

    /** {@code -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?}. */
    private void number() {
        int from = at;
        at += isAt(at, '-') ? 1 : 0;
        if (isAt(at, '0')) {
            at++;
        } else {
            digits();
        }
        if (isAt(at, '.')) {
            at++;
            digits();
        }
        if (isAt(at, 'e') || isAt(at, 'E')) {
            at++;
            at += isAt(at, '+') || isAt(at, '-') ? 1 : 0;
            digits();
        }
        if (at - from > MOST_DIGITS) {
            throw wrong("a number of more than " + MOST_DIGITS + " characters");
        }
    }

    private void digits() {
        int from = at;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        if (at == from) {
            throw wrong("expected a digit");
        }
    }

    /** The text in quotes that comes next. */
    String quoted() {
        expect('"');
        int from = at;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\') {
            plainCharacter();
        }
        if (isAt(at, '"')) {
            return text.substring(from, at++);
        }
        StringBuilder whole = new StringBuilder(text.substring(from, at));
        while (at < text.length() && text.charAt(at) != '"') {
            whole.append(text.charAt(at) == '\\' ? escaped() : plainCharacter());
        }
        expect('"');
        return whole.toString();
    }

    private char plainCharacter() {
        char character = text.charAt(at);
        if (character < ' ') {
            throw wrong("the control character " + Quote.of(shown(character)) + " in a text; write it escaped");
        }
        at++;
        return character;
    }

    private char escaped() {
        at++;
        char kind = at < text.length() ? text.charAt(at) : ' ';
        int known = "\"\\/bfnrt".indexOf(kind);
        if (known >= 0) {
            at++;
            return "\"\\/\b\f\n\r\t".charAt(known);
        }
        if (kind != 'u') {
            throw wrong("an escape that JSON does not have");
        }
        at++;
        int code = 0;
        for (int i = 0; i < ESCAPED_DIGITS; i++) {
            // Not Character.digit, which also takes the digits of other scripts.
            int digit = at < text.length() ? "0123456789abcdef".indexOf(lower(text.charAt(at))) : -1;
            if (digit < 0) {
                throw wrong("expected four hexadecimal digits");
            }
            code = code * HEX + digit;
            at++;
        }
        return (char) code;
    }

    private static char lower(char letter) {
        return letter >= 'A' && letter <= 'F' ? (char) (letter - 'A' + 'a') : letter;
    }

    private boolean isAt(int place, char character) {
        return place < text.length() && text.charAt(place) == character;
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    private static String shown(int character) {
        return Character.toString(character);
    }

    /** What is thrown because {@code problem} stands here. */
    InputException wrong(String problem) {
        String why = at < text.length() ? problem : "it ends too early";
        return InputException.at(position(), "", "is not valid JSON: " + why);
    }
}
