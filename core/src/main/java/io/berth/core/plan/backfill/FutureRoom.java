package io.berth.core.plan.backfill;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.plan.room.GroupPlaces;
import io.berth.core.plan.room.OneDomain;
import io.berth.core.plan.room.OpenNodes;
import io.berth.core.plan.room.Scratch;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * When a gang fits as a whole: goes through the expected ends in order and counts for how many tasks there is room. It works
 * on copies of the nodes that get room back; those of the others are counted once.
 */
final class FutureRoom {
    private static final int[] NONE = {};

    private final NodeTable nodes;
    private final RunningTasks running;
    private final Scratch scratch;
    private final OpenNodes open;
    private final long nowNanos;
    /** The nodes that may be reserved for others, ascending. */
    private final int[] reserved;

    private final Job job;
    /** Of a job whose tasks ask for the same. */
    private final Shape shape;

    private final int tasks;
    private final TreeMap<Integer, NodeRow> rows = new TreeMap<>();
    private long slots;
    /** By node, where all tasks must be in one domain: its domain, and by domain for how many there is room; null elsewhere. */
    private final int @Nullable [] domains;

    private final TreeMap<Integer, Long> inDomain = new TreeMap<>();
    /** The first domain that was found to have room for all. */
    private int domain = OneDomain.NONE;

    private long atNanos;
    /** What has ended of which nobody knew when counts too. */
    private boolean anyhow;

    FutureRoom(Reservation.Parts parts, Job job, long now) {
        this(parts, job, now, null);
    }

    /** @param domains by node, where all tasks must be in one, else null; only where all tasks ask for the same */
    FutureRoom(Reservation.Parts parts, Job job, long now, int @Nullable [] domains) {
        this.nodes = parts.nodes();
        this.running = parts.running();
        this.scratch = parts.scratch();
        this.open = parts.open();
        this.nowNanos = now;
        this.reserved = open.concern(job) ? open.reserved() : NONE;
        this.shape = job.shape();
        this.job = job;
        this.tasks = job.leastTasks();
        this.domains = domains;
        for (int node = 0; job.uniform() && node < nodes.count(); node++) {
            add(node, nodes.slots(shape, node));
        }
    }

    /** {@code node} has room for so many more. */
    private void add(int node, int more) {
        slots += more;
        // Of domains those nodes count that are reserved for nobody.
        boolean kept = domains != null && Arrays.binarySearch(reserved, node) >= 0;
        if (domains == null || more == 0 || kept || domains[node] == OneDomain.NONE) {
            return;
        }
        long sum = inDomain.merge(domains[node], (long) more, Long::sum);
        if (sum >= tasks && (domain == OneDomain.NONE || domains[node] < domain)) {
            domain = domains[node];
        }
    }

    /** When there is room for all, which may be past; {@link Nanos#NEVER} for never. */
    long find() {
        List<StartingJob> starting = running.startingByEnd();
        Iterator<Job> ends = running.byEnd().iterator();
        @Nullable Job next = ends.hasNext() ? ends.next() : null;
        int started = 0;
        while (true) {
            long runningEnd = next == null ? Nanos.NEVER : next.expectedEndNanos();
            long startedEnd = started < starting.size() ? starting.get(started).expectedEndNanos() : Nanos.NEVER;
            long end = StrictMath.min(runningEnd, startedEnd);
            // What ends at the same instant counts too, or the nodes would depend on the order of equal ends.
            if (end > atNanos && fits()) {
                return atNanos;
            }
            long opens = nextOpen();
            if (end == Nanos.NEVER && opens == Nanos.NEVER) {
                return Nanos.NEVER;
            }
            if (opens < end) {
                atNanos = opens;
                continue;
            }
            atNanos = end;
            if (next != null && runningEnd == end) {
                release(next);
                next = ends.hasNext() ? ends.next() : null;
            } else {
                release(starting.get(started++));
            }
        }
    }

    /** Where {@link #find} found none: true where there will be room when some of those have ended too of which nobody knows when: as few as suffice, the first that started first. */
    boolean findAnyhow() {
        anyhow = true;
        for (Job job : running.unknownEnds()) {
            release(job);
            if (fits()) {
                return true;
            }
        }
        for (StartingJob starting : running.startingByEnd()) {
            if (starting.expectedEndNanos() == Nanos.NEVER
                    && starting.job().spec().kind() != JobKind.SERVICE) {
                release(starting);
            }
        }
        return fits();
    }

    /** What is left of {@code node} then. */
    private NodeRow then(int node) {
        NodeRow known = rows.get(node);
        if (!anyhow) {
            return running.future(node, atNanos);
        }
        return known == null ? nodes.row(node) : known.copy();
    }

    /** The nodes that the gang then gets, lowest numbers first, as they are left beside it. */
    List<NodeRow> take() {
        if (!job.uniform()) {
            return List.copyOf(places(this::then).rows());
        }
        List<NodeRow> used = new ArrayList<>();
        int left = tasks;
        for (int node = 0; left > 0; node++) {
            NodeRow known = rows.get(node);
            boolean elsewhere = closed(node) || domains != null && domains[node] != domain;
            int has = elsewhere ? 0 : known == null ? nodes.slots(shape, node) : slots(known);
            int here = StrictMath.min(left, has);
            if (here > 0) {
                NodeRow row = then(node);
                for (int task = 0; task < here; task++) {
                    row.takeOne(shape);
                }
                used.add(row);
                left -= here;
            }
        }
        return used;
    }

    private boolean fits() {
        if (domains != null) {
            return domain != OneDomain.NONE;
        }
        return job.uniform()
                ? slots - closedSlots() >= tasks
                : !places(node -> rows.containsKey(node) ? rows.get(node).copy() : nodes.row(node))
                        .places()
                        .isEmpty();
    }

    /** True where {@code node} is reserved for others before the job would be gone that starts at the moment that is looked at. */
    private boolean closed(int node) {
        return reserved.length > 0
                && Arrays.binarySearch(reserved, node) >= 0
                && (anyhow || domains != null || open.from(job, node, at()) > at());
    }

    private long at() {
        return StrictMath.max(atNanos, nowNanos);
    }

    /** Of {@link #slots}, those on nodes that are closed. */
    private long closedSlots() {
        long sum = 0;
        for (int node : reserved) {
            NodeRow known = rows.get(node);
            sum += !closed(node) ? 0 : known == null ? nodes.slots(shape, node) : slots(known);
        }
        return sum;
    }

    /** When the next node opens that is closed; {@link Nanos#NEVER} for never. */
    private long nextOpen() {
        long next = Nanos.NEVER;
        for (int node : reserved) {
            long from = open.from(job, node, at());
            next = from > at() ? StrictMath.min(next, from) : next;
        }
        return next;
    }

    private GroupPlaces places(IntFunction<NodeRow> row) {
        return new GroupPlaces(job.gang(), job.spec(), nodes.count(), new GroupPlaces.Rows() {
            @Override
            public boolean takes(int node, Shape asked) {
                return nodes.usable(node) && nodes.emptySlots(asked, node) > 0 && !closed(node);
            }

            @Override
            public NodeRow of(int node) {
                return row.apply(node);
            }
        });
    }

    private void release(Job ended) {
        for (int task = 0; task < ended.placedTasks() && !running.released(ended); task++) {
            if (running.keeps(ended, task)) {
                give(ended.node(task), ended.shape(task), ended.grant(task));
            }
        }
    }

    private void release(StartingJob starting) {
        for (int step = starting.first(); step < starting.first() + starting.tasks(); step++) {
            give(scratch.node(step), scratch.shape(step), scratch.grant(step));
        }
    }

    private void give(int node, Shape given, Grant grant) {
        NodeRow row = rows.get(node);
        if (row == null) {
            row = nodes.row(node);
            rows.put(node, row);
        }
        int before = job.uniform() ? slots(row) : 0;
        row.give(given, grant);
        if (job.uniform()) {
            add(node, slots(row) - before);
        }
    }

    private int slots(NodeRow row) {
        int node = row.node();
        return nodes.usable(node) && nodes.emptySlots(shape, node) > 0 ? row.slots(shape) : 0;
    }
}
