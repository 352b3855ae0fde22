package io.berth.console.view;

import io.berth.console.event.ChangeRing;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.edge.metric.Histogram;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that live and those that ended last, by number: written by the engine's thread, read by all. A job that ends keeps its
 * place, so that whoever goes through the list while it does sees it once.
 */
final class JobView {
    private static final int MOST_STARTS = 10_000;

    private final int kept;
    private final ChangeRing ring;
    private final Histogram waits;
    private final ConcurrentNavigableMap<Long, JobEntry> entries = new ConcurrentSkipListMap<>();
    private final ConcurrentNavigableMap<String, QueueCount> queues = new ConcurrentSkipListMap<>();
    private final ConcurrentNavigableMap<String, QueueStarts> starts = new ConcurrentSkipListMap<>();
    private final Deque<Long> ended = new ArrayDeque<>();
    private final long[] living = new long[JobPhase.values().length];
    private final long[] endings = new long[JobPhase.values().length];

    /** @param kept how many jobs that ended are known */
    JobView(int kept, ChangeRing ring, Histogram waits) {
        this.kept = kept;
        this.ring = ring;
        this.waits = waits;
    }

    /** A job is another than before; nobody is told where {@code quiet}. */
    void put(JobEntry after, boolean quiet) {
        JobEntry before = entries.put(after.id(), after);
        if (before != null) {
            count(before, -1);
        }
        count(after, 1);
        boolean news = before == null || before.phase() != after.phase();
        if (news && after.phase().ended()) {
            endings[after.phase().ordinal()]++;
            ended.addLast(after.id());
            forgetOldest();
        }
        if (news && !quiet) {
            if (after.phase() == JobPhase.RUNNING) {
                waits.add(after.waitNanos() / 1e9);
                started(after);
            }
            ring.add(ChangeRing.JOB, caller -> {
                JobEntry shown = after.shownTo(caller);
                return shown == null ? null : shown.json();
            });
        }
    }

    /** Anybody may name queues; those that come when there are so many are not counted. */
    private void started(JobEntry job) {
        String queue = job.spec().queue();
        QueueStarts before = starts.get(queue);
        if (before != null || starts.size() < MOST_STARTS) {
            starts.put(queue, (before == null ? new QueueStarts(0, 0) : before).plus(job.waitNanos()));
        }
    }

    /** Of each queue of which a job started. */
    SortedMap<String, QueueStarts> queueStarts() {
        return starts;
    }

    /** A job that ended before this began; false where it is known already. One of its number that is not it makes way. */
    boolean restore(JobEntry left) {
        JobEntry known = entries.get(left.id());
        if (known != null && known.submitNanos() == left.submitNanos()) {
            return false;
        }
        entries.put(left.id(), left);
        count(left, 1);
        if (known != null) {
            count(known, -1);
            return true;
        }
        ended.addLast(left.id());
        forgetOldest();
        return true;
    }

    /** Job {@code id}; null where it is not known. */
    @Nullable
    JobEntry get(long id) {
        return entries.get(id);
    }

    /** The jobs with numbers above {@code id}. */
    Iterable<JobEntry> after(long id) {
        return entries.tailMap(id, false).values();
    }

    /** What is counted of each queue, by name. */
    SortedMap<String, QueueCount> queues() {
        return queues;
    }

    /** Jobs that live; on the engine's thread, like what follows. */
    Map<JobPhase, Long> living() {
        return byPhase(living, false);
    }

    /** Jobs that ended since this began. */
    Map<JobPhase, Long> endings() {
        return byPhase(endings, true);
    }

    private static Map<JobPhase, Long> byPhase(long[] counts, boolean ended) {
        Map<JobPhase, Long> byPhase = new EnumMap<>(JobPhase.class);
        for (JobPhase phase : JobPhase.values()) {
            if (phase.ended() == ended) {
                byPhase.put(phase, counts[phase.ordinal()]);
            }
        }
        return byPhase;
    }

    private void count(JobEntry job, int sign) {
        living[job.phase().ordinal()] += sign;
        String queue = job.spec().queue();
        QueueCount count = queues.getOrDefault(queue, QueueCount.NONE).plus(job, sign);
        // Anybody may name queues, and one that nobody uses any more must not stay for ever.
        if (count.known() == 0) {
            queues.remove(queue);
        } else {
            queues.put(queue, count);
        }
    }

    private void forgetOldest() {
        while (ended.size() > kept) {
            JobEntry oldest = entries.remove(ended.removeFirst());
            if (oldest != null) {
                count(oldest, -1);
            }
        }
    }
}
