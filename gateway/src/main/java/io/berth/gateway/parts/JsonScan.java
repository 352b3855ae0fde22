package io.berth.gateway.parts;

import java.nio.charset.StandardCharsets;

/** Where values end in a document of JSON. */
final class JsonScan {
    private static final int DEEPEST = 64;
    private static final int WRONG = -1;
    private static final byte[][] WORDS = {word("true"), word("false"), word("null")};

    private final byte[] bytes;

    JsonScan(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The first place from {@code at} on that is no white space. */
    int space(int at) {
        int next = at;
        while (next < bytes.length
                && (bytes[next] == ' ' || bytes[next] == '\n' || bytes[next] == '\r' || bytes[next] == '\t')) {
            next++;
        }
        return next;
    }

    /** The place after the value that begins {@code at}; below 0 where none does. */
    int value(int at, int depth) {
        if (at >= bytes.length || depth > DEEPEST) {
            return WRONG;
        }
        return switch (bytes[at]) {
            case '"' -> string(at);
            case '{' -> list(at, depth, true);
            case '[' -> list(at, depth, false);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(at);
            default -> named(at);
        };
    }

    private int list(int at, int depth, boolean object) {
        byte close = (byte) (object ? '}' : ']');
        int next = space(at + 1);
        if (is(next, close)) {
            return next + 1;
        }
        while (true) {
            next = object ? member(next) : next;
            next = next < 0 ? WRONG : value(next, depth + 1);
            if (next < 0) {
                return WRONG;
            }
            next = space(next);
            if (is(next, close)) {
                return next + 1;
            }
            if (!is(next, (byte) ',')) {
                return WRONG;
            }
            next = space(next + 1);
        }
    }

    /** The place of the value whose name begins {@code at}. */
    private int member(int at) {
        int end = is(at, (byte) '"') ? string(at) : WRONG;
        int colon = end < 0 ? bytes.length : space(end);
        return is(colon, (byte) ':') ? space(colon + 1) : WRONG;
    }

    private int string(int at) {
        int next = at + 1;
        while (next < bytes.length) {
            byte one = bytes[next];
            if (one == '"') {
                return next + 1;
            }
            if (one >= 0 && one < ' ') {
                return WRONG;
            }
            int length = one == '\\' ? escape(next) : 1;
            if (length < 0) {
                return WRONG;
            }
            next += length;
        }
        return WRONG;
    }

    private int escape(int at) {
        if (at + 1 >= bytes.length) {
            return WRONG;
        }
        if (bytes[at + 1] != 'u') {
            return "\"\\/bfnrt".indexOf(bytes[at + 1]) < 0 ? WRONG : 2;
        }
        for (int digit = at + 2; digit < at + 6; digit++) {
            if (digit >= bytes.length || Character.digit(bytes[digit], 16) < 0) {
                return WRONG;
            }
        }
        return 6;
    }

    private int number(int at) {
        int next = is(at, (byte) '-') ? at + 1 : at;
        int first = next;
        next = digits(next);
        if (next == first || bytes[first] == '0' && next > first + 1) {
            return WRONG;
        }
        if (is(next, (byte) '.')) {
            int after = digits(next + 1);
            if (after == next + 1) {
                return WRONG;
            }
            next = after;
        }
        if (is(next, (byte) 'e') || is(next, (byte) 'E')) {
            int sign = is(next + 1, (byte) '+') || is(next + 1, (byte) '-') ? next + 2 : next + 1;
            next = digits(sign);
            return next == sign ? WRONG : next;
        }
        return next;
    }

    private int digits(int at) {
        int next = at;
        while (next < bytes.length && bytes[next] >= '0' && bytes[next] <= '9') {
            next++;
        }
        return next;
    }

    private int named(int at) {
        for (byte[] word : WORDS) {
            int same = 0;
            while (same < word.length && is(at + same, word[same])) {
                same++;
            }
            if (same == word.length) {
                return at + same;
            }
        }
        return WRONG;
    }

    private boolean is(int at, byte what) {
        return at >= 0 && at < bytes.length && bytes[at] == what;
    }

    private static byte[] word(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
