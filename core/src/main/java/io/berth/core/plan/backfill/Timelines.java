package io.berth.core.plan.backfill;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.NodeClass;
import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.plan.room.OpenNodes;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.Promise;
import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is expected to be left of every node from now on: what runs ends when it is expected to, and what is promised is kept.
 * It follows from the state; a pass tries its own promises and starts in it, and the next one makes anew what changed.
 */
final class Timelines implements ChangeReader.Rows {
    private final State state;
    private final NodeTable nodes;
    private final RunningTasks running;
    private final OpenNodes open;
    private ChangeReader reader;
    private final RoomBounds bounds = new RoomBounds();
    private FreedRoom freed = new FreedRoom();
    private final TreeSet<Integer> changed = new TreeSet<>();
    /** Jobs whose promise cannot be kept, and where it cannot. */
    private final TreeMap<Long, TreeSet<Integer>> broken = new TreeMap<>();

    private boolean[] usable = new boolean[0];
    /** What the nodes were declared to be: who may go there. */
    private @Nullable NodeClass[] classes = new @Nullable NodeClass[0];

    private @Nullable Timeline[] byNode = new @Nullable Timeline[0];

    Timelines(State state, RunningTasks running, OpenNodes open) {
        this.state = state;
        this.nodes = state.nodeTable();
        this.running = running;
        this.open = open;
        this.reader = new ChangeReader(nodes);
    }

    /**
     * Makes anew what changed since the last call.
     *
     * @param unfinished not all jobs have looked at what was freed before the last pass
     */
    void catchUp(boolean unfinished) {
        changed.clear();
        broken.clear();
        if (!unfinished) {
            freed.begin();
        }
        reader.catchUp(this);
        changed.forEach(this::rebuild);
        for (long id : broken.keySet()) {
            Job job = state.jobTable().get(id);
            if (job != null) {
                lift(job);
                free(job);
            }
        }
    }

    /** What the last pass tried did not come about. */
    void forget() {
        reader = new ChangeReader(nodes);
        byNode = new @Nullable Timeline[0];
        usable = new boolean[0];
        classes = new @Nullable NodeClass[0];
        freed = new FreedRoom();
        bounds.forget();
    }

    @Override
    public void grow(int count) {
        int room = ChangeReader.room(usable.length, count);
        byNode = Arrays.copyOf(byNode, room);
        usable = Arrays.copyOf(usable, room);
        classes = Arrays.copyOf(classes, room);
        freed.grow(room);
        bounds.grow(room);
    }

    @Override
    public void update(int node) {
        changed.add(node);
    }

    /** Where there may be room that was not there when the jobs were promised theirs. */
    FreedRoom freed() {
        return freed;
    }

    /** True where what {@code job} was promised cannot be kept. */
    boolean broken(Job job) {
        return broken.containsKey(job.id());
    }

    /** What the job needs of the future wherever it is placed: a moment at least. */
    long duration(Job job) {
        return StrictMath.max(1, job.longestNanos(state.nowNanos()));
    }

    /** The node of which least is known that speaks against it: a good one to begin with. */
    int likely(Job job) {
        long duration = duration(job);
        int likely = 0;
        for (int node = 1; node < nodes.count(); node++) {
            likely = after(job, node, duration) < after(job, likely, duration) ? node : likely;
        }
        return likely;
    }

    /** When one task of {@code job} has room on {@code node}; {@link Nanos#NEVER} where not before {@code before}. */
    long earliest(Job job, int node, long before) {
        long duration = duration(job);
        long after = after(job, node, duration);
        if (after >= before) {
            return Nanos.NEVER;
        }
        boolean ever = holds(job, node);
        long at = ever ? timeline(node).earliest(job.shape(), duration, after, before) : Nanos.NEVER;
        bounds.learn(job.shape().id(), node, duration, ever ? StrictMath.min(at, before) : Nanos.NEVER);
        return unreserved(job, node, at, before);
    }

    /** The same where the task uses what was freed there. */
    long earliestFreed(Job job, int node, long before) {
        long duration = duration(job);
        long known = after(job, node, duration);
        long first = freed.firstStart(node, duration);
        long after = StrictMath.max(known, first);
        long end = StrictMath.min(before, freed.endNanos(node));
        if (after >= end || !holds(job, node)) {
            return Nanos.NEVER;
        }
        long at = timeline(node).earliest(job.shape(), duration, after, end);
        if (first <= known) {
            bounds.learn(job.shape().id(), node, duration, StrictMath.min(at, end));
        }
        return unreserved(job, node, at, end);
    }

    /** {@code at}, at which one task has room on {@code node}, or the next such moment at which that is open to the job. */
    private long unreserved(Job job, int node, long at, long before) {
        long next = at;
        while (next != Nanos.NEVER) {
            long from = open.from(job, node, next);
            if (from == next) {
                return next;
            }
            next = from >= before ? Nanos.NEVER : timeline(node).earliest(job.shape(), duration(job), from, before);
        }
        return next;
    }

    /** From when on {@code node} is open to {@code job}: at least {@code at}. */
    long openFrom(Job job, int node, long at) {
        return open.from(job, node, at);
    }

    /** Until when it stays so. */
    long openUntil(Job job, int node, long at) {
        return open.until(job, node, at);
    }

    private boolean holds(Job job, int node) {
        return nodes.usable(node) && nodes.emptySlots(job.shape(), node) > 0;
    }

    /** Before when there is no room for certain; what is known of others does not count where the job itself gave up room. */
    private long after(Job job, int node, long duration) {
        boolean own = job.promise() != null && job.promise().on(node);
        long bound = own ? state.nowNanos() : bounds.notBefore(job.shape().id(), node, duration);
        return StrictMath.max(state.nowNanos(), bound);
    }

    /** What a task of {@code shape} that runs from {@code start} until {@code end} may use of {@code node}. */
    NodeRow least(int node, long start, long end) {
        return timeline(node).least(start, end);
    }

    /** The next moment after {@code after} at which something changes on {@code node}. */
    long nextChange(int node, long after) {
        return timeline(node).nextChange(after);
    }

    /** Adds to {@code places} the tasks of {@code job} that have room on {@code node} from {@code at} on, but not too many. */
    void place(Job job, int node, long at, List<Placement> places) {
        if (open.from(job, node, at) > at) {
            return;
        }
        NodeRow row = least(node, at, Nanos.after(at, duration(job)));
        for (int slots = row.slots(job.shape()); slots > 0 && places.size() < job.leastTasks(); slots--) {
            places.add(new Placement(node, row.takeOne(job.shape())));
        }
    }

    /** Keeps room for the tasks of {@code job} that must start, at {@code placements}. */
    void take(Job job, long at, List<Placement> placements) {
        long end = Nanos.after(at, duration(job));
        for (int i = 0; i < placements.size(); i++) {
            Placement placement = placements.get(i);
            timeline(placement.node()).take(at, end, promised(job, i), placement.grant());
        }
    }

    /** Takes the room of the tasks that {@code start} names. */
    void take(Job job, Decision.Start start) {
        long now = state.nowNanos();
        long end = Nanos.after(now, duration(job));
        for (int i = 0; i < start.placements().size(); i++) {
            Placement placement = start.placements().get(i);
            timeline(placement.node()).take(now, end, job.shape(start.task(i)), placement.grant());
        }
    }

    /** What the task asks for that is promised placement {@code i}. */
    private static Shape promised(Job job, int i) {
        return job.uniform() ? job.shape() : job.shape(job.spec().leastTask(i));
    }

    /** Gives up what is kept for {@code job}, for good with {@link #free}, or to look what else there is for it. */
    void lift(Job job) {
        Promise promise = job.promise();
        if (promise == null) {
            return;
        }
        @Nullable TreeSet<Integer> never = broken.get(job.id());
        long end = Nanos.after(promise.atNanos(), duration(job));
        for (int i = 0; i < promise.placements().size(); i++) {
            Placement placement = promise.placements().get(i);
            int node = placement.node();
            if (never == null || !never.contains(node)) {
                timeline(node).giveBack(promise.atNanos(), end, promised(job, i), placement.grant());
            }
        }
    }

    /** What was kept for {@code job}, and is given up, is there for others. */
    void free(Job job) {
        if (job.promise() != null) {
            long start = job.promise().atNanos();
            for (Placement placement : job.promise().placements()) {
                bounds.forget(placement.node());
                freed.addNow(placement.node(), start, Nanos.after(start, duration(job)));
            }
        }
    }

    private void rebuild(int node) {
        bounds.forget(node);
        Timeline timeline = new Timeline(nodes.row(node));
        running.ends(node, timeline);
        @Nullable Timeline known = byNode[node];
        byNode[node] = timeline;
        for (Job job : state.promises().on(node)) {
            if (!nodes.usable(node) || !keeps(job, node, timeline)) {
                broken.computeIfAbsent(job.id(), _ -> new TreeSet<>()).add(node);
            }
        }
        boolean wasUsable = usable[node];
        usable[node] = nodes.usable(node);
        // Of the same amounts, but for others: without a taint, or with a label.
        NodeClass declared = nodes.nodeClass(node);
        boolean otherwise = classes[node] == null || !declared.equals(classes[node]);
        classes[node] = declared;
        if (known == null || otherwise || !wasUsable && usable[node]) {
            freed.add(node, Long.MIN_VALUE, Nanos.NEVER);
        } else {
            timeline.compare(known, state.nowNanos(), (start, end) -> freed.add(node, start, end));
        }
    }

    /** Takes what {@code job} is promised on {@code node}, or nothing. */
    private boolean keeps(Job job, int node, Timeline timeline) {
        Promise promise = job.promise();
        if (promise == null) {
            return true;
        }
        long start = promise.atNanos();
        if (open.from(job, node, start) > start) {
            return false;
        }
        long end = Nanos.after(start, duration(job));
        List<Placement> placements = promise.placements();
        for (int i = 0; i < placements.size(); i++) {
            Grant grant = placements.get(i).grant();
            if (placements.get(i).node() != node) {
                continue;
            }
            if (!timeline.least(start, end).has(promised(job, i), grant)) {
                giveBack(job, placements.subList(0, i), node, timeline);
                return false;
            }
            timeline.take(start, end, promised(job, i), grant);
        }
        return true;
    }

    /** Gives back what was taken on {@code node} for the first tasks that {@code job} is promised room for. */
    private void giveBack(Job job, List<Placement> first, int node, Timeline timeline) {
        long start = job.promisedNanos();
        long end = Nanos.after(start, duration(job));
        for (int i = 0; i < first.size(); i++) {
            if (first.get(i).node() == node) {
                timeline.giveBack(start, end, promised(job, i), first.get(i).grant());
            }
        }
    }

    private Timeline timeline(int node) {
        Timeline timeline = byNode[node];
        if (timeline == null) {
            throw new IllegalStateException("Node (" + node + ") has no timeline: catchUp() comes first.");
        }
        return timeline;
    }
}
