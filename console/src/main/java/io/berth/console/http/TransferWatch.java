package io.berth.console.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Ends transfers with others who take or send nothing: the thread is interrupted, which closes its connection. */
final class TransferWatch implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    /** Until when each thread may be at it, by {@link System#nanoTime}. */
    private final Map<Thread, Long> deadlines = new ConcurrentHashMap<>();

    private final Thread watcher = Thread.ofVirtual().name("berth-http-watch").start(this::watch);

    /** Reads or writes. */
    @FunctionalInterface
    interface Transfer {
        void run() throws IOException;
    }

    /**
     * Runs {@code transfer}.
     *
     * @throws IOException where the other side has gone, or it took longer than {@code most}
     */
    void within(Duration most, Transfer transfer) throws IOException {
        Thread thread = Thread.currentThread();
        deadlines.put(thread, System.nanoTime() + most.toNanos());
        try {
            transfer.run();
        } finally {
            deadlines.remove(thread);
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
                deadlines.forEach((thread, deadline) -> {
                    if (now - deadline > 0 && deadlines.remove(thread, deadline)) {
                        thread.interrupt();
                    }
                });
            }
        } catch (InterruptedException e) {
            // The server is closed.
        }
    }
}
