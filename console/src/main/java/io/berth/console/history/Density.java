package io.berth.console.history;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How many events there were when, in steps of equal length that become twice as long whenever there would be too many. */
final class Density {
    /** As many steps at most; a slider on a wide screen has some 1,000 pixels. */
    static final int MOST_STEPS = 512;

    private final long[] counts = new long[MOST_STEPS];
    private final long fromNanos;
    private long stepNanos = Nanos.SECOND;

    /** Counts from {@code fromNanos} on, UTC nanoseconds. */
    Density(long fromNanos) {
        this.fromNanos = fromNanos;
    }

    /** There were {@code events} at {@code atNanos}. */
    void add(long atNanos, long events) {
        long step = (atNanos - fromNanos) / stepNanos;
        while (step >= MOST_STEPS) {
            fold();
            step = (atNanos - fromNanos) / stepNanos;
        }
        counts[(int) Math.max(0, step)] += events;
    }

    /** The length of a step, nanoseconds. */
    long stepNanos() {
        return stepNanos;
    }

    /** The number of the step that {@code atNanos} is in, at most that of the last. */
    int step(long atNanos) {
        return Math.clamp((atNanos - fromNanos) / stepNanos, 0, MOST_STEPS - 1);
    }

    /** When step {@code step} begins, UTC nanoseconds. */
    long beginNanos(int step) {
        return fromNanos + step * stepNanos;
    }

    /** The events of the steps {@code from} to {@code to}, both included. */
    List<Long> events(int from, int to) {
        List<Long> events = new ArrayList<>();
        for (int step = from; step <= to; step++) {
            events.add(counts[step]);
        }
        return events;
    }

    private void fold() {
        for (int step = 0; step < MOST_STEPS / 2; step++) {
            counts[step] = counts[2 * step] + counts[2 * step + 1];
        }
        Arrays.fill(counts, MOST_STEPS / 2, MOST_STEPS, 0);
        stepNanos *= 2;
    }
}
