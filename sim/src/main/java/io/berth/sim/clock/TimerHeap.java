package io.berth.sim.clock;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Timers by due time, first set first among equals: a heap with four children a parent. A large heap is mostly cache misses, so a timer is
 * two numbers in it, and four children are one line of the cache; what is due stays where it was put, whatever the heap does.
 */
final class TimerHeap {
    private static final int CHILDREN_BITS = 2;
    private static final int CHILDREN = 1 << CHILDREN_BITS;
    /** Of a timer's second number: where its event is, below which timer it is, counted from the first. */
    private static final int PLACE_BITS = 26;

    private static final long PLACE = (1L << PLACE_BITS) - 1;

    /** Of each timer when it is due, then its number and place. */
    private long[] heap = new long[128];

    private int size;
    private long sequence;
    private @Nullable Event[] events = new @Nullable Event[64];
    /** Places whose events were taken out, a stack. */
    private int[] freePlaces = new int[64];

    private int free;
    /** By due time: timers that nobody wants any more, until they are the next. */
    private final TreeMap<Long, List<Event>> forgotten = new TreeMap<>();

    /** When the next timer is due; {@link Nanos#NEVER} where none is. */
    long nextNanos() {
        return size == 0 ? Nanos.NEVER : heap[0];
    }

    void add(long atNanos, Event event) {
        if (2 * size == heap.length) {
            if (size > PLACE) {
                throw new IllegalStateException("More than " + (PLACE + 1) + " timers are set.");
            }
            heap = Arrays.copyOf(heap, 4 * size);
            events = Arrays.copyOf(events, 2 * size);
            freePlaces = Arrays.copyOf(freePlaces, 2 * size);
        }
        int place = free > 0 ? freePlaces[--free] : size;
        events[place] = event;
        int at = size++;
        while (at > 0) {
            int parent = at - 1 >> CHILDREN_BITS;
            if (heap[2 * parent] <= atNanos) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, atNanos, sequence++ << PLACE_BITS | place);
    }

    /** The timer of the very {@code event}, set for {@code atNanos}, is as if it had not been set. */
    void forget(long atNanos, Event event) {
        forgotten.computeIfAbsent(atNanos, _ -> new ArrayList<>()).add(event);
        dropForgotten();
    }

    @SuppressWarnings("ReferenceEquality")
    private void dropForgotten() {
        while (size > 0 && !forgotten.isEmpty()) {
            List<Event> due = forgotten.get(heap[0]);
            Event next = events[(int) (heap[1] & PLACE)];
            if (due == null || !due.removeIf(event -> event == next)) {
                return;
            }
            if (due.isEmpty()) {
                forgotten.remove(heap[0]);
            }
            take();
        }
    }

    /** Takes the next timer out; there must be one. */
    Event remove() {
        Event first = take();
        if (!forgotten.isEmpty()) {
            dropForgotten();
        }
        return first;
    }

    private Event take() {
        int place = (int) (heap[1] & PLACE);
        Event first = size == 0 ? null : events[place];
        if (first == null) {
            throw new IllegalStateException("No timer is set.");
        }
        events[place] = null;
        freePlaces[free++] = place;
        size--;
        sink(heap[2 * size], heap[2 * size + 1]);
        return first;
    }

    private void sink(long time, long number) {
        int at = 0;
        for (int child = 1; child < size; child = (at << CHILDREN_BITS) + 1) {
            int least = least(child);
            if (!before(least, time, number)) {
                break;
            }
            move(least, at);
            at = least;
        }
        put(at, time, number);
    }

    /** The child due first of those that begin at {@code child}. */
    private int least(int child) {
        int least = child;
        int end = StrictMath.min(size, child + CHILDREN);
        for (int other = child + 1; other < end; other++) {
            least = before(other, heap[2 * least], heap[2 * least + 1]) ? other : least;
        }
        return least;
    }

    private boolean before(int timer, long time, long number) {
        long other = heap[2 * timer];
        return other < time || (other == time && heap[2 * timer + 1] < number);
    }

    private void move(int from, int to) {
        heap[2 * to] = heap[2 * from];
        heap[2 * to + 1] = heap[2 * from + 1];
    }

    private void put(int at, long time, long number) {
        heap[2 * at] = time;
        heap[2 * at + 1] = number;
    }
}
