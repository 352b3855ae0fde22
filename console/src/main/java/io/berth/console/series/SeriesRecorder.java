package io.berth.console.series;

import io.berth.console.load.NodeLoads;
import io.berth.console.view.LiveView;
import io.berth.core.time.Nanos;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Writes down what is, again and again, on a thread of its own; the engine does nothing for it. */
public final class SeriesRecorder implements AutoCloseable {
    private static final long SECOND_MILLIS = 1_000;

    /** Of scaled time, which may go an hour in a second, there are fewer samples. */
    private static final long SHORTEST_MILLIS = 100;

    private final SeriesStore store;
    private final SampleMaker maker;
    private final LongSupplier evenNanos;
    private final Consumer<String> notes;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("berth-series").unstarted(this::run);
    private long lastStretch = Long.MIN_VALUE;
    private long lastNanos;
    private boolean failed;

    /**
     * @param view has begun
     * @param loads what nodes do; null where nothing is measured
     * @param evenNanos Berth's time now
     * @param notes gets a line where nothing can be kept
     */
    public SeriesRecorder(
            SeriesStore store,
            LiveView view,
            @Nullable NodeLoads loads,
            LongSupplier evenNanos,
            Consumer<String> notes) {
        this.store = store;
        this.maker = new SampleMaker(view, loads, view.nowNanos());
        this.evenNanos = evenNanos;
        this.notes = notes;
    }

    /** Begins. */
    public SeriesRecorder start() {
        thread.start();
        return this;
    }

    private void run() {
        keep(store::open);
        try {
            long pause = SHORTEST_MILLIS;
            while (!over.await(pause, TimeUnit.MILLISECONDS)) {
                long before = lastNanos;
                look();
                pause = pause(lastNanos - before, pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        keep(store::close);
    }

    /** How long until the next stretch begins, where time goes on as it did: {@code passed} nanoseconds in {@code millis}. */
    static long pause(long passed, long millis) {
        double stretch = SeriesStore.SHORTEST * (double) Nanos.SECOND;
        double wanted = passed <= 0 ? SECOND_MILLIS : millis * stretch / passed;
        return (long) Math.clamp(wanted, SHORTEST_MILLIS, SECOND_MILLIS);
    }

    /** Takes a sample where a new stretch has begun. */
    void look() {
        lastNanos = evenNanos.getAsLong();
        long second = Math.floorDiv(lastNanos, Nanos.SECOND);
        long stretch = Math.floorDiv(second, SeriesStore.SHORTEST);
        if (stretch != lastStretch) {
            lastStretch = stretch;
            Sample sample = maker.make(second);
            keep(() -> store.add(sample));
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /** What is not kept is not worth more than a line. */
    private void keep(Work work) {
        try {
            work.run();
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                notes.accept("what the console shows over time cannot be kept: " + e.getMessage());
            }
        }
    }

    /** Ends; what was taken stays. */
    @Override
    public void close() {
        over.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
