package io.berth.live.driver;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** Events that are due later, by their time and then in the order in which they were set; for the engine's thread. */
final class Timers {
    /** There is none. */
    static final long NEVER = Long.MAX_VALUE;

    /**
     * After this process stood still the engine's own timers wait so long, so that what happened meanwhile, such as the end of a task
     * within its limit, comes before them.
     */
    private static final long AFTER_STALL_NANOS = Nanos.SECOND / 2;

    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private long sequence;

    private record Timer(long atNanos, long sequence, Event event) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int order = Long.compare(atNanos, other.atNanos);
            return order != 0 ? order : Long.compare(sequence, other.sequence);
        }
    }

    void add(long atNanos, Event event) {
        timers.add(new Timer(atNanos, sequence++, event));
    }

    /** When the next is due; {@link #NEVER} for none. */
    long nextNanos() {
        Timer next = timers.peek();
        return next == null ? NEVER : next.atNanos;
    }

    /**
     * Hands over the events that are due.
     *
     * @param stalled true where this process stood still until now
     */
    void fire(long nowNanos, boolean stalled, Consumer<Event> into) {
        List<Timer> later = new ArrayList<>();
        for (Timer due = timers.peek(); due != null && due.atNanos <= nowNanos; due = timers.peek()) {
            Timer timer = timers.remove();
            if (stalled && timer.event instanceof Event.Tick) {
                later.add(new Timer(nowNanos + AFTER_STALL_NANOS, timer.sequence, timer.event));
            } else {
                into.accept(timer.event);
            }
        }
        timers.addAll(later);
    }
}
