package io.berth.testkit.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** When a server is killed. */
enum Moment {
    /** While it starts: class loading, recovery, the first instant. */
    START,
    /** At any moment under load. */
    ANY,
    /** As soon as a record is seen in the journal: before it is applied, carried out and acknowledged. */
    JOURNAL,
    /** While a segment or a snapshot is being created. */
    SNAPSHOT;

    private static final long LONGEST_START_MILLIS = 700;
    private static final long LONGEST_LOAD_MILLIS = 500;

    /** Waits for the moment; called when the server has taken a submission, but for {@link #START} when it was just started. */
    void await(Path journal, Random random, Process server) {
        switch (this) {
            case START -> sleep(random.nextLong(LONGEST_START_MILLIS));
            case ANY -> sleep(random.nextLong(LONGEST_LOAD_MILLIS));
            case JOURNAL -> {
                sleep(random.nextLong(LONGEST_LOAD_MILLIS));
                long before = segmentBytes(journal);
                while (server.isAlive() && segmentBytes(journal) == before) {
                    Thread.onSpinWait();
                }
            }
            case SNAPSHOT -> {
                sleep(random.nextLong(LONGEST_LOAD_MILLIS));
                spinUntilTemporary(journal, server, random.nextBoolean() ? "snapshot" : "");
            }
        }
    }

    /** Gives up after some seconds, for a server that makes no snapshots that often. */
    private static void spinUntilTemporary(Path journal, Process server, String prefix) {
        long begin = System.nanoTime();
        while (server.isAlive() && System.nanoTime() - begin < 3_000_000_000L) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(journal, prefix + "*.tmp")) {
                if (files.iterator().hasNext()) {
                    return;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static long segmentBytes(Path journal) {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(journal, "segment-*.berth")) {
            for (Path file : files) {
                bytes += Files.size(file);
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
