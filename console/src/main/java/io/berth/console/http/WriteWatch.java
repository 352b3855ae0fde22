package io.berth.console.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Ends writes to readers that take nothing: the thread that writes is interrupted, which closes its connection. */
final class WriteWatch implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private final long mostNanos;
    /** Since when each thread writes. */
    private final Map<Thread, Long> writers = new ConcurrentHashMap<>();

    private final Thread watcher;

    /** A write. */
    @FunctionalInterface
    interface Write {
        void run() throws IOException;
    }

    /** @param most how long one write may take */
    WriteWatch(Duration most) {
        mostNanos = most.toNanos();
        watcher = Thread.ofVirtual().name("berth-http-watch").start(this::watch);
    }

    /** @throws IOException where the reader has gone or was too slow */
    void write(Write write) throws IOException {
        Thread writer = Thread.currentThread();
        writers.put(writer, System.nanoTime());
        try {
            write.run();
        } finally {
            writers.remove(writer);
        }
    }

    @Override
    public void close() {
        watcher.interrupt();
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK_EVERY);
                long now = System.nanoTime();
                writers.forEach((writer, since) -> {
                    if (now - since > mostNanos && writers.remove(writer, since)) {
                        writer.interrupt();
                    }
                });
            }
        } catch (InterruptedException e) {
            // The server is closed.
        }
    }
}
