package io.berth.app.up;

import io.berth.console.view.JobEntry;
import io.berth.console.view.LiveView;
import io.berth.local.launch.TaskKey;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Deletes the output of jobs that nobody can ask about any more: it is kept as long as the console knows the job, which is as many
 * ended ones as its history holds, the oldest end first. What is to go follows from the view and the folders alone, so a Berth
 * that died meanwhile left nothing that the next one does not find.
 */
final class OutputRetention implements AutoCloseable {
    private final LiveView view;
    private final Forget forget;
    private final Consumer<String> notes;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-forget").factory());
    private final Set<TaskKey> told = new LinkedHashSet<>();
    private long looked = -1;

    /** Deletes what is kept of starts of tasks. */
    @FunctionalInterface
    interface Forget {
        /** Deletes all for which {@code over} is true; says why what stays could not be deleted. */
        Map<TaskKey, IOException> apply(Predicate<TaskKey> over);
    }

    OutputRetention(LiveView view, Forget forget, Consumer<String> notes) {
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
            Map<TaskKey, IOException> left =
                    new LinkedHashMap<>(forget.apply(start -> start.job() <= last && isOver(start)));
            left.keySet().removeAll(told);
            if (!left.isEmpty()) {
                Map.Entry<TaskKey, IOException> first =
                        left.entrySet().iterator().next();
                notes.accept(
                        "cannot delete what " + left.size() + " old starts of tasks wrote, and goes on with others: "
                                + first.getKey() + ": " + first.getValue());
                told.addAll(left.keySet());
            }
            looked = last;
        } catch (RuntimeException e) {
            notes.accept("cannot delete the output of old jobs, will try again: " + e.getMessage());
        }
    }

    /** Of a job that the view does not know, or knows another by the number of which. */
    private boolean isOver(TaskKey start) {
        JobEntry known = view.job(start.job());
        return known == null || start.submitNanos() != 0 && start.submitNanos() != known.submitNanos();
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
