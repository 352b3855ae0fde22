package io.berth.gateway.record;

import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.JourneyListener;
import io.berth.spec.input.InputException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file with a line for each request that has ended, gzip where its name says so. A thread of its own writes it; where that does not
 * come after, lines are dropped and counted. What came is in the file half a second later. Where the file is moved away, another one
 * of its name is begun within a second.
 */
public final class LineLog implements JourneyListener, AutoCloseable {
    private static final int MOST_WAITING = 16_384;
    private static final int BUFFER = 64 << 10;
    private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long POLL_MILLIS = 100;

    private final Path path;
    private final Format format;
    private final Consumer<String> note;
    private final ArrayBlockingQueue<Journey> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LongAdder dropped = new LongAdder();
    private final Thread writer;
    private volatile boolean closing;
    private @Nullable OutputStream out;
    private @Nullable Object key;
    private long flushedNanos = System.nanoTime();
    private long lookedNanos = flushedNanos;
    private boolean unflushed;

    /**
     * What stands in the file.
     *
     * @param head of a file that is begun; null for nothing
     * @param again whether a file that is there is gone on with
     */
    record Format(@Nullable String head, Function<Journey, String> line, boolean again) {}

    /**
     * @param note told when the file cannot be written, and when it can again
     * @throws InputException where it cannot be written at all
     */
    LineLog(Path path, Format format, Consumer<String> note) {
        this.path = path;
        this.format = format;
        this.note = note;
        try {
            open(format.again);
        } catch (IOException e) {
            throw new InputException(
                    path.toString(),
                    Files.exists(path) && !format.again
                            ? "is there already; name a file that is not"
                            : "cannot be written: " + e.getMessage());
        }
        writer = Thread.ofPlatform().daemon().name("berth-gateway-log").start(this::write);
    }

    @Override
    public void ended(Journey journey) {
        if (!waiting.offer(journey)) {
            dropped.increment();
        }
    }

    /** Lines that are in no file. */
    public long dropped() {
        return dropped.sum();
    }

    /** Writes what has come. */
    @Override
    public void close() {
        closing = true;
        try {
            writer.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        List<Journey> batch = new ArrayList<>();
        boolean last = false;
        while (!last) {
            last = closing;
            take(batch);
            try {
                put(batch);
                tend(last);
            } catch (IOException e) {
                dropped.add(batch.size());
                lost(e);
            }
            batch.clear();
        }
        shut();
    }

    private void take(List<Journey> batch) {
        try {
            Journey first = closing ? waiting.poll() : waiting.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                batch.add(first);
                waiting.drainTo(batch);
            }
        } catch (InterruptedException e) {
            closing = true;
        }
    }

    private void put(List<Journey> batch) throws IOException {
        if (batch.isEmpty()) {
            return;
        }
        OutputStream to = out;
        if (to == null) {
            dropped.add(batch.size());
            return;
        }
        for (Journey journey : batch) {
            String line = made(journey);
            if (line == null) {
                dropped.increment();
            } else {
                line(to, line);
            }
        }
    }

    /** Null where it cannot be made, which is a mistake of ours: it costs no other line. */
    private @Nullable String made(Journey journey) {
        try {
            return format.line.apply(journey);
        } catch (RuntimeException e) {
            note.accept("a line of " + path + " cannot be made: " + e);
            return null;
        }
    }

    private void line(OutputStream to, String line) throws IOException {
        to.write(line.getBytes(StandardCharsets.UTF_8));
        to.write('\n');
        unflushed = true;
    }

    private void tend(boolean now) throws IOException {
        long nanos = System.nanoTime();
        OutputStream to = out;
        if (to != null && unflushed && (now || nanos - flushedNanos >= FLUSH_NANOS)) {
            to.flush();
            unflushed = false;
            flushedNanos = nanos;
        }
        if (nanos - lookedNanos >= LOOK_NANOS) {
            lookedNanos = nanos;
            look();
        }
    }

    /** Begins another file where this one is not there any more. */
    private void look() throws IOException {
        if (out == null) {
            open(true);
            note.accept(path + " can be written again");
        } else if (key != null && !key.equals(keyNow())) {
            shut();
            open(true);
        }
    }

    private void open(boolean again) throws IOException {
        boolean begun = !Files.exists(path) || Files.size(path) == 0;
        OutputStream file = new BufferedOutputStream(
                Files.newOutputStream(
                        path,
                        again ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND),
                BUFFER);
        // What was flushed can be unpacked, whatever becomes of the rest.
        out = path.toString().endsWith(".gz") ? new GZIPOutputStream(file, BUFFER, true) : file;
        key = keyNow();
        if (format.head != null && begun) {
            line(out, format.head);
        }
    }

    private @Nullable Object keyNow() {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    private void lost(IOException cause) {
        if (out != null) {
            note.accept(path + " cannot be written, its lines are dropped: " + cause.getMessage());
            shut();
        }
    }

    private void shut() {
        OutputStream to = out;
        out = null;
        if (to != null) {
            try {
                to.close();
            } catch (IOException e) {
                note.accept(path + " was not written to its end: " + e.getMessage());
            }
        }
    }
}
