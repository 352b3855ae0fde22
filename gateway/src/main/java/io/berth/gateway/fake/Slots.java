package io.berth.gateway.fake;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;

/** Who is answered and who waits. Used on the thread of the server alone. */
final class Slots {
    private final FakeSpec.Room room;
    private final Executor loop;
    private final Tally tally;
    private final Set<Work> running = new LinkedHashSet<>();
    private final Deque<Work> waiting = new ArrayDeque<>();

    Slots(FakeSpec.Room room, Executor loop, Tally tally) {
        this.room = room;
        this.loop = loop;
        this.tally = tally;
    }

    /** Has {@code work} begin, or wait; false where there is no room to wait either. */
    boolean offer(Work work) {
        if (running.size() < room.slots()) {
            running.add(work);
            count();
            work.begin();
            return true;
        }
        if (waiting.size() == room.queue()) {
            return false;
        }
        waiting.add(work);
        count();
        return true;
    }

    /** {@code work} is over, or its client left: its slot is the next one's. */
    void leave(Work work) {
        if (!running.remove(work)) {
            waiting.remove(work);
        } else if (!waiting.isEmpty()) {
            Work next = waiting.remove();
            running.add(next);
            // Not from here: one that is done at once would have the next begin within it, and so on.
            loop.execute(next::begin);
        }
        count();
    }

    private void count() {
        tally.running.set(running.size());
        tally.waiting.set(waiting.size());
    }

    /** How long until a slot is free, in nanoseconds; {@link Long#MAX_VALUE} where none will be. */
    long untilFree(long now) {
        return running.stream().mapToLong(work -> work.left(now)).min().orElse(0);
    }

    /** Tokens that those hold who are answered. */
    long tokens(long now) {
        return running.stream().mapToLong(work -> work.tokens(now)).sum();
    }
}
