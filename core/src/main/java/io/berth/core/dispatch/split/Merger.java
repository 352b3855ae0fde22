package io.berth.core.dispatch.split;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which small requests that could be one call are held for one another, and how long.
 *
 * <p>A request that is merged with another saves the server what is fixed of a call, and all that come later wait less for it: the more, the
 * busier the fleet is. It costs: those that are held come later, and each is answered only with the others of its call. One is held as long
 * as the first exceeds the second most, by how fast those like it come; never where it itself is predicted to lose more than a tenth
 * of the time that it takes anyway, its wait for a server counted; and never longer than was allowed.
 *
 * <p>A call of 4 ms and 0.1 ms an item, of which 1000 a second come, on a fleet of which nine tenths are taken: in 2 ms two more come, each of
 * which saves 9 × 4 ms of waits of others, against 2 ms that three wait at most and 0.2 ms that each is longer.
 *
 * @param <K> equal for requests that can be one call
 * @param <M> by which whoever asks knows a request
 */
public final class Merger<K, M> {
    /** Of its own time, that a request may lose. */
    private static final double MOST_LOSS = 0.1;
    /** Calls that are put together to see what a larger one takes. */
    private static final int LOOKS = 12;

    private static final int MOST_STREAMS = 1_024;
    private static final double BUSY_SHARE = 0.05;
    private static final double[] HOLDS = {0.125, 0.25, 0.5, 1};

    private final long mostNanos;
    private final int mostItems;
    private final CallTimes times;
    private final Map<K, Stream<M>> streams = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<K, Open<M>> open = new LinkedHashMap<>();
    private final Map<Long, Switchback> switchbacks = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<Long> never = new TreeSet<>();
    private double busy;

    /**
     * What comes.
     *
     * @param alike equal for those that can be one call
     * @param kind of {@link CallTimes}
     */
    public record Asked<K>(K alike, long kind, int items) {}

    /** One that was let go, with what it is judged by. */
    public record Member<M>(M who, long kind, Switchback.@Nullable Entry entry) {}

    /** What is one call. */
    public record Batch<M>(List<Member<M>> members, int items) {
        public Batch {
            members = List.copyOf(members);
        }
    }

    /** Those that can be one call, as they come. */
    private static final class Stream<M> {
        private static final double SHARE = 0.1;
        private double gapNanos = Double.POSITIVE_INFINITY;
        private double items;
        private long lastNanos = Long.MIN_VALUE;
        private int looks;

        void came(int count, long nowNanos) {
            if (lastNanos == Long.MIN_VALUE) {
                items = count;
            } else {
                double gap = nowNanos - lastNanos;
                gapNanos = gapNanos == Double.POSITIVE_INFINITY ? gap : gapNanos + SHARE * (gap - gapNanos);
                items += SHARE * (count - items);
            }
            lastNanos = nowNanos;
        }

        /** How many come within {@code nanos}. */
        double within(double nanos) {
            return nanos / StrictMath.max(1, gapNanos);
        }
    }

    private static final class Open<M> {
        private final List<Member<M>> members = new ArrayList<>();
        private final long untilNanos;
        private int items;

        Open(long untilNanos) {
            this.untilNanos = untilNanos;
        }

        Batch<M> batch() {
            return new Batch<>(members, items);
        }
    }

    /**
     * @param mostNanos that one is held
     * @param mostItems of a call
     */
    public Merger(long mostNanos, int mostItems, CallTimes times) {
        if (mostNanos < 1 || mostItems < 2) {
            throw new IllegalArgumentException("Requests are held for a time above 0 (" + mostNanos
                    + " ns), and a call has 2 items or more (" + mostItems + ").");
        }
        this.mostNanos = mostNanos;
        this.mostItems = mostItems;
        this.times = times;
    }

    /** A request comes; returns what goes to a server now. It is among that, or it is held. */
    public List<Batch<M>> offer(Asked<K> asked, M who, FleetView view, long nowNanos) {
        busy += BUSY_SHARE * (view.busy() - busy);
        Stream<M> stream = stream(asked.alike);
        stream.came(asked.items, nowNanos);
        KindTimes learnt = times.of(asked.kind);
        double whole = whole(learnt, asked.items, view);
        double hold = never.contains(asked.kind)
                ? 0
                : learnt.known() ? hold(learnt, stream, asked.items, view, whole) : look(learnt, stream);
        Place first = first(learnt, asked.items, view);
        Switchback.Entry entry = hold > 0 && learnt.known() && first != null
                ? switchback(asked.kind).enter(learnt.nanos(first.server(), asked.items))
                : null;
        boolean held = hold > 0 && (entry == null || entry.on());
        Member<M> member = new Member<>(who, asked.kind, entry);
        List<Batch<M>> ready = new ArrayList<>(2);
        Open<M> there = open.get(asked.alike);
        if (!held) {
            ready.add(new Batch<>(List.of(member), asked.items));
            return ready;
        }
        if (there != null && !joins(there, learnt, asked.items, view, whole)) {
            open.remove(asked.alike);
            ready.add(there.batch());
            there = null;
        }
        if (there == null) {
            there = new Open<>(Nanos.after(nowNanos, (long) StrictMath.max(1, hold)));
            open.put(asked.alike, there);
        }
        there.members.add(member);
        there.items += asked.items;
        if (there.items >= mostItems) {
            open.remove(asked.alike);
            ready.add(there.batch());
        }
        return ready;
    }

    /** How many are held. */
    public int held() {
        int held = 0;
        for (Open<M> one : open.values()) {
            held += one.members.size();
        }
        return held;
    }

    /** When something that is held is to go; {@link Nanos#NEVER} for nothing. */
    public long nextNanos() {
        long next = Nanos.NEVER;
        for (Open<M> one : open.values()) {
            next = StrictMath.min(next, one.untilNanos);
        }
        return next;
    }

    /** What is held no longer. */
    public List<Batch<M>> due(long nowNanos) {
        List<Batch<M>> due = new ArrayList<>();
        open.values().removeIf(one -> one.untilNanos <= nowNanos && due.add(one.batch()));
        return due;
    }

    /** {@code who}, of {@code items}, has gone; false where it is not held. */
    public boolean withdraw(K alike, M who, int items) {
        Open<M> there = open.get(alike);
        if (there == null || !there.members.removeIf(member -> member.who.equals(who))) {
            return false;
        }
        there.items -= items;
        if (there.members.isEmpty()) {
            open.remove(alike);
        }
        return true;
    }

    /** A request was answered, {@code tookNanos} after it came. */
    public void ended(Member<M> member, double tookNanos) {
        if (member.entry != null) {
            switchback(member.kind).ended(member.entry, tookNanos);
        }
    }

    /** Answers to calls of {@code kind} cannot be divided: none is merged again. */
    public void never(long kind) {
        if (never.size() < MOST_STREAMS) {
            never.add(kind);
        }
    }

    /** How long one is held that comes now; 0 where it does not pay. */
    private double hold(KindTimes learnt, Stream<M> stream, int items, FleetView view, double whole) {
        Place first = first(learnt, items, view);
        if (first == null || items >= mostItems) {
            return 0;
        }
        double fixed = learnt.fixed(first.server());
        double each = learnt.each(first.server()) * stream.items;
        double pressure = FleetView.pressure(busy);
        double room = (mostItems - items) / stream.items;
        double best = 0;
        double most = 0;
        for (double part : HOLDS) {
            double hold = part * mostNanos;
            double more = StrictMath.min(room, stream.within(hold));
            double gain = more * pressure * fixed - (more + 1) * more * each - hold * (1 + more / 2);
            if (hold + more * each <= MOST_LOSS * whole && gain > most) {
                most = gain;
                best = hold;
            }
        }
        return best;
    }

    /** How long one is held so that it is seen what a larger call takes. */
    private double look(KindTimes learnt, Stream<M> stream) {
        if (learnt.calls() < LOOKS || stream.looks >= LOOKS || stream.within((double) mostNanos) < 1) {
            return 0;
        }
        stream.looks++;
        return mostNanos;
    }

    private boolean joins(Open<M> there, KindTimes learnt, int items, FleetView view, double whole) {
        Place first = first(learnt, items, view);
        double longer = first == null || !learnt.known() ? 0 : learnt.each(first.server()) * there.items;
        return there.items + items <= mostItems && longer <= MOST_LOSS * whole;
    }

    private static @Nullable Place first(KindTimes learnt, int items, FleetView view) {
        Place first = null;
        double least = Double.POSITIVE_INFINITY;
        for (Place place : view.places()) {
            double nanos = place.waitNanos() + learnt.nanos(place.server(), items);
            if (nanos < least) {
                first = place;
                least = nanos;
            }
        }
        return first;
    }

    private static double whole(KindTimes learnt, int items, FleetView view) {
        Place first = first(learnt, items, view);
        return first == null ? 0 : first.waitNanos() + learnt.nanos(first.server(), items);
    }

    private Stream<M> stream(K alike) {
        Stream<M> stream = streams.computeIfAbsent(alike, _ -> new Stream<>());
        if (streams.size() > MOST_STREAMS) {
            streams.remove(streams.keySet().iterator().next());
        }
        return stream;
    }

    private Switchback switchback(long kind) {
        Switchback known = switchbacks.computeIfAbsent(kind, _ -> new Switchback());
        if (switchbacks.size() > MOST_STREAMS) {
            switchbacks.remove(switchbacks.keySet().iterator().next());
        }
        return known;
    }
}
