package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.Reservations;
import io.berth.core.reserve.ReservedTime;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which nodes are open to a job: not those that are reserved for others before it would be gone, by its time limit, or by the run time that
 * its user expects; one of which neither is known would never be gone. Those of the reservation are kept from nothing by it. Nor are those
 * open that are granted to a pool of other queues.
 *
 * <p>Room is looked for with the nodes closed that are not open: whoever looks for some for a job {@link #enter}s it, and {@link #leave}s
 * before he looks for anything else. What is promised for later asks {@link #from}. Where nothing is reserved or granted each of these is a comparison or two.
 */
public final class OpenNodes {
    /** So often a moment is put off by one reservation after the other before it counts as never. */
    private static final int MOST_STEPS = 64;

    private static final int[] NONE = {};

    private final State state;
    private final NodeTable nodes;
    private final PooledNodes pooled;
    private long knownVersion = -1;
    private long knownDeclarations = -1;
    private List<NodeReservation> all = List.of();
    /** By reservation: the numbers of its nodes, ascending. */
    private int[][] nodesOf = {};
    /** By node: the numbers of its reservations, ascending. */
    private int[][] ofNode = {};
    /** All that are reserved some time, ascending. */
    private int[] reserved = NONE;
    /** The reservations whose nodes are closed, and the nodes. */
    private BitSet closing = new BitSet();

    private BitSet closed = new BitSet();
    /** Those of other pools; not to be changed. */
    private BitSet away = new BitSet();

    public OpenNodes(State state) {
        this.state = state;
        this.nodes = state.nodeTable();
        this.pooled = new PooledNodes(state);
    }

    /** A pass begins: looks at what is reserved and granted, if that is otherwise than it was. */
    public void begin() {
        pooled.begin();
        Reservations reservations = state.reservations();
        boolean none = all.isEmpty() && !reservations.any();
        if (none
                || knownVersion == reservations.version()
                        && knownDeclarations == nodes.declarations()
                        && ofNode.length == nodes.count()) {
            return;
        }
        knownVersion = reservations.version();
        knownDeclarations = nodes.declarations();
        all = List.copyOf(reservations.all().values());
        nodesOf = new int[all.size()][];
        List<List<Integer>> byNode = new ArrayList<>();
        for (int node = 0; node < nodes.count(); node++) {
            byNode.add(new ArrayList<>());
        }
        for (int number = 0; number < all.size(); number++) {
            List<Integer> own = Reservations.nodes(all.get(number), nodes);
            nodesOf[number] = own.stream().mapToInt(Integer::intValue).toArray();
            for (int node : own) {
                byNode.get(node).add(number);
            }
        }
        ofNode = byNode.stream()
                .map(own -> own.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        reserved = IntStream.range(0, ofNode.length)
                .filter(node -> ofNode[node].length > 0)
                .toArray();
    }

    /** The nodes that are reserved some time, or that some pool may have, ascending. */
    public int[] reserved() {
        if (!pooled.any()) {
            return reserved;
        }
        BitSet both = (BitSet) pooled.all().clone();
        for (int node : reserved) {
            both.set(node);
        }
        return both.stream().toArray();
    }

    /** Which nodes are in pools. */
    public PooledNodes pooled() {
        return pooled;
    }

    /** The nodes of {@code reservation}; only one of now. */
    public int[] nodes(NodeReservation reservation) {
        return nodesOf[all.indexOf(reservation)];
    }

    /** How long {@code job} may run that starts now. */
    private static long runs(Job job, long now) {
        long limit = job.spec().terms().timeLimitNanos();
        return StrictMath.max(1, limit == Nanos.NEVER ? job.longestNanos(now) : limit);
    }

    private boolean admits(int number, Job job) {
        return Reservations.admits(all.get(number), job.queue(), state.queues().tree());
    }

    /** True where some node may be closed to {@code job}, now or later. */
    public boolean concern(Job job) {
        if (!pooled.closed(job.queue()).isEmpty()) {
            return true;
        }
        for (int number = 0; number < all.size(); number++) {
            if (!admits(number, job) && all.get(number).time().startAt(state.nowNanos()) != Nanos.NEVER) {
                return true;
            }
        }
        return false;
    }

    /** Closes those nodes that are not open to {@code job} if it starts now, and opens the others. */
    public void enter(Job job) {
        if (pooled.any() || !away.isEmpty()) {
            grantAway(pooled.closed(job.queue()));
        }
        if (all.isEmpty()) {
            return;
        }
        BitSet wanted = new BitSet();
        add(wanted, job);
        close(wanted);
    }

    /** Closes those that are not open to each of {@code jobs}. */
    public void enterAll(List<Job> jobs) {
        BitSet wanted = new BitSet();
        BitSet others = new BitSet();
        for (Job job : jobs) {
            add(wanted, job);
            others.or(pooled.closed(job.queue()));
        }
        grantAway(others);
        close(wanted);
    }

    /** Opens all. */
    public void leave() {
        if (!closing.isEmpty()) {
            close(new BitSet());
        }
        if (!away.isEmpty()) {
            grantAway(new BitSet());
        }
    }

    /** True where some are closed. */
    public boolean closes() {
        return !closed.isEmpty() || !away.isEmpty();
    }

    private void add(BitSet wanted, Job job) {
        long now = state.nowNanos();
        long runs = runs(job, now);
        for (int number = 0; number < all.size(); number++) {
            long from = admits(number, job) ? now : all.get(number).time().clearFrom(now, runs);
            if (from > now) {
                wanted.set(number);
            }
        }
    }

    private void grantAway(BitSet wanted) {
        if (wanted.equals(away)) {
            return;
        }
        BitSet changed = (BitSet) wanted.clone();
        changed.xor(away);
        for (int node = changed.nextSetBit(0); node >= 0; node = changed.nextSetBit(node + 1)) {
            nodes.grantAway(node, wanted.get(node));
        }
        away = wanted;
    }

    private void close(BitSet wanted) {
        if (wanted.equals(closing)) {
            return;
        }
        BitSet now = new BitSet();
        for (int number = wanted.nextSetBit(0); number >= 0; number = wanted.nextSetBit(number + 1)) {
            for (int node : nodesOf[number]) {
                now.set(node);
            }
        }
        BitSet changed = (BitSet) now.clone();
        changed.xor(closed);
        for (int node = changed.nextSetBit(0); node >= 0; node = changed.nextSetBit(node + 1)) {
            nodes.close(node, now.get(node));
        }
        closing = wanted;
        closed = now;
    }

    /** From when on {@code node} is open to {@code job}: at least {@code at}, {@link Nanos#NEVER} for never. */
    public long from(Job job, int node, long at) {
        if (pooled.any() && pooled.closed(job.queue()).get(node)) {
            return Nanos.NEVER;
        }
        if (all.isEmpty() || at == Nanos.NEVER || ofNode[node].length == 0) {
            return at;
        }
        long runs = runs(job, state.nowNanos());
        long from = at;
        for (int step = 0; step < MOST_STEPS; step++) {
            long before = from;
            for (int number : ofNode[node]) {
                from = admits(number, job) ? from : all.get(number).time().clearFrom(from, runs);
            }
            if (from == before) {
                return from;
            }
        }
        return Nanos.NEVER;
    }

    /** Until when {@code node} stays open to {@code job}, to which it is at {@code at}: {@link Nanos#NEVER} for always. */
    public long until(Job job, int node, long at) {
        long until = Nanos.NEVER;
        if (all.isEmpty()) {
            return until;
        }
        long runs = runs(job, state.nowNanos());
        for (int number : ofNode[node]) {
            ReservedTime time = all.get(number).time();
            until = admits(number, job) ? until : StrictMath.min(until, time.clearUntil(at, runs));
        }
        return until;
    }
}
