package io.berth.app.up;

import io.berth.console.view.LiveView;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * Deletes the output of jobs that nobody can ask about any more: it is kept as long as the console knows the job, which is as many
 * ended ones as its history holds, the oldest end first. What is to go follows from the view and the folders alone, so a Berth
 * that died meanwhile left nothing that the next one does not find.
 */
final class OutputRetention implements AutoCloseable {
    private final LiveView view;
    private final Consumer<LongPredicate> forget;
    private final Consumer<String> notes;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-forget").factory());
    private long looked = -1;

    /** @param forget deletes all of the jobs for which it gets true */
    OutputRetention(LiveView view, Consumer<LongPredicate> forget, Consumer<String> notes) {
        this.view = view;
        this.forget = forget;
        this.notes = notes;
    }

    /** Looks from now on, at most once in {@code every}. */
    void start(Duration every) {
        timer.scheduleWithFixedDelay(this::look, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Deletes what is to go, where a job was submitted since the last look. */
    void look() {
        // Before the folders are listed: a job that came later may have one before the view knows it.
        long last = view.totals().jobsSubmitted();
        if (last == looked) {
            return;
        }
        try {
            forget.accept(job -> job <= last && view.job(job) == null);
            looked = last;
        } catch (RuntimeException e) {
            notes.accept("cannot delete the output of old jobs, will try again: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
