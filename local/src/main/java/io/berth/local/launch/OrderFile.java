package io.berth.local.launch;

import io.berth.local.launch.process.Boot;
import io.berth.local.launch.process.CreationMask;
import io.berth.local.limit.TaskGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code order} of a task: comments for Berth after a restart, then what the launcher reads as a shell script. All text
 * of users stands in single quotes there, in which nothing but the quote itself has a meaning to a shell.
 *
 * @param boot in which it was written
 * @param stopGrace as ordered
 * @param watchedBytes most memory where Berth itself has to see to it, else 0
 * @param group the control groups of the task
 */
record OrderFile(String boot, Duration stopGrace, long watchedBytes, TaskGroup group) {
    private static final String FIRST = "# berth task order 1";
    private static final String BOOT = "# boot ";
    private static final String GRACE = "# grace ";
    private static final String WATCHED = "# watched ";
    private static final String GROUP = "# group ";

    /** Output is copied in blocks of a pipe's page, smaller ones where a file of output holds less than this many of them. */
    private static final long BLOCK_BYTES = 4096;

    private static final long BLOCKS_PER_FILE = 16;

    /** How many files this process has written. */
    private static final AtomicLong WRITTEN = new AtomicLong();

    /** Nothing was ordered. */
    static final OrderFile NONE = new OrderFile("", Duration.ZERO, 0, new TaskGroup(List.of()));

    /** True where the machine went down after it was written. */
    boolean isFromEarlierBoot() {
        return !boot.isEmpty() && !boot.equals(Boot.id());
    }

    /** Reads what is for Berth, null where there is no such file. */
    static @Nullable OrderFile read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        String boot = "";
        long grace = 0;
        long watched = 0;
        List<Path> groups = new ArrayList<>();
        for (String line : header(file)) {
            if (line.startsWith(BOOT)) {
                boot = line.substring(BOOT.length());
            } else if (line.startsWith(GRACE)) {
                grace = Long.parseLong(line.substring(GRACE.length()));
            } else if (line.startsWith(WATCHED)) {
                watched = Long.parseLong(line.substring(WATCHED.length()));
            } else if (line.startsWith(GROUP)) {
                groups.add(Path.of(line.substring(GROUP.length())));
            }
        }
        return new OrderFile(boot, Duration.ofMillis(grace), watched, new TaskGroup(groups));
    }

    private static List<String> header(Path file) throws IOException {
        // What follows may be megabytes, and is not for Berth.
        try (Stream<String> lines = Files.lines(file)) {
            return lines.takeWhile(line -> line.startsWith("# ")).toList();
        }
    }

    /** Writes the whole file; it has its name only when it is complete. */
    void write(Path file, LaunchSettings settings, TaskOrder order, CommandLine command) throws IOException {
        StringBuilder text = new StringBuilder(1024);
        text.append(FIRST).append('\n');
        text.append(BOOT).append(boot).append('\n');
        text.append(GRACE).append(stopGrace.toMillis()).append('\n');
        text.append(WATCHED).append(watchedBytes).append('\n');
        group.folders().forEach(folder -> text.append(GROUP).append(folder).append('\n'));
        Path output = order.output();
        assign(text, "output", output == null ? "." : output.toString());
        String user = order.user();
        assign(text, "owner", user == null ? "" : user);
        // Another user goes there himself.
        assign(text, "directory", user == null ? order.directory().toString() : "/");
        assign(text, "mask", CreationMask.usual());
        assign(text, "size", Long.toString(settings.outputBytes()));
        assign(text, "files", Integer.toString(settings.outputFiles()));
        assign(text, "block", Long.toString(Math.min(BLOCK_BYTES, settings.outputBytes() / BLOCKS_PER_FILE)));
        text.append("each() {\n    :\n");
        group.folders()
                .forEach(folder ->
                        quote(text.append("    \"$1\" "), folder.toString()).append('\n'));
        text.append("}\ncarry() {\n    :\n");
        int number = 0;
        for (String carried : command.carried()) {
            text.append("    export ").append(CommandLine.name(++number)).append('=');
            quote(text, carried).append('\n');
        }
        text.append("}\nset --");
        command.words().forEach(word -> quote(text.append(' '), word));
        text.append('\n');
        // Another launcher may write the same order; the names of temporary files of the JDK cost a random number each.
        Path unfinished = file.resolveSibling(
                "order." + ProcessHandle.current().pid() + "." + WRITTEN.incrementAndGet() + ".tmp");
        try {
            Files.write(unfinished, text.toString().getBytes(StandardCharsets.UTF_8));
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Where there was no room, what was written of it takes the last.
            Files.deleteIfExists(unfinished);
            throw e;
        }
    }

    private static void assign(StringBuilder text, String name, String value) {
        quote(text.append(name).append('='), value).append('\n');
    }

    private static StringBuilder quote(StringBuilder text, String word) {
        return text.append('\'').append(word.replace("'", "'\\''")).append('\'');
    }
}
