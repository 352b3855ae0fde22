package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Evict;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.evict.Evictions;
import io.berth.core.dispatch.evict.Lingering;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was stopped at servers and may be there still, and what is stopped to make room for others. */
final class Stops {
    /** So many of those that wait are looked at, the first in the queue. */
    private static final int LOOKED_AT = 16;

    private final Fleet fleet;
    private final Dispatcher dispatcher;
    private final Servers servers;
    private final Lingering lingering = new Lingering();
    private final @Nullable Evictions evictions;
    /** When a request has waited long enough for an eviction. */
    private long worthNanos = Nanos.NEVER;

    private long evicted;
    private long evictedNanos;

    Stops(Fleet fleet, Dispatcher dispatcher, Servers servers) {
        this.fleet = fleet;
        this.dispatcher = dispatcher;
        this.servers = servers;
        Evict spec = dispatcher.evict();
        evictions = spec == null ? null : new Evictions(spec);
        lingering.grow(fleet.size());
    }

    @Nullable
    Evictions evictions() {
        return evictions;
    }

    /** {@code server} is another one than before. */
    void joined(int server) {
        lingering.joined(server);
        if (evictions != null) {
            evictions.joined(server);
        }
    }

    /** Nobody wants {@code attempt} any more, which runs. */
    void stop(Attempt attempt, long nowNanos) {
        if (servers.stop(attempt.server(), attempt, nowNanos)) {
            free(attempt.server(), attempt.request(), nowNanos);
        } else {
            leave(attempt, nowNanos);
        }
    }

    /** {@code attempt}, which ran, was ended to make room. */
    void evicted(Attempt attempt, long nowNanos) {
        attempt.passage().evicted();
        evicted++;
        evictedNanos += nowNanos - attempt.startedNanos();
        leave(attempt, nowNanos);
    }

    private void leave(Attempt attempt, long nowNanos) {
        int server = attempt.server();
        long elapsed = nowNanos - attempt.startedNanos();
        if (!lingering.add(server, attempt.request(), elapsed, fleet.paceNanos(server), nowNanos)) {
            free(server, attempt.request(), nowNanos);
        }
    }

    /** {@code request} has ended at {@code server} in another way than by being stopped. */
    void over(int server, Request request) {
        if (evictions != null) {
            evictions.confirmed(server, request);
        }
    }

    /** Its answer has begun, so that it goes on. */
    void spared(Request request) {
        if (evictions != null) {
            evictions.spared(request);
        }
    }

    /** Nothing is left at {@code server} of {@code request}, which was stopped; false where that was known. */
    boolean ended(int server, Request request, long nowNanos) {
        boolean there = lingering.ended(server, request, nowNanos);
        if (there) {
            free(server, request, nowNanos);
        }
        return there;
    }

    /** {@code server} says that it has {@code there} requests. */
    void reported(int server, int there, long nowNanos) {
        int wanted = fleet.outstanding(server) - lingering.at(server);
        for (Request request : lingering.reported(server, there, wanted, nowNanos)) {
            free(server, request, nowNanos);
        }
    }

    int lingering(int server) {
        return lingering.at(server);
    }

    /** {@code server} is gone with all that was there. */
    void gone(int server, long nowNanos) {
        for (Request request : lingering.takeAll(server)) {
            free(server, request, nowNanos);
        }
    }

    /** When something happens here by itself. */
    long nextNanos() {
        return StrictMath.min(worthNanos, lingering.nextNanos());
    }

    /** Waits no longer for what should be over; returns the servers where that was. */
    List<Integer> expire(long nowNanos) {
        List<Integer> free = new ArrayList<>();
        for (Lingering.Gone gone : lingering.expire(nowNanos)) {
            if (evictions != null && gone.denied()) {
                evictions.unconfirmed(gone.server(), gone.request(), nowNanos);
                dispatcher.broken(gone.server(), gone.request(), nowNanos);
            } else {
                free(gone.server(), gone.request(), nowNanos);
            }
            free.add(gone.server());
        }
        return free;
    }

    private void free(int server, Request request, long nowNanos) {
        over(server, request);
        dispatcher.broken(server, request, nowNanos);
    }

    /** Ends what is sheddable for those that wait and are not. */
    void makeRoom(AttemptTable attempts, long nowNanos) {
        worthNanos = Nanos.NEVER;
        if (evictions == null || dispatcher.waitingAtGateway() == 0) {
            return;
        }
        int ahead = 0;
        for (Request waiting : dispatcher.firstHeld(LOOKED_AT)) {
            if (!evictions.urgent(waiting) || evictions.idle()) {
                return;
            }
            if (evictions.under(waiting)) {
                continue;
            }
            long worth = evictions.worthNanos(waiting);
            if (worth > nowNanos) {
                worthNanos = StrictMath.min(worthNanos, worth);
            } else if (makeRoom(waiting, ahead, attempts, nowNanos)) {
                continue;
            }
            ahead++;
        }
    }

    private boolean makeRoom(Request waiting, int ahead, AttemptTable attempts, long nowNanos) {
        Evictions.Victim victim = evictions == null
                ? null
                : evictions.take(waiting, new Looking(waiting, ahead, attempts, nowNanos), nowNanos);
        Attempt attempt = victim == null ? null : attempts.running(victim.server(), victim.request());
        if (attempt != null) {
            servers.evict(attempt.server(), attempt, nowNanos);
        }
        return attempt != null;
    }

    FlowCounts counted(long lost, long retried, long moved, long shared) {
        return new FlowCounts(lost, retried, moved, shared, evicted, evictedNanos);
    }

    /** Servers, for a request that waits. */
    private final class Looking implements Evictions.Sight {
        private final Request waiting;
        private final int ahead;
        private final AttemptTable attempts;
        private final long nowNanos;

        Looking(Request waiting, int ahead, AttemptTable attempts, long nowNanos) {
            this.waiting = waiting;
            this.ahead = ahead;
            this.attempts = attempts;
            this.nowNanos = nowNanos;
        }

        @Override
        public boolean suits(int server, Request request) {
            return dispatcher.wouldTake(server, waiting, ahead, nowNanos);
        }

        @Override
        public boolean streams(int server, Request request) {
            Attempt attempt = attempts.running(server, request);
            return attempt == null || servers.streams(server, attempt, nowNanos);
        }

        @Override
        public long paceNanos(int server) {
            return fleet.paceNanos(server);
        }
    }
}
