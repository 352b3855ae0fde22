package io.berth.sim.clock;

import io.berth.core.engine.Driver;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Virtual time: jumps to the next moment at which something is due and hands the engine everything due then, as one instant.
 * What comes of an instant without delay is the next instant of the same moment.
 *
 * <p>With a shuffle seed the events of an instant are handed over in a random order, to show that the order of arrival does
 * not matter.
 */
public final class SimDriver implements Driver {
    private static final String SHUFFLE = "shuffle";

    private final TimerHeap timers = new TimerHeap();
    /** What is due at once, in the order set; it need not go through the heap. */
    private final ArrayDeque<Event> immediate = new ArrayDeque<>();

    private final List<Event> due = new ArrayList<>();
    private final long shuffleSeed;
    private long nowNanos;
    private long instants;

    public SimDriver(long startNanos) {
        this(startNanos, 0);
    }

    /** @param shuffleSeed 0 for the order of arrival */
    public SimDriver(long startNanos, long shuffleSeed) {
        this.nowNanos = startNanos;
        this.shuffleSeed = shuffleSeed;
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public void at(long deadlineNanos, Event event) {
        if (deadlineNanos <= nowNanos) {
            immediate.add(event);
        } else {
            timers.add(deadlineNanos, event);
        }
    }

    @Override
    public void forget(long deadlineNanos, Event event) {
        if (deadlineNanos > nowNanos) {
            timers.forget(deadlineNanos, event);
        }
    }

    /** When the next timer is due; {@link Nanos#NEVER} where none is. */
    public long nextTimerNanos() {
        return immediate.isEmpty() ? timers.nextNanos() : nowNanos;
    }

    /** Lives through the moment {@code at}: all that is due by then, of {@code feeds} too, and what comes of it at once. */
    public void moment(long at, Engine engine, List<Feed> feeds) {
        nowNanos = at;
        do {
            due.clear();
            while (timers.nextNanos() <= at) {
                due.add(timers.remove());
            }
            while (!immediate.isEmpty()) {
                due.add(immediate.remove());
            }
            for (Feed feed : feeds) {
                while (feed.nextNanos() <= at) {
                    due.add(feed.next());
                }
            }
            if (shuffleSeed != 0 && due.size() > 1) {
                shuffle();
            }
            engine.instant(at, due);
            instants++;
        } while (nextTimerNanos() <= at);
    }

    private void shuffle() {
        Chance chance = new Chance(shuffleSeed, SHUFFLE, instants);
        for (int i = due.size() - 1; i > 0; i--) {
            int other = chance.below(i + 1);
            Event event = due.get(i);
            due.set(i, due.get(other));
            due.set(other, event);
        }
    }
}
