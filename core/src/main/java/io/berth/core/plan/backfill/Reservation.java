package io.berth.core.plan.backfill;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.plan.room.OneDomain;
import io.berth.core.plan.room.OpenNodes;
import io.berth.core.plan.room.Scratch;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import io.berth.core.workload.PeerRule.Within;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Room promised to the first job of the queue that does not fit now (EASY backfill; Lifka, The ANL/IBM SP scheduling system,
 * 1995): at the earliest time at which enough running jobs are expected to have ended, on nodes named.
 *
 * <p>A job that is expected to end by then may start wherever it fits. One that would run longer may take only what is not
 * needed then either: on the promised nodes the smaller of what is left now and what will be left beside the promise.
 */
public final class Reservation {
    /** Of as many shapes it is kept when they have room; 16 bytes a node each. */
    private static final int MAX_SHAPES = 64;

    private final Parts parts;
    private final NodeTable nodes;
    private final RunningTasks running;
    private final OpenNodes open;
    /** The promised nodes once the ends have passed that it waits for, late ones too, and no later one; the promise taken. */
    private final List<NodeRow> future = new ArrayList<>();
    /** What of them is withheld at present. */
    private final List<NodeRow> withheld = new ArrayList<>();

    private final TreeMap<Integer, EarliestRoom> byShape = new TreeMap<>();
    private @Nullable Job holder;
    private long atNanos = Nanos.NEVER;
    /** Room is kept though nobody knows from when on it will be there. */
    private boolean unknown;

    /**
     * What room is promised in.
     *
     * @param open which nodes are not reserved by people
     */
    public record Parts(NodeTable nodes, Scratch scratch, RunningTasks running, OpenNodes open) {}

    public Reservation(Parts parts) {
        this.parts = parts;
        this.nodes = parts.nodes();
        this.running = parts.running();
        this.open = parts.open();
    }

    /** For whom room is kept; null for nobody. */
    @Nullable
    public Job holder() {
        return holder;
    }

    /** From when on; {@link Nanos#NEVER} where the ends that are expected do not suffice. */
    public long atNanos() {
        return atNanos;
    }

    /** Nobody is promised anything. */
    public void clear() {
        relax();
        holder = null;
        atNanos = Nanos.NEVER;
        unknown = false;
        future.clear();
    }

    /** True where room is kept for the holder. */
    public boolean keeps() {
        return !future.isEmpty();
    }

    /** On which nodes; none where none is kept. */
    public List<Integer> keptNodes() {
        return future.stream().map(NodeRow::node).toList();
    }

    /** True where somebody who has ended by {@code end} delays the holder nowhere. */
    public boolean goneBy(long end) {
        return !unknown && end <= atNanos;
    }

    /** How long from {@code now} on somebody may run and be gone. */
    public long leftNanos(long now) {
        return unknown ? -1 : atNanos - now;
    }

    /** Promises {@code job}, which does not fit now, the earliest room. */
    public void make(Job job, long now) {
        clear();
        open.leave();
        holder = job;
        if (job.uniform() && job.leastTasks() == 1) {
            makeForOne(job, now);
            return;
        }
        FutureRoom room = new FutureRoom(parts, job, now);
        long at = room.find();
        if (at != Nanos.NEVER) {
            atNanos = StrictMath.max(at, now);
            future.addAll(room.take());
        }
    }

    /**
     * The same for one who must start some time: where the ends that are expected do not suffice, it is kept the room of those others that
     * started first, whenever they end; services never do.
     */
    public void makeAnyhow(Job job, long now) {
        Within one = OneDomain.bindsOnly(job, nodes) ? job.gang().within() : null;
        if (one == null) {
            make(job, now);
        } else {
            clear();
            open.leave();
            holder = job;
        }
        if (atNanos != Nanos.NEVER) {
            return;
        }
        FutureRoom room = new FutureRoom(parts, job, now, one == null ? null : OneDomain.numbers(nodes, one));
        long at = room.find();
        unknown = at == Nanos.NEVER;
        if (!unknown || room.findAnyhow()) {
            atNanos = unknown ? Nanos.NEVER : StrictMath.max(at, now);
            future.addAll(room.take());
        }
    }

    private void makeForOne(Job job, long now) {
        if (open.concern(job)) {
            makeForOneAround(job, now);
            return;
        }
        EarliestRoom earliest = earliest(job.shape());
        earliest.catchUp();
        if (earliest.node() >= 0) {
            atNanos = StrictMath.max(earliest.atNanos(), now);
            NodeRow row = running.future(earliest.node(), earliest.atNanos());
            row.takeOne(job.shape());
            future.add(row);
        }
    }

    /** The same beside what is reserved for others: nothing is kept of that, since it depends on how long the job runs. */
    private void makeForOneAround(Job job, long now) {
        int best = -1;
        long first = Nanos.NEVER;
        for (int node = 0; node < nodes.count(); node++) {
            long room = running.earliest(job.shape(), node);
            long at = room == Nanos.NEVER ? room : open.from(job, node, StrictMath.max(room, now));
            if (at < first) {
                first = at;
                best = node;
            }
        }
        if (best >= 0) {
            atNanos = first;
            NodeRow row = running.future(best, first);
            row.takeOne(job.shape());
            future.add(row);
        }
    }

    private EarliestRoom earliest(Shape shape) {
        if (byShape.size() == MAX_SHAPES && !byShape.containsKey(shape.id())) {
            byShape.clear();
        }
        return byShape.computeIfAbsent(shape.id(), _ -> new EarliestRoom(nodes, running, shape));
    }

    /** True where no job that could not start beside {@code other} could start beside this. */
    public boolean within(Reservation other) {
        boolean within = holder == other.holder
                && unknown == other.unknown
                && atNanos <= other.atNanos
                && future.size() == other.future.size();
        for (int i = 0; within && i < future.size(); i++) {
            within = future.get(i).within(other.future.get(i));
        }
        return within;
    }

    /** Becomes what {@code other} is. */
    public void copy(Reservation other) {
        clear();
        holder = other.holder;
        atNanos = other.atNanos;
        unknown = other.unknown;
        if (!other.future.isEmpty()) {
            future.addAll(other.future);
        }
    }

    /** Withholds what is promised, for jobs that would run longer. */
    public void restrict() {
        if (!withheld.isEmpty()) {
            return;
        }
        for (NodeRow row : future) {
            NodeRow excess = nodes.row(row.node()).excessOver(row);
            nodes.withhold(excess, -1);
            withheld.add(excess);
        }
    }

    /** Withholds nothing, for jobs that end by then. */
    public void relax() {
        if (withheld.isEmpty()) {
            return;
        }
        for (NodeRow excess : withheld) {
            nodes.withhold(excess, 1);
        }
        withheld.clear();
    }

    /** A job that runs longer took this; it will be gone at the promised time too. */
    public void takeBeside(Shape shape, int node, Grant grant) {
        for (NodeRow row : future) {
            if (row.node() == node) {
                row.take(shape, grant);
            }
        }
    }
}
