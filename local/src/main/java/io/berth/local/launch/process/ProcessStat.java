package io.berth.local.launch.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel says of a process in /proc/PID/stat. Source: proc_pid_stat(5).
 *
 * @param state one letter; Z and X are dead
 * @param startTicks clock tick since boot at which it started: with the pid it names one process of this boot
 */
public record ProcessStat(long pid, char state, long parent, long session, long startTicks) {
    public static @Nullable ProcessStat of(long pid) {
        try {
            return parse(
                    new String(Files.readAllBytes(Path.of("/proc/" + pid + "/stat")), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return null;
        }
    }

    /** The name, second, may hold anything, blanks and brackets too: what follows it begins after the last bracket. */
    public static ProcessStat parse(String line) {
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return new ProcessStat(
                Long.parseLong(line.substring(0, line.indexOf(' '))),
                fields[0].charAt(0),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[19]));
    }

    /** Stopped by a signal, or by who traces it. */
    public boolean stopped() {
        return state == 'T' || state == 't';
    }

    public boolean alive() {
        return state != 'Z' && state != 'X';
    }
}
