package io.berth.core.plan.backfill;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.room.OpenNodes;
import io.berth.core.state.Job;
import io.berth.core.state.PromiseTable;
import io.berth.core.state.State;
import io.berth.core.state.part.Promise;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;

/**
 * A pass in which every waiting job is promised room (conservative backfill; Mu'alem and Feitelson, Utilization,
 * Predictability, Workloads, and User Runtime Estimates in Scheduling the IBM SP2 with Backfilling, IEEE TPDS 12(6), 2001).
 *
 * <p>In the order of the queue each job looks for the earliest time at which it has room that nobody else was promised. That
 * is now: it starts, on the node that the placement policy prefers of those on which it delays nobody. Or it is earlier than
 * what the job was promised: it is promised that. So a promise is only ever replaced by an earlier one, unless the world took
 * the room away (a node is gone, somebody runs longer than was said).
 *
 * <p>Who was promised something looks only at nodes that changed since: elsewhere there is nothing better for him.
 */
public final class ConservativeBackfill {
    private final State state;
    private final JobMarks marks;
    private final NodeTable nodes;
    private final OpenNodes open;
    private final Timelines timelines;
    private final GangSearch gangs;
    private final GroupSearch groups;
    private final List<NodeRow> withheld = new ArrayList<>();
    private final Planning pass;
    /** When one task of the job that is looked at has room first, and where. */
    private long found;

    private int foundNode;
    /** Of this pass. */
    private int promises;

    /** What the planner does for it. */
    public interface Planning {
        /** Starts {@code job} now, where there is room on nodes as {@link #withholds} leaves them; else false. */
        boolean start(Job job);

        /** Starts {@code job} now at {@code placements}, where there is room; else false. */
        boolean startAt(Job job, List<Placement> placements);

        /** True where rules between tasks keep {@code job} from room that there is. */
        boolean waitsForOthers(Job job);

        /** Decides that room is kept for {@code job}. */
        void promise(Job job, Promise promise);
    }

    /** @param parts what room is taken in and promised */
    public ConservativeBackfill(State state, Reservation.Parts parts, JobMarks marks, Planning pass) {
        this.state = state;
        this.marks = marks;
        this.nodes = state.nodeTable();
        this.open = parts.open();
        this.timelines = new Timelines(state, parts.running(), open);
        this.gangs = new GangSearch(nodes, timelines);
        this.groups = new GroupSearch(nodes, timelines);
        this.pass = pass;
    }

    /** Another plan than the last was applied. */
    public void forget() {
        timelines.forget();
    }

    /** A pass begins. */
    public void begin() {
        timelines.catchUp(spent());
        promises = 0;
    }

    /** True where the pass has made as many promises as it may. */
    public boolean spent() {
        return promises >= PromiseTable.MOST_IN_A_PASS;
    }

    /** Starts {@code job}, promises it room, or leaves it with what it was promised. */
    public void decide(Job job) {
        if (pass.waitsForOthers(job)) {
            startOrWait(job);
            return;
        }
        if (!job.uniform()) {
            decideGroups(job);
            return;
        }
        boolean broken = strays(job);
        long promised = broken ? Nanos.NEVER : job.promisedNanos();
        boolean anywhere = broken || !marks.searched(job);
        boolean due = promised <= state.nowNanos();
        marks.search(job);
        if (!due && !anywhere && !timelines.freed().helps(timelines.duration(job), promised)) {
            return;
        }
        // Looked for anywhere, what it was promised itself must not stand in its way.
        boolean lifted = !broken && job.promise() != null && (due || anywhere || touches(job));
        if (lifted) {
            timelines.lift(job);
        }
        long at = due ? state.nowNanos() : earliest(job, anywhere, promised);
        if (at < promised && !lifted && !broken) {
            timelines.lift(job);
            lifted = true;
        }
        if (at <= state.nowNanos() && start(job)) {
            timelines.free(job);
            return;
        }
        if (at < promised) {
            timelines.free(job);
            Promise better = new Promise(at, places(job, at));
            timelines.take(job, at, better.placements());
            promise(job, better);
        } else if (broken) {
            promise(job, new Promise(Nanos.NEVER, List.of()));
        } else if (lifted && job.promise() != null) {
            timelines.take(job, promised, job.promise().placements());
        }
    }

    /** {@code job} may not start now, whatever room there is: nothing is kept for it, and it looks everywhere when it may. */
    public void withdraw(Job job) {
        if (job.promise() != null) {
            if (!timelines.broken(job)) {
                timelines.lift(job);
                timelines.free(job);
            }
            promise(job, new Promise(Nanos.NEVER, List.of()));
        }
        marks.forgetSearch(job);
    }

    /** True where what {@code job} was promised cannot be kept, or is reserved for others since it did not start when it was due. */
    private boolean strays(Job job) {
        boolean broken = timelines.broken(job);
        Promise promise = job.promise();
        if (broken || promise == null || promise.atNanos() > state.nowNanos()) {
            return broken;
        }
        for (Placement placement : promise.placements()) {
            if (open.from(job, placement.node(), state.nowNanos()) > state.nowNanos()) {
                timelines.lift(job);
                timelines.free(job);
                return true;
            }
        }
        return false;
    }

    /** The same for a job that room is of no use to until others come or go. */
    private void startOrWait(Job job) {
        boolean promised = job.promise() != null;
        boolean kept = promised && !timelines.broken(job);
        if (kept) {
            timelines.lift(job);
        }
        boolean started = start(job);
        if (kept) {
            timelines.free(job);
        }
        if (promised && !started) {
            promise(job, new Promise(Nanos.NEVER, List.of()));
        }
        marks.forgetSearch(job);
    }

    /**
     * The same for a job of several groups. It looks at all nodes in every pass: how groups are placed is no search of all ways, so what
     * changed since does not tell whether it finds room earlier.
     */
    private void decideGroups(Job job) {
        boolean broken = strays(job);
        Promise promise = broken ? null : job.promise();
        long promised = promise == null ? Nanos.NEVER : promise.atNanos();
        if (promise != null) {
            timelines.lift(job);
        }
        boolean due = promised <= state.nowNanos();
        long at = due ? state.nowNanos() : groups.earliest(job, state.nowNanos(), promised);
        List<Placement> places = promise != null && (due || at == Nanos.NEVER) ? promise.placements() : groups.places();
        if (at <= state.nowNanos() && (start(job) || pass.startAt(job, places))) {
            timelines.free(job);
        } else if (at < promised) {
            timelines.free(job);
            timelines.take(job, at, places);
            promise(job, new Promise(at, places));
        } else if (promise != null) {
            timelines.take(job, promised, places);
        } else if (broken) {
            promise(job, new Promise(Nanos.NEVER, List.of()));
        }
    }

    /** True where another choice must be made: what others were promised on {@code node} until {@code end} is withheld now. */
    public boolean withholds(int node, long end) {
        for (NodeRow row : withheld) {
            if (row.node() == node) {
                return false;
            }
        }
        NodeRow excess = nodes.row(node).excessOver(timelines.least(node, state.nowNanos(), end));
        withheld.add(excess);
        nodes.withhold(excess, -1);
        return !excess.empty();
    }

    /** When the job would be done that starts now. */
    public long endNanos(Job job) {
        return Nanos.after(state.nowNanos(), timelines.duration(job));
    }

    /** The job starts there. */
    public void started(Job job, Decision.Start start) {
        timelines.take(job, start);
    }

    private void promise(Job job, Promise promise) {
        promises++;
        pass.promise(job, promise);
    }

    private boolean start(Job job) {
        boolean started = pass.start(job);
        for (NodeRow excess : withheld) {
            nodes.withhold(excess, 1);
        }
        withheld.clear();
        return started;
    }

    private boolean touches(Job job) {
        boolean touches = false;
        Promise promise = job.promise();
        if (promise != null) {
            for (Placement placement : promise.placements()) {
                touches |= timelines.freed().nodes().contains(placement.node());
            }
        }
        return touches;
    }

    /** When there is room, before {@code before}; on all nodes, or with at least one of those where room was freed. */
    private long earliest(Job job, boolean anywhere, long before) {
        long last = before;
        found = Nanos.NEVER;
        if (anywhere) {
            int likely = timelines.likely(job);
            find(likely, timelines.earliest(job, likely, before));
            for (int node = 0; node < nodes.count(); node++) {
                find(node, timelines.earliest(job, node, limit(node, before)));
            }
        } else {
            last = Long.MIN_VALUE;
            for (int node : timelines.freed().nodes()) {
                find(node, timelines.earliestFreed(job, node, limit(node, before)));
                last = StrictMath.max(last, timelines.freed().endNanos(node));
            }
        }
        if (found == Nanos.NEVER || job.leastTasks() == 1) {
            return found;
        }
        long end = StrictMath.min(before, last);
        Promise promise = job.promise();
        if (anywhere || promise == null || touches(job)) {
            return gangs.earliest(job, found, end);
        }
        timelines.lift(job);
        long at = gangs.earliest(job, found, end);
        timelines.take(job, before, promise.placements());
        return at;
    }

    /** Before when {@code node} must have room to be the better one: of equal ones the lowest number is. */
    private long limit(int node, long before) {
        long equal = found == Nanos.NEVER || node >= foundNode ? found : found + 1;
        return StrictMath.min(before, equal);
    }

    private void find(int node, long at) {
        if (at < found || at == found && at != Nanos.NEVER && node < foundNode) {
            found = at;
            foundNode = node;
        }
    }

    /** Where the tasks of a job go for which there is room at {@code at}, as was just found out: lowest numbers first. */
    private List<Placement> places(Job job, long at) {
        List<Placement> places = new ArrayList<>();
        if (job.leastTasks() == 1) {
            timelines.place(job, foundNode, at, places);
            return places;
        }
        for (int node = 0; places.size() < job.leastTasks(); node++) {
            if (gangs.fits(node, at)) {
                timelines.place(job, node, at, places);
            }
        }
        return places;
    }
}
