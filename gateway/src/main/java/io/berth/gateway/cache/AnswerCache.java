package io.berth.gateway.cache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers by what was asked, so many bytes of them, those used last, each for so long. What is asked while it is being answered is asked
 * once: the others wait for that one. What is not here may be in a {@link Store}, which is asked first. For any thread.
 */
public final class AnswerCache {
    /** What an answer takes beside its bytes, about. */
    private static final int OVERHEAD = 256;

    private final long mostBytes;
    private final long entryBytes;
    private final long keptNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashMap<Asked, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    /** Those who wait for an answer that is under way. */
    private final Map<Asked, List<Consumer<@Nullable Answer>>> flights = new HashMap<>();

    private final @Nullable Store store;
    private long bytes;
    private long hits;
    private long misses;
    private long shared;

    private record Kept(Answer answer, long untilNanos) {
        long bytes() {
            return answer.body().length + (long) OVERHEAD;
        }
    }

    /** What there is for one who asks. */
    public sealed interface Found {}

    /** The answer. */
    public record Hit(Answer answer) implements Found {}

    /** What there is where there is no answer yet. */
    public enum Not implements Found {
        /** Whoever asked has a server asked, and says what came of it. */
        THERE,
        /** Somebody else does, and who asked is told. */
        YET,
        /** The {@link Store} is asked, and who asked is told. */
        FARTHER
    }

    /** How it was used, and how full it is. */
    public record Figures(long hits, long misses, long shared, long entries, long bytes) {}

    /**
     * @param mostBytes of all answers
     * @param entryBytes of an answer that is kept
     * @param keptNanos how long
     */
    public AnswerCache(long mostBytes, long entryBytes, long keptNanos) {
        this(mostBytes, entryBytes, keptNanos, null);
    }

    /** @param store where there may be what is not here; null for nowhere */
    public AnswerCache(long mostBytes, long entryBytes, long keptNanos, @Nullable Store store) {
        this.store = store;
        this.mostBytes = mostBytes;
        this.entryBytes = entryBytes;
        this.keptNanos = keptNanos;
    }

    /** No answer with more bytes is kept. */
    public long entryBytes() {
        return entryBytes;
    }

    /**
     * Somebody asks.
     *
     * @param farther whether the store may be asked; not where it was
     * @param waiter told the answer that another one has had made, on whatever thread that has; null where there will be none, and it is
     *     to ask again
     */
    public Found ask(Asked asked, boolean farther, long nowNanos, Consumer<@Nullable Answer> waiter) {
        Store asking = farther && store != null && store.there() ? store : null;
        Found found = ask(asked, asking, nowNanos, waiter);
        if (found == Not.FARTHER && asking != null) {
            asking.find(asked).whenComplete((kept, _) -> found(asked, kept, nowNanos));
        }
        return found;
    }

    private Found ask(Asked asked, @Nullable Store asking, long nowNanos, Consumer<@Nullable Answer> waiter) {
        lock.lock();
        try {
            Kept there = kept.get(asked);
            if (there != null && there.untilNanos > nowNanos) {
                hits++;
                return new Hit(there.answer);
            }
            if (there != null) {
                drop(asked);
            }
            List<Consumer<@Nullable Answer>> flight = flights.get(asked);
            if (flight != null) {
                shared++;
                flight.add(waiter);
                return Not.YET;
            }
            flights.put(asked, new ArrayList<>());
            if (asking != null) {
                flights.get(asked).add(waiter);
                return Not.FARTHER;
            }
            misses++;
            return Not.THERE;
        } finally {
            lock.unlock();
        }
    }

    /** What came of {@code asked}: an answer that may be kept; null for none. Those who wait are told. */
    public void came(Asked asked, @Nullable Answer answer, long nowNanos) {
        if (answer != null && store != null && answer.body().length <= entryBytes) {
            store.keep(asked, answer);
        }
        land(asked, answer, nowNanos, keptNanos);
    }

    /** The store has told what it has. */
    private void found(Asked asked, Store.@Nullable Found found, long nowNanos) {
        lock.lock();
        try {
            // Who waits and is told of none asks again, and is counted then.
            int waiting = flights.getOrDefault(asked, List.of()).size() - 1;
            hits += found == null ? 0 : 1;
            shared -= found == null ? Math.max(0, waiting) : 0;
        } finally {
            lock.unlock();
        }
        if (found == null) {
            land(asked, null, nowNanos, 0);
        } else {
            land(asked, found.answer(), nowNanos, Math.min(keptNanos, found.keptNanos()));
        }
    }

    private void land(Asked asked, @Nullable Answer answer, long nowNanos, long forNanos) {
        List<Consumer<@Nullable Answer>> waiters;
        lock.lock();
        try {
            waiters = flights.remove(asked);
            if (answer != null && answer.body().length <= entryBytes) {
                keep(asked, new Kept(answer, nowNanos + forNanos));
            }
        } finally {
            lock.unlock();
        }
        if (waiters != null) {
            waiters.forEach(waiter -> waiter.accept(answer));
        }
    }

    public Figures figures() {
        lock.lock();
        try {
            return new Figures(hits, misses, shared, kept.size(), bytes);
        } finally {
            lock.unlock();
        }
    }

    private void keep(Asked asked, Kept answer) {
        drop(asked);
        kept.put(asked, answer);
        bytes += answer.bytes();
        while (bytes > mostBytes) {
            drop(kept.firstEntry().getKey());
        }
    }

    private void drop(Asked asked) {
        Kept dropped = kept.remove(asked);
        bytes -= dropped == null ? 0 : dropped.bytes();
    }
}
