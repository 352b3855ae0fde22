package io.berth.bench.learn;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** The machine on which figures came about. */
final class Machine {
    private static final String UNKNOWN = "unknown processor";

    private Machine() {}

    /** Its processor, how many of it, and the load average of the last minute. */
    static String line() {
        return String.format(
                Locale.ROOT,
                "%s, %d processors, load average %.2f",
                processor(),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
