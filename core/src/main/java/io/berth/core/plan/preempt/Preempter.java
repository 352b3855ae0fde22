package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Reason;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.queue.QueueBook;
import io.berth.core.plan.room.Scratch;
import io.berth.core.state.Job;
import io.berth.core.state.RoomListener;
import io.berth.core.state.State;
import io.berth.core.strategy.Sparing;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Has running jobs make room for a pending one. During a pass the scratch shows the cluster as it will be when all
 * that stop have stopped; a job that fits there starts now only where its room is free already, else it waits for it.
 */
public final class Preempter {
    /**
     * Where the victims at the end of the order are more than budgets allow, others are looked for among so many, in so many rounds, for so many
     * jobs in a pass.
     */
    private static final int MOST_CANDIDATES = 2_000;

    private static final int MOST_ROUNDS = 8;
    private static final int MOST_SEARCHES = 32;

    /** So many of those that borrowed are looked at first, and so many times more where they are not enough. */
    private static final int FIRST_BORROWERS = 8;

    private static final int MORE_BORROWERS = 8;

    private static final VictimPicker NOBODY = new VictimPicker() {
        @Override
        public void begin(Units units) {}

        @Override
        public List<Job> pick(Job job, long releases) {
            return List.of();
        }

        @Override
        public List<Job> candidates(Job job, int most) {
            return List.of();
        }
    };

    private final State state;
    private final Scratch scratch;
    private final JobMarks marks;
    private final QueueBook book;
    private final Pickers pickers;
    private final NodeTable nodes;
    private final HoldingJobs holding;
    private final QueueHolders holders;
    private final @Nullable Borrowers borrowers;
    private final @Nullable OwnQueue ownQueue;
    /** Who says which jobs may be stopped for the one that room is made for. */
    private VictimPicker picker = NOBODY;

    /** Who must agree to that; null for nobody, and then all of those stop that were picked. */
    private @Nullable Consent consent;
    /** What was released of each node that is not free yet. */
    private final TreeMap<Integer, NodeRow> released = new TreeMap<>();

    private final List<Job> victims = new ArrayList<>();
    private final Allowances allowances;
    private final Units units;
    /** How often this pass looked for others than those at the end of the order. */
    private int searches;
    /** True where one of those that were released has to do with other tasks, which must not come before it is gone. */
    private boolean releasedPeers;

    /** When the first of those that wait has waited long enough that others are stopped for it. */
    private long mayStopNanos = Nanos.NEVER;

    /** True where some were being stopped already when the pass began. */
    private boolean waited;

    /** How often a pass began or room was made; in between, room only becomes less. */
    private long releases;

    /** Takes room for all tasks of a job in the scratch of the pass, or for none. */
    @FunctionalInterface
    public interface Placing {
        /** True where it took room. */
        boolean place(Job job);
    }

    /**
     * Who stops for a job.
     *
     * @param jobs none where that does not help
     * @param reason why
     */
    public record Victims(List<Job> jobs, Reason reason) {
        static final Victims NONE = new Victims(List.of(), Reason.PREEMPTED);
    }

    /** Says whether some may be stopped for a job together. */
    private interface Consent {
        boolean given(Job job, List<Job> victims);
    }

    /**
     * Who says which running jobs may be stopped.
     *
     * @param preempting by which jobs are preempted
     * @param preempts null where none are
     * @param last of those that its order would stop; null where none are
     * @param reclaims true where queues get back what others borrowed of their quota
     * @param reclaiming whom they spare
     * @param otherwise true where others get room in another way too: running jobs give single tasks back, or move
     */
    public record Pickers(
            Preempting preempting,
            @Nullable VictimPicker preempts,
            @Nullable LastInOrder last,
            boolean reclaims,
            Sparing reclaiming,
            boolean otherwise) {
        /** True where somebody is stopped for others. */
        public boolean any() {
            return preempts != null || reclaims || otherwise;
        }
    }

    /** For jobs that {@code pickers} pick; those that run are followed from now on by {@link #listener}. */
    public Preempter(State state, Scratch scratch, JobMarks marks, QueueBook book, Pickers pickers) {
        this.state = state;
        this.scratch = scratch;
        this.marks = marks;
        this.book = book;
        this.pickers = pickers;
        this.nodes = state.nodeTable();
        this.holding = new HoldingJobs(state, pickers);
        this.holders = new QueueHolders(state, marks);
        this.borrowers = pickers.reclaims ? new Borrowers(state, book, holders, pickers.reclaiming) : null;
        this.ownQueue = pickers.last == null ? null : new OwnQueue(book, holders, pickers.last);
        this.allowances = new Allowances(state);
        this.units = new Units(holding);
    }

    /** Must hear of all that hold room. */
    public RoomListener listener() {
        return holding.andThen(holders);
    }

    /** A pass begins: what is being stopped counts as gone. */
    public void begin() {
        end();
        releases++;
        searches = 0;
        mayStopNanos = Nanos.NEVER;
        if (pickers.preempts != null) {
            pickers.preempts.begin(units);
        }
        if (borrowers != null) {
            borrowers.begin(units);
        }
        allowances.begin();
        holding.lookAgain();
        holding.stopping().forEach(this::release);
        for (long id : state.stops().keySet()) {
            Job job = state.job(id);
            if (job != null && !job.waiting() && !marks.released(job)) {
                release(job);
            }
        }
        waited = !released.isEmpty();
    }

    /** True where some were being stopped already when the pass began: there may be jobs that wait for their room. */
    public boolean waited() {
        return waited;
    }

    /**
     * When the next running job may be stopped that may not now, or by more than now, or the next that waits has waited long enough for that, though
     * nothing happens; as of the last pass.
     */
    public long weakensNanos() {
        return StrictMath.min(mayStopNanos, holding.weakensNanos());
    }

    /** The pass is over; the scratch is rolled back by its owner. */
    public void end() {
        marks.forgetReleased();
        released.clear();
        releasedPeers = false;
    }

    /** True where {@code job} is being stopped, or will be by this plan. */
    public boolean stops(Job job) {
        return job.stopping() != null || marks.released(job) || state.stops(job);
    }

    /** True where {@code jobs} may be stopped in this order, as far as disruption budgets go. */
    boolean allowed(Collection<Job> jobs) {
        return allowances.beyond(List.copyOf(jobs)).isEmpty();
    }

    /** True where the room taken last, in the scratch from step {@code first} on, is free already. */
    public boolean free(int first) {
        for (int step = first; step < scratch.checkpoint() && !released.isEmpty(); step++) {
            int node = scratch.node(step);
            NodeRow pending = released.get(node);
            if (releasedPeers && !scratch.shape(step).alone()) {
                return false;
            }
            if (pending != null && !nodes.row(node).covers(pending, scratch.shape(step), scratch.grant(step))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Those that are stopped for {@code job}, which does not fit or whose queue may not take more, first the one that was picked first; none where
     * that does not help, or the job spares others.
     * Their room is given back in the scratch, and {@code placing} has taken that of the job.
     */
    public Victims makeRoom(Job job, Placing placing) {
        if (!job.spec().terms().preempts()) {
            return Victims.NONE;
        }
        List<Job> reclaimed = waitedFor(job, pickers.reclaiming) ? reclaim(job, placing) : List.of();
        return reclaimed.isEmpty()
                ? new Victims(
                        waitedFor(job, pickers.preempting.sparing()) ? preempt(job, placing) : List.of(),
                        Reason.PREEMPTED)
                : new Victims(reclaimed, Reason.RECLAIMED);
    }

    /** True where {@code job} waited long enough that others are stopped for it. */
    private boolean waitedFor(Job job, Sparing sparing) {
        long from = Nanos.after(job.readyNanos(), sparing.waitNanos());
        if (from > state.nowNanos()) {
            mayStopNanos = StrictMath.min(mayStopNanos, from);
        }
        return from <= state.nowNanos();
    }

    /** The queue of {@code job} gets back what others borrowed. */
    private List<Job> reclaim(Job job, Placing placing) {
        Borrowers from = borrowers;
        if (from == null || !from.gives(job, releases)) {
            return List.of();
        }
        picker = from;
        consent = (waiting, stopped) -> book.allows(waiting, stopped) && from.fair(waiting, stopped);
        int most = FIRST_BORROWERS;
        List<Job> picked = from.candidates(job, most);
        List<Job> made = stop(job, placing, units.whole(picked));
        while (made.isEmpty() && picked.size() == most) {
            most *= MORE_BORROWERS;
            picked = from.candidates(job, most);
            made = stop(job, placing, units.whole(picked));
        }
        if (made.isEmpty()) {
            from.gaveNothing(job);
        }
        return made;
    }

    private List<Job> preempt(Job job, Placing placing) {
        VictimPicker any = pickers.preempts;
        if (any == null) {
            return List.of();
        }
        OwnQueue own = book.any() ? ownQueue : null;
        boolean queues = own != null;
        picker = own == null ? any : own;
        // Whose queue holds more than its quota goes behind those that were stopped, and would stop them for ever.
        consent = queues
                ? (waiting, stopped) -> book.allows(waiting, stopped) && book.goesBefore(waiting, stopped)
                : null;
        return stop(job, placing, units.whole(picker.pick(job, releases)));
    }

    /** Stops those of {@code first} that {@code job} needs the room of, others where budgets want that. */
    private List<Job> stop(Job job, Placing placing, List<Job> first) {
        int checkpoint = scratch.checkpoint();
        List<Job> picked = first;
        if (!makesRoomAsPicked(job, placing, picked)) {
            picked = units.none() || consent != null ? List.of() : units.whole(picker.candidates(job, MOST_CANDIDATES));
            if (!makesRoomByFew(job, placing, picked) || !spare(job)) {
                return List.of();
            }
        }
        List<Job> beyond = allowances.beyond(victims);
        if (!beyond.isEmpty()) {
            scratch.rollback(checkpoint);
            if (searches == MOST_SEARCHES) {
                return List.of();
            }
            searches++;
            List<Job> within = within(job, placing, beyond);
            boolean made = within.isEmpty()
                    ? makesRoomAsPicked(job, placing, picked)
                    : makesRoomByFew(job, placing, within) && spare(job);
            if (!made) {
                return List.of();
            }
        }
        if (!standsWithTheSpared(job, placing, checkpoint)) {
            return List.of();
        }
        victims.forEach(this::note);
        releases++;
        return victims;
    }

    /**
     * True where the job has room when the victims alone are gone: those that keep theirs may be in the way of its rules, as of a spread, or of
     * how its groups are placed. Else they would be stopped again and again, and it would never start. Where queues are declared, what the scratch
     * takes last is then the room of the job alone: tasks that its queue is too small for give it back.
     */
    private boolean standsWithTheSpared(Job job, Placing placing, int checkpoint) {
        if (!book.any() && job.uniform() && job.gang().alone()) {
            return true;
        }
        List<Job> stopped = List.copyOf(victims);
        scratch.rollback(checkpoint);
        return makesRoom(job, placing, stopped);
    }

    /** Stops as many of {@code picked} as it needs; false where that does not help. */
    private boolean makesRoomAsPicked(Job job, Placing placing, List<Job> picked) {
        boolean all = job.uniform() && consent == null;
        boolean made = all ? makesRoom(job, placing, picked) : makesRoomByFew(job, placing, picked);
        return made && spare(job);
    }

    /**
     * In whose turn others stop so that fewer disruption budgets are broken than where some are {@code beyond} them; empty where that cannot be
     * helped. The scratch stays as it is.
     */
    private List<Job> within(Job job, Placing placing, List<Job> beyond) {
        int checkpoint = scratch.checkpoint();
        List<Job> best = List.of();
        int fewest = beyond.size();
        List<Job> candidates = units.whole(picker.candidates(job, MOST_CANDIDATES));
        Set<Job> covered = units.all(beyond);
        for (int round = 0; round < MOST_ROUNDS && fewest > 0; round++) {
            List<Job> turn = last(candidates, covered);
            if (!makesRoomByFew(job, placing, turn)) {
                return best;
            }
            spare(job);
            List<Job> still = allowances.beyond(victims);
            scratch.rollback(checkpoint);
            if (still.size() < fewest) {
                fewest = still.size();
                best = turn;
            }
            if (!covered.addAll(units.all(still))) {
                return best;
            }
        }
        return best;
    }

    /** {@code all}, those of {@code covered} last, else in their order. */
    private static List<Job> last(List<Job> all, Set<Job> covered) {
        List<Job> turn = new ArrayList<>(all);
        turn.removeIf(covered::contains);
        all.stream().filter(covered::contains).forEach(turn::add);
        return turn;
    }

    /** Stops as few of {@code picked} as it finds to do, the first units: twice as many until that helps, then by halves fewer. */
    private boolean makesRoomByFew(Job job, Placing placing, List<Job> picked) {
        int checkpoint = scratch.checkpoint();
        int[] ends = units.ends(picked);
        int tooFew = 0;
        int most = StrictMath.min(1, ends.length);
        while (!makesRoom(job, placing, first(picked, ends, most))) {
            if (most == ends.length) {
                return false;
            }
            tooFew = most;
            most = StrictMath.min(2 * most, ends.length);
        }
        while (most - tooFew > 1) {
            scratch.rollback(checkpoint);
            int middle = tooFew + most >>> 1;
            if (makesRoom(job, placing, first(picked, ends, middle))) {
                most = middle;
            } else {
                tooFew = middle;
            }
        }
        scratch.rollback(checkpoint);
        return makesRoom(job, placing, first(picked, ends, most));
    }

    private static List<Job> first(List<Job> picked, int[] ends, int count) {
        return picked.subList(0, count == 0 ? 0 : ends[count - 1]);
    }

    /** Stops {@code picked} in the scratch where {@code job} has room then. */
    private boolean makesRoom(Job job, Placing placing, List<Job> picked) {
        victims.clear();
        victims.addAll(picked);
        int checkpoint = scratch.checkpoint();
        victims.forEach(this::give);
        // Even where there is room by count, a placement that a program brings may refuse it: nobody stops for nothing.
        boolean placed = !victims.isEmpty() && agreed(job, victims) && placing.place(job);
        if (!placed) {
            scratch.rollback(checkpoint);
            victims.clear();
        }
        return placed;
    }

    /** Those that were picked last keep their room where nobody needs it; true, as somebody is left. */
    private boolean spare(Job job) {
        int begin;
        for (int end = victims.size(); end > 0; end = begin) {
            begin = units.begin(victims, end);
            int checkpoint = scratch.checkpoint();
            List<Job> spared = victims.subList(begin, end);
            if (agreed(job, victims, begin, end) && spared.stream().allMatch(this::takesBack)) {
                spared.clear();
            } else {
                scratch.rollback(checkpoint);
            }
        }
        return true;
    }

    private boolean agreed(Job job, List<Job> stopped) {
        return consent == null || consent.given(job, stopped);
    }

    /** The same without those from {@code begin} up to {@code end}. */
    private boolean agreed(Job job, List<Job> all, int begin, int end) {
        if (consent == null) {
            return true;
        }
        List<Job> stopped = new ArrayList<>(all.subList(0, begin));
        stopped.addAll(all.subList(end, all.size()));
        return agreed(job, stopped);
    }

    /** True where {@code job} has its room again that it gave back in the scratch; some of it may be taken where it has not. */
    boolean takesBack(Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (!marks.keeps(job, task)) {
                continue;
            }
            if (!nodes.row(job.node(task)).has(job.shape(task), job.grant(task))
                    || !nodes.mayBeBeside(job.shape(task), job.node(task))) {
                return false;
            }
            scratch.take(job.shape(task), task, job.node(task), job.grant(task));
        }
        return true;
    }

    private void release(Job job) {
        give(job);
        note(job);
    }

    /** Its tasks give back their room in the scratch, but for those that did already. */
    private void give(Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (marks.keeps(job, task)) {
                scratch.release(job.shape(task), job.node(task), job.grant(task));
            }
        }
    }

    /** Task {@code task} of {@code job}, whose room the scratch shows as given back, leaves its job, which goes on. */
    public void leaves(Job job, int task) {
        book.stops(job, task);
        marks.give(job, task);
        noteRoom(job, task);
        releases++;
    }

    private void note(Job job) {
        marks.release(job);
        book.stops(job);
        allowances.spend(job);
        for (int task = 0; task < job.placedTasks(); task++) {
            if (marks.keeps(job, task)) {
                noteRoom(job, task);
            }
        }
    }

    /** What the task holds is not free before it is gone. */
    private void noteRoom(Job job, int task) {
        released.computeIfAbsent(job.node(task), nodes::emptyRow).give(job.shape(task), job.grant(task));
        releasedPeers |= !job.shape(task).alone();
    }
}
