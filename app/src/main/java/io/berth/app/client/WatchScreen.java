package io.berth.app.client;

import io.berth.app.command.Output;
import io.berth.app.command.VisibleControls;
import io.berth.app.command.Window;
import io.berth.spec.table.Moments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * Shows a page on a screen of its own, under a line that says what it is, until {@code q}. What does not fit below is left out, so that
 * the heads of lists stay where they are; when it is over the last page is left in the terminal.
 *
 * @param title what is shown, such as {@code berth ls}
 */
public record WatchScreen(Output output, String title) {
    private static final int CTRL_C = 3;
    private static final int KEY_MILLIS = 100;

    /** Of a terminal that does not say. */
    private static final int USUAL_COLUMNS = 80;

    private static final int USUAL_ROWS = 24;

    /** Upper left (CUP), what is right of it gone (EL), what is below gone (ED): ECMA-48. */
    private static final String HOME = "\u001b[H";

    private static final String CLEAR_RIGHT = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    /** Lines that are too long end at the edge (DECAWM). */
    private static final String NO_WRAP = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";
    private static final String REVERSE = "\u001b[7m";
    private static final String PLAIN = "\u001b[0m";

    /** Shows {@code page} whenever {@code streams} tell of a change, and each second. */
    int follow(Supplier<EventStream> streams, Function<Window, Watch.Page> page) {
        String last;
        try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
            Attributes before = terminal.enterRawMode();
            terminal.puts(Capability.enter_ca_mode);
            terminal.puts(Capability.cursor_invisible);
            terminal.writer().print(NO_WRAP);
            try {
                last = follow(terminal, streams, page);
            } finally {
                terminal.writer().print(WRAP);
                terminal.puts(Capability.cursor_normal);
                terminal.puts(Capability.exit_ca_mode);
                terminal.setAttributes(before);
                terminal.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be used: " + e.getMessage(), e);
        }
        output.text(last);
        return 0;
    }

    private String follow(Terminal terminal, Supplier<EventStream> streams, Function<Window, Watch.Page> page)
            throws IOException {
        EventStream changes = streams.get();
        boolean coloured = Window.of(output).coloured();
        while (true) {
            Size size = terminal.getSize();
            int columns = size.getColumns() > 0 ? size.getColumns() : USUAL_COLUMNS;
            int rows = size.getRows() > 1 ? size.getRows() : USUAL_ROWS;
            Watch.Page now = page.apply(new Window(columns, coloured));
            terminal.writer().print(screen(head(), now.text(), rows));
            terminal.flush();
            if (now.last() || quits(terminal, changes)) {
                return now.text();
            }
            EventStream.Change change = changes.next(0);
            if (change != null && change.ended()) {
                // Berth has stopped, which the next question says, or took this reader for too slow.
                Watch.rest(Watch.EACH_MILLIS);
                changes = streams.get();
            } else {
                changes.skip();
            }
        }
    }

    private String head() {
        return title + "  " + Moments.local(Instant.now()) + "  q ends";
    }

    /** What a terminal of {@code rows} lines is sent: the head, and as many lines of {@code text} as fit. */
    public static String screen(String head, String text, int rows) {
        List<String> lines = VisibleControls.of(text).lines().toList();
        StringBuilder screen = new StringBuilder(HOME);
        screen.append(REVERSE).append(head).append(PLAIN).append(CLEAR_RIGHT);
        int room = rows - 1;
        int shown = lines.size() <= room ? lines.size() : room - 1;
        for (String line : lines.subList(0, Math.max(0, shown))) {
            screen.append("\r\n").append(line).append(CLEAR_RIGHT);
        }
        if (shown < lines.size()) {
            screen.append("\r\n… ")
                    .append(lines.size() - shown)
                    .append(" more lines")
                    .append(CLEAR_RIGHT);
        }
        return screen.append(CLEAR_BELOW).toString();
    }

    /** Waits until something changes, or a second; true where a key ends it, or the terminal is gone. */
    private static boolean quits(Terminal terminal, EventStream changes) throws IOException {
        for (long waited = 0; waited < Watch.EACH_MILLIS; waited += KEY_MILLIS) {
            int key = terminal.reader().read(KEY_MILLIS);
            if (key == 'q' || key == 'Q' || key == CTRL_C || key == NonBlockingReader.EOF) {
                return true;
            }
            if (changes.waiting()) {
                return false;
            }
        }
        return false;
    }
}
