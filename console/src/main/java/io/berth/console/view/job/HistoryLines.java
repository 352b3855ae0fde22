package io.berth.console.view.job;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The last lines of files that anybody may have written into, in bounded memory: lines that are too long are left out, and older
 * lines are when all together are too much.
 */
final class HistoryLines {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MOST_LINE_BYTES = 1 << 21;
    private static final long MOST_CHARACTERS = 64L << 20;

    private final ArrayDeque<String> last = new ArrayDeque<>();
    private final int kept;
    private long characters;

    /** @param kept how many lines are kept at most */
    HistoryLines(int kept) {
        this.kept = kept;
    }

    /** How many lines {@code file} has; 0 where there is none. */
    static int count(Path file) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        int lines = 0;
        try (InputStream bytes = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = bytes.read(buffer); read > 0; read = bytes.read(buffer)) {
                for (int at = 0; at < read; at++) {
                    lines += buffer[at] == '\n' ? 1 : 0;
                }
            }
        }
        return lines;
    }

    /** Adds the lines of {@code file}, if there is one. */
    void read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (InputStream bytes = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int read = bytes.read(buffer); read > 0; read = bytes.read(buffer)) {
                add(line, buffer, read);
            }
            add(line);
        }
    }

    /** Adds the lines that end within the first {@code read} bytes of {@code buffer}; what is left of it begins the next. */
    private void add(ByteArrayOutputStream line, byte[] buffer, int read) {
        int begin = 0;
        for (int at = 0; at < read; at++) {
            if (buffer[at] == '\n') {
                append(line, buffer, begin, at);
                add(line);
                begin = at + 1;
            }
        }
        append(line, buffer, begin, read);
    }

    /** The lines, in their order. */
    List<String> last() {
        return List.copyOf(last);
    }

    private static void append(ByteArrayOutputStream line, byte[] buffer, int begin, int end) {
        // One byte over the limit tells that it is too long.
        int room = MOST_LINE_BYTES + 1 - line.size();
        line.write(buffer, begin, Math.min(room, end - begin));
    }

    private void add(ByteArrayOutputStream bytes) {
        if (bytes.size() > 0 && bytes.size() <= MOST_LINE_BYTES) {
            String line = bytes.toString(StandardCharsets.UTF_8);
            last.addLast(line);
            characters += line.length();
            while (last.size() > kept || characters > MOST_CHARACTERS) {
                characters -= last.removeFirst().length();
            }
        }
        bytes.reset();
    }
}
