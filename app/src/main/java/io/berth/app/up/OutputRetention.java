package io.berth.app.up;

import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Deletes the output of jobs that nobody can ask about any more: it is kept as long as the console knows the job, which is as many
 * ended ones as its history holds, the oldest end first. And where all tasks together have written too much, it deletes that of
 * the jobs that ended first until it is little enough; that of jobs that live stays. What is to go follows from the view and the
 * folders alone, so a Berth that died meanwhile left nothing that the next one does not find.
 */
final class OutputRetention implements AutoCloseable {
    /** Output that is deleted younger than this is told of. */
    private static final long YOUNG_NANOS = Nanos.DAY;

    private final LiveView view;
    private final Forget forget;
    private final Bound bound;
    /** Of jobs that ended, which write no more: bytes by number. */
    private final TreeMap<Long, Long> known = new TreeMap<>();

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

    /**
     * How much tasks may have written.
     *
     * @param bytes in sum
     * @param sizes the bytes of all jobs for which it gets true, by number
     */
    record Bound(long bytes, Function<LongPredicate, Map<Long, Long>> sizes) {}

    OutputRetention(LiveView view, Forget forget, Bound bound, Consumer<String> notes) {
        this.bound = bound;
        this.view = view;
        this.forget = forget;
        this.notes = notes;
    }

    /** Looks from now on, at most once in {@code every}. */
    void start(Duration every) {
        timer.scheduleWithFixedDelay(this::look, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Deletes what is to go. */
    void look() {
        try {
            forgetUnknown();
            trim();
        } catch (RuntimeException e) {
            notes.accept("cannot delete the output of old jobs, will try again: " + e.getMessage());
        }
    }

    /** Only where a job was submitted since the last look. */
    private void forgetUnknown() {
        // Before the folders are listed: a job that came later may have one before the view knows it.
        long last = view.totals().jobsSubmitted();
        if (last != looked) {
            forget(start -> start.job() <= last && isOver(start));
            looked = last;
        }
    }

    private void forget(Predicate<TaskKey> over) {
        Map<TaskKey, IOException> left = new LinkedHashMap<>(forget.apply(over));
        left.keySet().removeAll(told);
        if (!left.isEmpty()) {
            Map.Entry<TaskKey, IOException> first = left.entrySet().iterator().next();
            notes.accept("cannot delete what " + left.size() + " old starts of tasks wrote, and goes on with others: "
                    + first.getKey() + ": " + first.getValue());
            told.addAll(left.keySet());
        }
    }

    /** Of a job that the view does not know, or knows another by the number of which. */
    private boolean isOver(TaskKey start) {
        JobEntry known = view.job(start.job());
        return known == null || start.submitNanos() != 0 && start.submitNanos() != known.submitNanos();
    }

    private void trim() {
        known.keySet().removeIf(job -> view.job(job) == null);
        Map<Long, Long> measured = bound.sizes().apply(job -> !known.containsKey(job));
        long sum = known.values().stream().mapToLong(Long::longValue).sum();
        for (Map.Entry<Long, Long> job : measured.entrySet()) {
            JobEntry entry = view.job(job.getKey());
            sum += job.getValue();
            if (entry != null && entry.phase().ended()) {
                known.put(job.getKey(), job.getValue());
            }
        }
        if (sum > bound.bytes()) {
            delete(sum - bound.bytes());
        }
    }

    /** Deletes so much, or all that there is of jobs that ended. */
    private void delete(long bytes) {
        List<JobEntry> oldest = known.keySet().stream()
                .flatMap(job -> Stream.ofNullable(view.job(job)))
                .sorted(Comparator.comparingLong(JobEntry::endedNanos))
                .toList();
        Set<Long> gone = new HashSet<>();
        long freed = 0;
        long latest = 0;
        for (int i = 0; i < oldest.size() && freed < bytes; i++) {
            long id = oldest.get(i).id();
            freed += known.getOrDefault(id, 0L);
            latest = oldest.get(i).endedNanos();
            gone.add(id);
        }
        if (gone.isEmpty()) {
            return;
        }
        forget(start -> gone.contains(start.job()));
        known.keySet().removeAll(gone);
        long age = view.totals().wallNanos() - latest;
        if (age < YOUNG_NANOS) {
            notes.accept("the output of " + gone.size() + " jobs was deleted, as tasks wrote more than "
                    + (bound.bytes() >> 20) + " MiB (disk: {output: ...}); the last of them ended "
                    + age / Nanos.MINUTE + " minutes before");
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
