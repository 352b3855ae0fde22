package io.berth.console.curve;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Cuts bytes into lines. A carriage return and a backspace, by which progress bars write over themselves, end a line too; colours
 * are left out. Of a line that is longer than {@value #MOST_BYTES} bytes only the beginning is a line.
 */
final class LineCutter {
    static final int MOST_BYTES = 4_096;

    private static final byte ESCAPE = 27;

    private final byte[] line = new byte[MOST_BYTES];
    private int length;
    /** In a sequence of ECMA-48 that begins with ESC, until its last character. */
    private boolean escaped;

    /** Hands each line that {@code bytes} completes to {@code lines}; empty ones are none. */
    void add(byte[] bytes, Consumer<String> lines) {
        for (byte each : bytes) {
            if (each == '\n' || each == '\r' || each == '\b') {
                end(lines);
            } else if (escaped) {
                escaped = each == '[' || each < '@' || each > '~';
            } else if (each == ESCAPE) {
                escaped = true;
            } else if (length < MOST_BYTES) {
                line[length++] = each;
            }
        }
    }

    /** The output is over: what is left is a line. */
    void end(Consumer<String> lines) {
        if (length > 0) {
            lines.accept(new String(line, 0, length, StandardCharsets.UTF_8));
        }
        drop();
    }

    /** Forgets what has come of a line whose rest will not come. */
    void drop() {
        length = 0;
        escaped = false;
    }
}
