package io.berth.testkit.clock;

import io.berth.core.time.Nanos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The clock that a Berth sees: the machine's, set by libfaketime as far forward or back as a file says, while it runs. */
final class SetClock {
    private final Path library;
    private final Path file;
    private long aheadSeconds;

    /** @param library libfaketimeMT.so.1 */
    SetClock(Path library, Path file) throws IOException {
        this.library = library;
        this.file = file;
        set(0);
    }

    /** The words that run {@code berth} under this clock. */
    List<String> of(List<String> berth) {
        List<String> words = new ArrayList<>(List.of(
                "env",
                "LD_PRELOAD=" + library,
                "FAKETIME_TIMESTAMP_FILE=" + file,
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                "FAKETIME_NO_CACHE=1"));
        words.addAll(berth);
        return words;
    }

    /** Sets it; it is {@code seconds} ahead of the machine's from now on. */
    void set(long seconds) throws IOException {
        Path written = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(written, (seconds < 0 ? "" : "+") + seconds + "\n");
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        aheadSeconds = seconds;
    }

    /** What it shows now, UTC nanoseconds. */
    long nowNanos() {
        Instant now = Instant.now();
        return (now.getEpochSecond() + aheadSeconds) * Nanos.SECOND + now.getNano();
    }

    /**
     * So far back that it is 1970, an hour later than the machine has been up: with an earlier clock libfaketime (0.9.10) lets
     * threads of the JVM wait for hours, as it takes the monotonic moment they wait for as one of the clock it shows.
     */
    static long toTheBeginning() throws IOException {
        String uptime = Files.readString(Path.of("/proc/uptime"));
        long upSeconds = Long.parseLong(uptime.substring(0, uptime.indexOf('.')));
        return upSeconds + 3_600 - Instant.now().getEpochSecond();
    }
}
