package io.berth.core.dispatch.promise;

import io.berth.core.dispatch.Again;
import io.berth.core.dispatch.Fleet;
import io.berth.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * When requests that were turned away may come again. One that comes when it was told to is let in; so those that are turned away stand
 * in a queue that is in nobody's memory but for its times: each is told the time at which room comes that nobody before it was promised.
 *
 * <p>Room comes as requests end ({@link Drain}), for each model by itself. A tenant over its rate is told when its bucket has a token
 * for it, the next one when it has one more; one that would be late, when it would not. Where no server is there, all are told when one
 * is likely to be ({@link Outages}), and nothing is promised. Which request comes again is known by its likeness alone, of equal ones
 * any. A promise holds from shortly before its time until a while after; what is not taken by then is for others.
 */
public final class Promises {
    /** So much earlier than it was told somebody may come: clocks and roads differ. */
    private static final double EARLY = 0.05;
    /** So much later: times are told in whole seconds, and clients add some chance to them. */
    private static final double LATE = 0.5;

    private static final long LATE_NANOS = 3 * Nanos.SECOND;
    private static final long EARLY_NANOS = 20_000_000;
    /** Promises go out a little more slowly than room comes, or what waits would never be less. */
    private static final double SLOWER = 1.05;

    private static final int MOST = 1 << 17;

    private final TreeMap<Line, Queue> queues = new TreeMap<>();
    /** By likeness, those with the earliest time first. */
    private final TreeMap<Long, ArrayDeque<Promise>> open = new TreeMap<>();

    private final PriorityQueue<Promise> byTime = new PriorityQueue<>(Comparator.comparingLong(Promise::untilNanos));
    private final Outages outages = new Outages();
    private long downSince = Nanos.NEVER;
    private int count;

    /** Who stands behind whom: those whose room comes from the same. */
    private record Line(boolean tenants, int number) implements Comparable<Line> {
        @Override
        public int compareTo(Line other) {
            return tenants == other.tenants
                    ? Integer.compare(number, other.number)
                    : Boolean.compare(tenants, other.tenants);
        }
    }

    private static final class Queue {
        private final Drain drain = new Drain();
        /** What was promised last. */
        private long lastNanos = Long.MIN_VALUE;
    }

    private record Promise(long likeness, long fromNanos, long untilNanos) {}

    /**
     * Who is turned away.
     *
     * @param likeness equal for equal requests of one client, and hardly ever for others
     * @param model the number of its model
     * @param tenant who pays
     * @param first whether it says that it was never turned away, so that no promise is for it
     */
    public record Asking(long likeness, int model, int tenant, boolean first) {}

    /** A request of {@code model} has ended that had been let in. */
    public void ended(int model, long nowNanos) {
        queue(new Line(false, model)).drain.ended(nowNanos);
    }

    /** Whether a server is there. */
    public void up(boolean any, long nowNanos) {
        if (any && downSince != Nanos.NEVER) {
            outages.over(nowNanos - downSince);
        }
        downSince = any ? Nanos.NEVER : StrictMath.min(downSince, nowNanos);
    }

    /** How long it will be until a server is there, where none is. */
    public long untilUpNanos(long nowNanos) {
        return downSince == Nanos.NEVER ? 0 : outages.rest(nowNanos - downSince);
    }

    /**
     * Promises {@code asking}, which {@code fleet} has no room for, the next time that there is; returns after how long that is.
     *
     * @param again when it would be let in, were it alone
     */
    public long room(Asking asking, Again again, Fleet fleet, long nowNanos) {
        Queue queue = queue(new Line(false, asking.model));
        long apart = (long) (SLOWER * queue.drain.apartNanos(apart(fleet)));
        long at = StrictMath.max(nowNanos + again.afterNanos(), StrictMath.max(nowNanos, queue.lastNanos) + apart);
        return keep(queue, asking, at, nowNanos);
    }

    /** Promises {@code asking}, whose tenant sends more than it may, the next time that it may; returns after how long that is. */
    public long turn(Asking asking, Again again, long nowNanos) {
        Queue queue = queue(new Line(true, asking.tenant));
        long at = nowNanos + again.afterNanos();
        if (queue.lastNanos > nowNanos) {
            at = StrictMath.max(at, queue.lastNanos + again.apartNanos());
        }
        return keep(queue, asking, at, nowNanos);
    }

    /** From one end of a request to the next: the requests that are there over how long each has lately taken (Little's law). */
    private static double apart(Fleet fleet) {
        double rate = 0;
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.open(server)) {
                rate += (double) fleet.outstanding(server) / StrictMath.max(1, fleet.paceNanos(server));
            }
        }
        return rate == 0 ? Nanos.SECOND : 1 / rate;
    }

    /** Whether {@code asking} was promised to be let in now, which is then done with. */
    public boolean take(Asking asking, long nowNanos) {
        forget(nowNanos);
        ArrayDeque<Promise> alike = asking.first ? null : open.get(asking.likeness);
        Promise first = alike == null ? null : alike.peek();
        if (alike == null || first == null || first.fromNanos > nowNanos) {
            return false;
        }
        alike.remove();
        drop(first.likeness, alike);
        return true;
    }

    /** How many promises are open. */
    public int size() {
        return count;
    }

    private long keep(Queue queue, Asking asking, long atNanos, long nowNanos) {
        long ahead = atNanos - nowNanos;
        queue.lastNanos = atNanos;
        if (count == MOST) {
            return ahead;
        }
        Promise promise = new Promise(
                asking.likeness,
                atNanos - EARLY_NANOS - (long) (EARLY * ahead),
                atNanos + LATE_NANOS + (long) (LATE * ahead));
        open.computeIfAbsent(asking.likeness, _ -> new ArrayDeque<>(2)).add(promise);
        byTime.add(promise);
        count++;
        return ahead;
    }

    /** Forgets those that nobody took. */
    private void forget(long nowNanos) {
        Promise oldest = byTime.peek();
        while (oldest != null && oldest.untilNanos < nowNanos) {
            byTime.remove();
            ArrayDeque<Promise> alike = open.get(oldest.likeness);
            if (alike != null && alike.remove(oldest)) {
                drop(oldest.likeness, alike);
            }
            oldest = byTime.peek();
        }
    }

    private void drop(long likeness, ArrayDeque<Promise> alike) {
        count--;
        if (alike.isEmpty()) {
            open.remove(likeness);
        }
    }

    private Queue queue(Line line) {
        return queues.computeIfAbsent(line, _ -> new Queue());
    }
}
