package io.berth.console.event;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last changes. The engine's thread adds and never waits for a reader; a reader that falls behind by more than the ring holds
 * is told how many it missed.
 */
public final class ChangeRing {
    public static final String JOB = "job";
    public static final String NODE = "node";
    public static final String STRATEGY = "strategy";
    public static final String ALERT = "alert";

    /** Changes that are kept: those of 2,700 jobs from submission to running, while a browser takes seconds to connect again. */
    public static final int KEPT = 8_192;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final @Nullable Change[] ring = new @Nullable Change[KEPT];
    private final String epoch;
    private long last;
    private long wakes;

    /**
     * What a reader gets.
     *
     * @param last the number of the newest change looked at, from which to read on
     * @param missed how many are lost to this reader
     */
    public record Batch(List<Change> changes, long last, long missed) {
        public Batch {
            changes = List.copyOf(changes);
        }
    }

    public ChangeRing() {
        byte[] random = new byte[4];
        new SecureRandom().nextBytes(random);
        epoch = HexFormat.of().formatHex(random);
    }

    /** Names this ring, so that a position in another's, from before a restart, is not taken for one in this. */
    public String epoch() {
        return epoch;
    }

    /** Something changed. */
    public void add(String type, Change.Telling telling) {
        lock.lock();
        try {
            last++;
            ring[(int) (last % KEPT)] = new Change(last, type, telling);
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The number of the newest change; 0 for none. */
    public long last() {
        lock.lock();
        try {
            return last;
        } finally {
            lock.unlock();
        }
    }

    /** True where all changes after number {@code after} are still there. */
    public boolean reaches(long after) {
        lock.lock();
        try {
            return after >= 0 && after <= last && last - after <= KEPT;
        } finally {
            lock.unlock();
        }
    }

    /** Up to {@code most} changes after number {@code after}; where there are none, waits for one until it is woken, {@code wait} at most. */
    public Batch read(long after, int most, Duration wait) throws InterruptedException {
        lock.lock();
        try {
            long left = wait.toNanos();
            long before = wakes;
            while (last == after && wakes == before && left > 0) {
                left = added.awaitNanos(left);
            }
            long first = Math.max(after + 1, last - KEPT + 1);
            List<Change> changes = new ArrayList<>();
            for (long number = first; number <= last && changes.size() < most; number++) {
                Change change = ring[(int) (number % KEPT)];
                if (change != null) {
                    changes.add(change);
                }
            }
            long readTo = changes.isEmpty() ? after : changes.getLast().number();
            return new Batch(changes, readTo, first - after - 1);
        } finally {
            lock.unlock();
        }
    }

    /** Readers that wait look up, though nothing was added. */
    public void wake() {
        lock.lock();
        try {
            wakes++;
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
