package io.berth.app.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** When a process began, by which it is told from a later one that has its number. */
public final class ProcessStart {
    /** The 22nd of all fields of {@code /proc/PID/stat} (proc_pid_stat(5)), counted after the name, which may hold anything. */
    private static final int FIELD = 19;

    private ProcessStart() {}

    /** When {@code pid} began, in clock ticks since the machine did; -1 where there is no such process. */
    public static long of(long pid) {
        try {
            String stat = new String(
                    Files.readAllBytes(Path.of("/proc", Long.toString(pid), "stat")), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(fields[FIELD]);
        } catch (IOException | RuntimeException e) {
            return -1;
        }
    }
}
