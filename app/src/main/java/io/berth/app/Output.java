package io.berth.app;

import io.berth.spec.json.Json;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
    static Output ofProcess() {
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES),
                false,
                StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        return new Output(out, err);
    }

    /** Prints one JSON document. */
    public void json(@Nullable Object document) {
        out.print(Json.pretty(document));
        out.flush();
    }

    /** Says something beside the result. */
    public void note(String line) {
        err.println(line);
    }

    /** Says how many rows of traces were skipped for each reason, and returns how many in all. */
    long noteSkipped(Map<String, Long> byReason) {
        byReason.forEach((reason, rows) -> note("skipped " + rows + (rows == 1 ? " row: " : " rows: ") + reason));
        return byReason.values().stream().mapToLong(Long::longValue).sum();
    }
}
