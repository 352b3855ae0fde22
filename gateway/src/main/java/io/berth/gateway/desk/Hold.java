package io.berth.gateway.desk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** One thread at a time has what is behind it, for a few microseconds; what is to be told to others is told once it is let go. */
final class Hold {
    private final ReentrantLock lock = new ReentrantLock();
    /** Done after each step, before it is let go. */
    private final Step after;
    /** What is to be told when it is let go; of whoever has it. */
    private List<Runnable> news = new ArrayList<>();

    private long lastNanos = Long.MIN_VALUE;

    /** A thing to do, at a moment of a time that never goes back. */
    interface Step {
        void take(long nowNanos);
    }

    Hold(Step after) {
        this.after = after;
    }

    /** Does {@code step}. */
    void take(Step step) {
        List<Runnable> told;
        lock.lock();
        try {
            lastNanos = Math.max(lastNanos, System.nanoTime());
            step.take(lastNanos);
            after.take(lastNanos);
            if (news.isEmpty()) {
                return;
            }
            told = news;
            news = new ArrayList<>(2);
        } finally {
            lock.unlock();
        }
        told.forEach(Runnable::run);
    }

    /** Looks, while nobody changes anything. */
    <T> T look(Supplier<T> looking) {
        lock.lock();
        try {
            return looking.get();
        } finally {
            lock.unlock();
        }
    }

    /** To be told when it is let go, by who has it. */
    void tell(Runnable what) {
        news.add(what);
    }

    /** The moment of the last step, for who has it. */
    long nowNanos() {
        return lastNanos;
    }
}
