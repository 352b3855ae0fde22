package io.berth.live.clock;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How long a machine has been up.
 *
 * @param boot names this run of the machine, and whose clocks are read; empty where that is unknown
 * @param nanos since it began, the time that it was suspended included; exact to a hundredth of a second
 */
public record Uptime(String boot, long nanos) {
    /** Nothing is known. */
    public static final Uptime UNKNOWN = new Uptime("", 0);

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path UPTIME = Path.of("/proc/uptime");
    /** Processes in another namespace of this kind have another zero of the clocks. */
    private static final Path NAMESPACE = Path.of("/proc/self/ns/time");

    private static final int NANO_DIGITS = 9;

    /** That of this machine, as Linux tells it. */
    static Uptime ofSystem() {
        try {
            String seconds = Files.readString(UPTIME).split(" ", 2)[0];
            String namespace = Files.isSymbolicLink(NAMESPACE) ? " " + Files.readSymbolicLink(NAMESPACE) : "";
            return new Uptime(
                    Files.readString(BOOT).strip() + namespace,
                    new BigDecimal(seconds).movePointRight(NANO_DIGITS).longValue());
        } catch (IOException | NumberFormatException e) {
            return UNKNOWN;
        }
    }
}
