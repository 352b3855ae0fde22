package io.berth.app.demo;

import io.berth.app.demo.screen.DemoSnapshot;
import io.berth.app.demo.screen.Ending;
import io.berth.app.demo.screen.Look;
import io.berth.app.demo.screen.Notices;
import io.berth.app.demo.screen.Screen;
import io.berth.core.time.Nanos;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/** Shows a demo on the alternate screen of a terminal, four times a second; {@code q} and Ctrl-C end it. */
record TerminalView(Terminal terminal, Look look, Notices notices) implements View {
    private static final long PERIOD_MILLIS = 250;
    private static final int CTRL_C = 3;
    private static final long NOTICE_NANOS = 6 * Nanos.SECOND;

    @Override
    public void show(DemoRun run, Ending ending) {
        Attributes before = terminal.enterRawMode();
        keepOutputOnInterrupt();
        terminal.handle(Terminal.Signal.INT, _ -> ending.end());
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        notices.hold();
        try {
            draw(run, ending);
        } finally {
            terminal.puts(Capability.cursor_normal);
            terminal.puts(Capability.exit_ca_mode);
            terminal.setAttributes(before);
            terminal.flush();
            notices.release();
        }
    }

    /** Otherwise the terminal drops half a picture, and perhaps half an escape sequence, when Ctrl-C comes. */
    private void keepOutputOnInterrupt() {
        Attributes attributes = terminal.getAttributes();
        attributes.setLocalFlag(Attributes.LocalFlag.NOFLSH, true);
        terminal.setAttributes(attributes);
    }

    private void draw(DemoRun run, Ending ending) {
        Display display = new Display(terminal, true);
        @Nullable Size known = null;
        while (!ending.await(0)) {
            Size size = terminal.getSize();
            if (!size.equals(known)) {
                display.clear();
                display.resize(size);
                known = size;
            }
            DemoSnapshot snapshot = run.snapshot();
            String notice = notices.latest(NOTICE_NANOS);
            String line = notice.isEmpty() && !run.url().isEmpty() ? "console at " + run.url() : notice;
            List<AttributedString> lines = Screen.draw(snapshot, line, look, size.getColumns(), size.getRows());
            display.update(lines, 0);
            if (quits()) {
                ending.end();
            }
        }
    }

    /** Waits for a key until the next picture is due; true for one that quits, and where the terminal is gone. */
    private boolean quits() {
        try {
            int key = terminal.reader().read(PERIOD_MILLIS);
            return key == 'q' || key == 'Q' || key == CTRL_C || key == NonBlockingReader.EOF;
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be read", e);
        }
    }
}
