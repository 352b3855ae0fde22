package io.berth.console.http;

import io.berth.console.http.Held.Phase;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who is connected. There is always room for one more as long as others do nothing: where the bound is reached, or an address has
 * its share, the one that has been idle for the longest is ended, else the one that has sent no whole head for the longest, else
 * no whole body, else the one that has taken nothing of its answer. So whoever sends a request at once is served, however many
 * hold connections open without one (Slowloris), from other addresses or from the same.
 */
final class Connections {
    /** A head is a packet or two: a second and a lost packet sent again, twice. */
    private static final long HEAD = TimeUnit.SECONDS.toNanos(5);

    private static final long HEAD_IN_A_CROWD = TimeUnit.SECONDS.toNanos(1);

    /** Browsers keep theirs for minutes, and open another where it is gone. */
    private static final long IDLE = TimeUnit.SECONDS.toNanos(60);

    private static final long IDLE_IN_A_CROWD = TimeUnit.SECONDS.toNanos(5);

    /** Who sent or took nothing for so long is ended for another's sake before those that came just now. */
    private static final long STALLED = TimeUnit.MILLISECONDS.toNanos(500);

    private static final List<Phase> WAITING = List.of(Phase.HEAD, Phase.BODY, Phase.SENDING);

    private final int most;
    private final int perAddress;
    private final LongSupplier nanoTime;
    private final Crowd all = new Crowd();
    private final Map<Object, Crowd> places = new HashMap<>();

    /** Connections by how far they are, in each phase the one first that has been there for the longest. */
    private static final class Crowd {
        private final Map<Phase, LinkedHashSet<Held>> phases = new EnumMap<>(Phase.class);
        private int size;

        LinkedHashSet<Held> in(Phase phase) {
            return phases.computeIfAbsent(phase, _ -> new LinkedHashSet<>());
        }

        void add(Held held) {
            in(held.phase()).add(held);
            size++;
        }

        boolean remove(Held held) {
            boolean removed = in(held.phase()).remove(held);
            size -= removed ? 1 : 0;
            return removed;
        }

        /**
         * Who goes first; null where all are busy. One whose head came not yet, but just now, stays before those that have
         * stalled: else whoever fills the room with slow readers has it.
         */
        @Nullable
        Held victim(long now) {
            if (!in(Phase.IDLE).isEmpty()) {
                return in(Phase.IDLE).getFirst();
            }
            for (Phase phase : WAITING) {
                boolean stalled =
                        !in(phase).isEmpty() && now - in(phase).getFirst().since() > STALLED;
                if (stalled) {
                    return in(phase).getFirst();
                }
            }
            LinkedHashSet<Held> young = in(Phase.HEAD).isEmpty() ? in(Phase.BODY) : in(Phase.HEAD);
            return young.isEmpty() ? null : young.getFirst();
        }
    }

    /** @param nanoTime a clock of which only differences mean something */
    Connections(int most, int perAddress, LongSupplier nanoTime) {
        this.most = most;
        this.perAddress = perAddress;
        this.nanoTime = nanoTime;
    }

    /** A connection from {@code place}; null, and closed, where all others are busy. */
    @Nullable
    Held admit(Object place, Closeable channel) {
        Held held = new Held(place, channel, nanoTime.getAsLong());
        boolean room;
        @Nullable Held victim = null;
        synchronized (this) {
            Crowd crowd = places.get(place);
            boolean shared = crowd != null && crowd.size >= perAddress;
            room = !shared && all.size < most;
            if (!room) {
                Crowd full = crowd != null && shared ? crowd : all;
                victim = full.victim(held.since());
            }
            if (victim != null) {
                remove(victim);
            }
            if (room || victim != null) {
                add(held);
            }
        }
        if (victim != null) {
            victim.end();
        }
        if (room || victim != null) {
            return held;
        }
        held.end();
        return null;
    }

    /** Ends the connection that goes first, for this process can open no more files. */
    void relieve() {
        @Nullable Held victim;
        synchronized (this) {
            victim = all.victim(nanoTime.getAsLong());
            if (victim != null) {
                remove(victim);
            }
        }
        if (victim != null) {
            victim.end();
        }
    }

    /** {@code held} has come so far now. */
    synchronized void enter(Held held, Phase phase) {
        if (remove(held)) {
            held.enter(phase, nanoTime.getAsLong());
            add(held);
        }
    }

    /** {@code held} has ended. */
    synchronized void leave(Held held) {
        remove(held);
    }

    /** Ends those that have sent no head for too long, or have been idle; sooner where there are many. */
    void endOverdue() {
        long now = nanoTime.getAsLong();
        List<Held> overdue = new ArrayList<>();
        synchronized (this) {
            collect(all.in(Phase.HEAD), now, HEAD, HEAD_IN_A_CROWD, overdue);
            collect(all.in(Phase.IDLE), now, IDLE, IDLE_IN_A_CROWD, overdue);
            overdue.forEach(this::remove);
        }
        overdue.forEach(Held::end);
    }

    /** How many there are. */
    synchronized int size() {
        return all.size;
    }

    private void collect(Collection<Held> waiting, long now, long limit, long limitInACrowd, List<Held> into) {
        for (Held held : waiting) {
            long waited = now - held.since();
            if (waited <= limitInACrowd) {
                return;
            }
            if (waited > limit || crowded(held)) {
                into.add(held);
            }
        }
    }

    private boolean crowded(Held held) {
        return all.size > most / 2 || crowd(held).size > perAddress / 2;
    }

    private Crowd crowd(Held held) {
        return places.computeIfAbsent(held.place(), _ -> new Crowd());
    }

    private void add(Held held) {
        all.add(held);
        crowd(held).add(held);
    }

    private boolean remove(Held held) {
        if (!all.remove(held)) {
            return false;
        }
        Crowd crowd = crowd(held);
        crowd.remove(held);
        if (crowd.size == 0) {
            places.remove(held.place());
        }
        return true;
    }
}
