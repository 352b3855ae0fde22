package io.berth.console.http;

import io.berth.console.http.Held.Phase;
import io.berth.console.http.message.Sender;
import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who is connected. There is always room for one more as long as others do nothing: where the bound is reached, or an address has
 * its share, the one that has been idle for the longest is ended, else the one that has sent no whole head for the longest, else
 * no whole body, else the one that has taken nothing of its answer. So whoever sends a request at once is served, however many
 * hold connections open without one (Slowloris), from other addresses or from the same. Where all others are being answered, the
 * next waits outside until one of them is not.
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

    /** How long the next waits while all others are being answered: answers take milliseconds, or are streams that do not end. */
    private static final long OUTSIDE = TimeUnit.SECONDS.toNanos(5);

    private static final List<Phase> WAITING = List.of(Phase.HEAD, Phase.BODY, Phase.SENDING);

    private final int most;
    private final int perAddress;
    private final LongSupplier nanoTime;
    private final Crowd all = new Crowd();
    private final Map<Sender, Crowd> senders = new HashMap<>();

    /** Connections by how far they are, in each phase the one first that has been there for the longest. */
    private static final class Crowd {
        private final Map<Phase, LinkedHashSet<Held>> phases = new EnumMap<>(Phase.class);
        private final Deque<Newcomer> outside = new ArrayDeque<>();
        private int size;

        boolean isGone() {
            return size == 0 && outside.isEmpty();
        }

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

        /** Who has waited for the longest, or stalled; null where there is none. */
        @Nullable
        Held waiting(long now) {
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
            return null;
        }

        /**
         * Who goes first; null where all are busy. One whose head came not yet, but just now, stays before those that have
         * stalled: else whoever fills the room with slow readers has it.
         */
        @Nullable
        Held victim(long now) {
            Held waiting = waiting(now);
            if (waiting != null) {
                return waiting;
            }
            LinkedHashSet<Held> young = in(Phase.HEAD).isEmpty() ? in(Phase.BODY) : in(Phase.HEAD);
            return young.isEmpty() ? null : young.getFirst();
        }
    }

    /**
     * Who came.
     *
     * @param entry is told once there is room
     */
    private record Newcomer(Held held, Consumer<Held> entry) {}

    /**
     * What comes of making room, to be carried out without the lock.
     *
     * @param ended who goes
     * @param admitted who comes
     */
    private record Turn(@Nullable Held ended, @Nullable Newcomer admitted) {
        static final Turn NONE = new Turn(null, null);

        /** True where there was no room. */
        boolean none() {
            return ended == null && admitted == null;
        }

        void take() {
            if (ended != null) {
                ended.end();
            }
            if (admitted != null) {
                admitted.entry().accept(admitted.held());
            }
        }
    }

    /** @param nanoTime a clock of which only differences mean something */
    Connections(int most, int perAddress, LongSupplier nanoTime) {
        this.most = most;
        this.perAddress = perAddress;
        this.nanoTime = nanoTime;
    }

    /**
     * A connection from {@code sender}: {@code entry} is told at once where there is room, later, by another thread, where all others
     * are busy for now, and never where they stay so, or where as many came after it as an address has room for: then it is closed.
     */
    void admit(Sender sender, Closeable channel, Consumer<Held> entry) {
        Newcomer newcomer = new Newcomer(new Held(sender, channel, nanoTime.getAsLong()), entry);
        Turn turn;
        synchronized (this) {
            Crowd full = full(sender);
            turn = room(newcomer, full.victim(newcomer.held().since()));
            if (turn.none()) {
                full.outside.addLast(newcomer);
                // Who floods comes first, and who comes after a flood has room.
                turn = full.outside.size() > perAddress
                        ? new Turn(full.outside.removeFirst().held(), null)
                        : turn;
            }
        }
        turn.take();
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
    void enter(Held held, Phase phase) {
        Turn turn = Turn.NONE;
        synchronized (this) {
            if (remove(held)) {
                held.enter(phase, nanoTime.getAsLong());
                add(held);
                turn = phase == Phase.BUSY ? Turn.NONE : next(held.sender());
            }
        }
        turn.take();
    }

    /** {@code held} has ended. */
    void leave(Held held) {
        Turn turn;
        synchronized (this) {
            turn = remove(held) ? next(held.sender()) : Turn.NONE;
        }
        turn.take();
    }

    /**
     * Ends those that have sent no head for too long, or have been idle; sooner where there are many. Those outside come in where
     * readers have stalled meanwhile, or are ended too.
     */
    void endOverdue() {
        long now = nanoTime.getAsLong();
        List<Turn> turns = new ArrayList<>();
        synchronized (this) {
            List<Held> overdue = new ArrayList<>();
            collect(all.in(Phase.HEAD), now, HEAD, HEAD_IN_A_CROWD, overdue);
            collect(all.in(Phase.IDLE), now, IDLE, IDLE_IN_A_CROWD, overdue);
            for (Held held : overdue) {
                remove(held);
                turns.add(new Turn(held, null));
            }
            callIn(all, now, turns);
            for (Crowd crowd : List.copyOf(senders.values())) {
                callIn(crowd, now, turns);
            }
            senders.values().removeIf(Crowd::isGone);
        }
        turns.forEach(Turn::take);
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

    private void callIn(Crowd crowd, long now, List<Turn> turns) {
        for (Turn turn = next(crowd); !turn.none(); turn = next(crowd)) {
            turns.add(turn);
        }
        while (!crowd.outside.isEmpty() && now - crowd.outside.getFirst().held().since() > OUTSIDE) {
            turns.add(new Turn(crowd.outside.removeFirst().held(), null));
        }
    }

    /** Whoever may come in now that a connection from {@code sender} does something else than it did. */
    private Turn next(Sender sender) {
        Crowd crowd = senders.get(sender);
        Turn turn = crowd == null ? Turn.NONE : next(crowd);
        return turn.none() ? next(all) : turn;
    }

    /** The others outside came just now too: what has come in meanwhile stays before them. */
    private Turn next(Crowd crowd) {
        Newcomer first = crowd.outside.peekFirst();
        if (first == null) {
            return Turn.NONE;
        }
        Turn turn = room(first, full(first.held().sender()).waiting(nanoTime.getAsLong()));
        if (!turn.none()) {
            crowd.outside.removeFirst();
        }
        return turn;
    }

    /** Takes {@code newcomer} in, in the place of {@code victim} where it must be; {@link Turn#NONE} where there is none to go. */
    private Turn room(Newcomer newcomer, @Nullable Held victim) {
        Held held = newcomer.held();
        Crowd here = senders.get(held.sender());
        boolean room = all.size < most && (here == null || here.size < perAddress);
        if (!room && victim == null) {
            return Turn.NONE;
        }
        Held ended = room ? null : victim;
        if (ended != null) {
            remove(ended);
        }
        add(held);
        return new Turn(ended, newcomer);
    }

    /** Where one has to go for another from {@code sender}. */
    private Crowd full(Sender sender) {
        Crowd here = senders.get(sender);
        return here != null && here.size >= perAddress ? here : all;
    }

    private boolean crowded(Held held) {
        return all.size > most / 2 || crowd(held).size > perAddress / 2;
    }

    private Crowd crowd(Held held) {
        return senders.computeIfAbsent(held.sender(), _ -> new Crowd());
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
        if (crowd.isGone()) {
            senders.remove(held.sender());
        }
        return true;
    }
}
