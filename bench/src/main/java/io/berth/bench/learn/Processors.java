package io.berth.bench.learn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * How much of the processors others take while something is measured: what is busy by {@code /proc/stat}, less what this process and
 * those that it started used. Elsewhere than on Linux nothing is known, and it tells 0.
 */
final class Processors {
    /** Of the numbers in the first line of /proc/stat: idle and waiting for I/O (proc(5)); guests count in others already. */
    private static final int IDLE = 4;

    private static final int WAITING = 5;
    private static final int GUEST = 9;
    private static final double TICKS_PER_SECOND = 100;
    private static final Path STAT = Path.of("/proc/stat");

    private final double busy = busySeconds();
    private final double own = ownSeconds();
    private final long begin = System.nanoTime();

    /** The share of all processors that others took since this was made, 0 to 1. */
    double others() {
        double seconds = (System.nanoTime() - begin) / 1e9;
        double all = seconds * Runtime.getRuntime().availableProcessors();
        return Math.clamp((busySeconds() - busy - (ownSeconds() - own)) / all, 0, 1);
    }

    private static double busySeconds() {
        if (!Files.isReadable(STAT)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(STAT)) {
            String[] words = lines.findFirst().orElse("").split("\\s+");
            double ticks = 0;
            for (int i = 1; i < Math.min(words.length, GUEST); i++) {
                ticks += i == IDLE || i == WAITING ? 0 : Double.parseDouble(words[i]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Processor time of this process and of those that it started, in seconds. */
    static double ownSeconds() {
        ProcessHandle own = ProcessHandle.current();
        return Stream.concat(Stream.of(own), own.descendants())
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToDouble(spent -> spent.toNanos() / 1e9)
                .sum();
    }
}
