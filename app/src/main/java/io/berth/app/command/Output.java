package io.berth.app.command;

import io.berth.spec.json.Json;
import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a command writes.
 *
 * @param out results, and nothing else
 * @param err progress, notes and errors
 */
public record Output(PrintStream out, PrintStream err) {
    private static final int BUFFER_BYTES = 1 << 14;

    /** The process's own streams, in UTF-8 whatever the platform's encoding is. */
    public static Output ofProcess() {
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES),
                false,
                StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        return new Output(out, err);
    }

    /** For who wants to know a command and not to run it. */
    public static Output nowhere() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return new Output(nowhere, nowhere);
    }

    /** Prints one JSON document. */
    public void json(@Nullable Object document) {
        out.print(Json.pretty(document));
        out.flush();
    }

    /** Says something beside the result; what would command a terminal in it is made visible. */
    public void note(String line) {
        err.println(VisibleControls.of(line));
    }

    /** Prints text that may hold what jobs wrote: on a terminal, what would command it is made visible. */
    public void text(String text) {
        out.print(terminal() ? VisibleControls.of(text) : text);
    }

    /** Where text of jobs goes piece by piece: the results as they are, but on a terminal what would command it is made visible. */
    public OutputStream pieces() {
        return terminal() ? new VisibleControls(out) : out;
    }

    /** Whether results go to a terminal, wherever input comes from. */
    public boolean terminal() {
        try {
            // The file behind the output; Java asks of input and output together.
            String file = Path.of("/proc/self/fd/1").toRealPath().toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
        } catch (IOException e) {
            // A pipe, or no Linux.
            Console console = System.console();
            return console != null && console.isTerminal();
        }
    }

    /** Says how many rows of traces were skipped for each reason, and returns how many in all. */
    public long noteSkipped(Map<String, Long> byReason) {
        byReason.forEach((reason, rows) -> note("skipped " + rows + (rows == 1 ? " row: " : " rows: ") + reason));
        return byReason.values().stream().mapToLong(Long::longValue).sum();
    }
}
