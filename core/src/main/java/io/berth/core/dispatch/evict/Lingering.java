package io.berth.core.dispatch.evict;

import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Requests that were stopped at their servers, which may still work on them: an engine that does not see that its client has left makes
 * the answer to its end. Each has its slot until somebody says that it has ended, the counters of its engine say that no more is there
 * than what was not stopped, or as much time has passed as its server takes for that by what was learnt of it.
 *
 * <p>What is learnt is the part of what a stopped request still had to do that its server does nevertheless: 1 for one that never notices,
 * nearly 0 for one that notices at once. Of a server that says nothing of itself it is taken for that of those that do.
 */
public final class Lingering {
    /** The weight of the latest in what is learnt. */
    private static final double LATEST = 0.25;
    /** So many times what was learnt is waited for, where a report will tell. */
    private static final double PATIENCE = 2;
    /** A server that says how many requests it has is waited for so long at least. */
    private static final long LEAST_GRACE = Nanos.SECOND;
    /** A request that has taken longer than expected is expected to take so large a part of that once more. */
    private static final long TAIL = 4;

    private final List<Server> servers = new ArrayList<>();
    private int size;
    private double others = Double.NaN;

    /** A stopped request. */
    private record Left(Request request, long sinceNanos, long expectedNanos, long untilNanos) {}

    /** What is known of one server. */
    private static final class Server {
        private final Deque<Left> left = new ArrayDeque<>();
        /** When it said last how many requests it has. */
        private long reportedNanos = Nanos.NEVER;
        /** From one such report to the next. */
        private long gapNanos;

        private double goesOn = Double.NaN;
    }

    /**
     * One that is waited for no longer.
     *
     * @param denied whether its server, which says how many requests it has, has not said that it ended
     */
    public record Gone(int server, Request request, boolean denied) {}

    /** Makes room for {@code count} servers. */
    public void grow(int count) {
        while (servers.size() < count) {
            servers.add(new Server());
        }
    }

    /** {@code server} is another one than before. */
    public void joined(int server) {
        grow(server + 1);
        servers.set(server, new Server());
    }

    /**
     * {@code request} was stopped at {@code server}.
     *
     * @param elapsedNanos how long it had run
     * @param typicalNanos how long a request takes there
     * @return whether it has its slot for now; false where nobody knows that the server goes on, or would say so
     */
    public boolean add(int server, Request request, long elapsedNanos, long typicalNanos, long nowNanos) {
        Server at = servers.get(server);
        long expected = StrictMath.max(typicalNanos - elapsedNanos, StrictMath.max(typicalNanos, elapsedNanos) / TAIL);
        double part = part(at);
        if (Double.isNaN(part)) {
            return false;
        }
        long until = Nanos.after(nowNanos, StrictMath.round(part * expected) + grace(at));
        at.left.add(new Left(request, nowNanos, StrictMath.max(1, expected), until));
        size++;
        return true;
    }

    /** What a report has to come in; nothing where none comes. */
    private static long grace(Server at) {
        return at.reportedNanos == Nanos.NEVER ? 0 : StrictMath.max(LEAST_GRACE, 2 * at.gapNanos);
    }

    private double part(Server at) {
        if (at.reportedNanos == Nanos.NEVER) {
            return others;
        }
        return Double.isNaN(at.goesOn) ? 1 : StrictMath.min(1, PATIENCE * at.goesOn);
    }

    /**
     * {@code server} says how many requests it has.
     *
     * @param there all that it has
     * @param wanted those of this gateway that were not stopped
     * @return those that have ended, as that is fewer than there could be
     */
    public List<Request> reported(int server, int there, int wanted, long nowNanos) {
        Server at = servers.get(server);
        if (at.reportedNanos != Nanos.NEVER) {
            at.gapNanos = nowNanos - at.reportedNanos;
        }
        at.reportedNanos = nowNanos;
        List<Request> ended = new ArrayList<>();
        while (at.left.size() > StrictMath.max(0, there - wanted)) {
            Left left = at.left.removeFirst();
            end(at, left, lasted(at, left, nowNanos));
            ended.add(left.request);
        }
        return ended;
    }

    /** {@code request} has ended at {@code server}; false where it was not there any more. */
    public boolean ended(int server, Request request, long nowNanos) {
        Server at = servers.get(server);
        for (Left left : at.left) {
            if (left.request.id() == request.id()) {
                at.left.remove(left);
                end(at, left, lasted(at, left, nowNanos));
                return true;
            }
        }
        return false;
    }

    /** {@code server} is gone with all that was there. */
    public List<Request> takeAll(int server) {
        Server at = servers.get(server);
        List<Request> taken = at.left.stream().map(Left::request).toList();
        size -= taken.size();
        at.left.clear();
        return taken;
    }

    /** How many are at {@code server}. */
    public int at(int server) {
        return server < servers.size() ? servers.get(server).left.size() : 0;
    }

    /** When the first of them is waited for no longer; {@link Nanos#NEVER} where there is none. */
    public long nextNanos() {
        long next = Nanos.NEVER;
        if (size > 0) {
            for (Server server : servers) {
                for (Left left : server.left) {
                    next = StrictMath.min(next, left.untilNanos);
                }
            }
        }
        return next;
    }

    /** Takes out those that are waited for no longer: nobody has said that they ended. */
    public List<Gone> expire(long nowNanos) {
        List<Gone> gone = new ArrayList<>();
        for (int server = 0; size > 0 && server < servers.size(); server++) {
            Server at = servers.get(server);
            for (Iterator<Left> each = at.left.iterator(); each.hasNext(); ) {
                Left left = each.next();
                if (left.untilNanos <= nowNanos) {
                    each.remove();
                    end(at, left, PATIENCE * (nowNanos - left.sinceNanos));
                    gone.add(new Gone(server, left.request, at.reportedNanos != Nanos.NEVER));
                }
            }
        }
        return gone;
    }

    /** It learns from {@code left}, which is over and lasted so long. */
    private void end(Server at, Left left, double lasted) {
        size--;
        if (at.reportedNanos != Nanos.NEVER) {
            double part = StrictMath.min(1, lasted / left.expectedNanos);
            at.goesOn = mean(at.goesOn, part);
            others = mean(others, part);
        }
    }

    /** How long one lasted that was seen to be over now: a report tells of it up to one of them late. */
    private static double lasted(Server at, Left left, long nowNanos) {
        return StrictMath.max(0, nowNanos - left.sinceNanos - at.gapNanos);
    }

    private static double mean(double before, double latest) {
        return Double.isNaN(before) ? latest : before + LATEST * (latest - before);
    }
}
