package io.berth.sim.clock;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Timers by due time, first set first among equals: a heap with four children a parent, its times in an array of their own.
 * A large heap is mostly cache misses; here four children lie side by side, and no timer is an object.
 */
final class TimerHeap {
    private static final int CHILDREN_BITS = 2;
    private static final int CHILDREN = 1 << CHILDREN_BITS;

    private long[] times = new long[64];
    private long[] sequences = new long[64];
    private @Nullable Event[] events = new @Nullable Event[64];
    private int size;
    private long sequence;

    /** When the next timer is due; {@link Nanos#NEVER} where none is. */
    long nextNanos() {
        return size == 0 ? Nanos.NEVER : times[0];
    }

    void add(long atNanos, Event event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            sequences = Arrays.copyOf(sequences, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        int at = size++;
        while (at > 0) {
            int parent = at - 1 >> CHILDREN_BITS;
            if (times[parent] <= atNanos) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, atNanos, sequence++, event);
    }

    /** Takes the next timer out; there must be one. */
    Event remove() {
        Event first = events[0];
        if (first == null) {
            throw new IllegalStateException("No timer is set.");
        }
        size--;
        Event moved = events[size];
        events[size] = null;
        if (moved != null && size > 0) {
            sink(times[size], sequences[size], moved);
        }
        return first;
    }

    private void sink(long time, long number, Event event) {
        int at = 0;
        for (int child = 1; child < size; child = (at << CHILDREN_BITS) + 1) {
            int least = least(child);
            if (times[least] > time || (times[least] == time && sequences[least] > number)) {
                break;
            }
            move(least, at);
            at = least;
        }
        put(at, time, number, event);
    }

    /** The child due first of those that begin at {@code child}. */
    private int least(int child) {
        int least = child;
        int end = StrictMath.min(size, child + CHILDREN);
        for (int other = child + 1; other < end; other++) {
            if (times[other] < times[least] || (times[other] == times[least] && sequences[other] < sequences[least])) {
                least = other;
            }
        }
        return least;
    }

    private void move(int from, int to) {
        times[to] = times[from];
        sequences[to] = sequences[from];
        events[to] = events[from];
    }

    private void put(int at, long time, long number, Event event) {
        times[at] = time;
        sequences[at] = number;
        events[at] = event;
    }
}
