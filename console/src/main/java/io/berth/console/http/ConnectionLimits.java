package io.berth.console.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How many connections are held, and for how long those that do nothing.
 *
 * @param most all together
 * @param perAddress those of one address
 * @param slowest how long a reader may take nothing of an answer
 */
public record ConnectionLimits(int most, int perAddress, Duration slowest) {
    /** Browsers open six to a server; behind a proxy all come from one address. */
    public static final ConnectionLimits STANDARD = new ConnectionLimits(4_096, 1_024, Duration.ofSeconds(20));

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String OPEN_FILES = "Max open files";

    public ConnectionLimits {
        if (perAddress < 1 || most < perAddress) {
            throw new IllegalArgumentException(
                    "Of the most (" + most + ") connections, one address (" + perAddress + ") holds at least one.");
        }
    }

    /** The same with another patience for readers. */
    public ConnectionLimits withSlowest(Duration other) {
        return new ConnectionLimits(most, perAddress, other);
    }

    /** The same, leaving half of the files that this process may open to others: a connection is a file. */
    ConnectionLimits withinOpenFiles() {
        int fitting = Math.clamp(openFiles() / 2, 1, most);
        return new ConnectionLimits(fitting, Math.min(perAddress, fitting), slowest);
    }

    /** As many as this process may open; very many where nobody says. */
    private static long openFiles() {
        try {
            for (String line : Files.readAllLines(LIMITS)) {
                if (line.startsWith(OPEN_FILES)) {
                    String soft = line.substring(OPEN_FILES.length()).strip().split("\\s+")[0];
                    return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
                }
            }
            return Long.MAX_VALUE;
        } catch (IOException | NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
