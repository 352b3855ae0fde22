package io.berth.core.plan;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.plan.backfill.ConservativeBackfill;
import io.berth.core.plan.backfill.Reservation;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.backfill.StartingJob;
import io.berth.core.plan.index.PlacementTurn;
import io.berth.core.plan.index.StrategyInForce;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.queue.WaitingQueue;
import io.berth.core.plan.room.JobRoom;
import io.berth.core.plan.room.Scratch;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.state.Job;
import io.berth.core.state.OpenWindow;
import io.berth.core.state.Promise;
import io.berth.core.state.State;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.Preemption;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * One pass: what should be done now. The plan is a function of the state alone (time and chance stand in it); all that is
 * kept between passes follows from the state and only saves work.
 *
 * <p>Order within a plan: stops that events and time limits call for; then, in the order of the queue, starts and stops that make room; in the
 * same order, rejections of what could never run; then of those who lost patience, of those whose dependency cannot be met any
 * more, then memory.
 */
public final class Planner {
    private final State state;
    private final JobMarks marks = new JobMarks();
    private final WaitingQueue queue;
    private final Scratch scratch;
    private final PlacementTurn turn;
    private final RoomSearch search;
    private final Windows windows;
    private final Choices choices;
    private final Preempter preempter;
    private final Reservation reservation;
    private final Reservation lastReservation;
    private final ConservativeBackfill conservative;
    private final List<Decision> decisions = new ArrayList<>();
    private final RunningTasks running;
    private final TreeSet<Long> waitForStops = new TreeSet<>();
    private final StrategyInForce inForce;
    /** Where {@code releases} stood when the whole queue was tried last; -1 for never. */
    private long triedAt = -1;
    /** The state after the last plan, if that is what was applied. */
    private long plannedPass = -1;

    private long plannedDecisions = -1;

    /** Plans for {@code state}, whose queue it follows from now on. */
    public Planner(State state, Catalog catalog) {
        this.state = state;
        this.inForce = new StrategyInForce(state, catalog);
        this.queue = new WaitingQueue(state, marks);
        this.scratch = new Scratch(state.nodeTable());
        this.turn = new PlacementTurn(state);
        this.running = new RunningTasks(state.nodeTable(), state.jobTable(), scratch, marks);
        this.reservation = new Reservation(state.nodeTable(), scratch, running);
        this.choices = new Choices(state, reservation, marks);
        this.lastReservation = new Reservation(state.nodeTable(), scratch, running);
        this.conservative = new ConservativeBackfill(state, running, marks, new Promising());
        this.preempter = new Preempter(state, scratch, marks);
        this.search =
                new RoomSearch(state, new JobRoom(state, inForce, scratch, turn), scratch, queue.shapes(), reservation);
        this.windows = new Windows(state, marks, new Planning());
        state.listen(queue.andThen(windows));
        state.listen(running);
        for (Job job : state.jobTable().sorted()) {
            if (job.queued()) {
                queue.waits(job);
            }
        }
    }

    /** The plan for this moment; it changes nothing. */
    public Plan plan() {
        Strategy current = refresh();
        search.begin();
        if (state.passes() != plannedPass || state.decisions() != plannedDecisions) {
            forget();
        }
        decisions.clear();
        waitForStops.clear();
        windows.begin();
        choices.begin();
        turn.begin(state.passes() + 1);
        state.stops().forEach((job, reason) -> decisions.add(new Decision.Stop(nextId(), job, reason)));
        place(current);
        rejectOverdue();
        turn.remember(nextId(), decisions);
        reservation.relax();
        scratch.rollback(0);
        running.forgetStarting();
        preempter.end();
        marks.forgetDisposed();
        plannedPass = state.passes() + 1;
        plannedDecisions = state.decisions() + decisions.size();
        return new Plan(plannedPass, decisions);
    }

    private void rejectOverdue() {
        for (Job job : state.impatient()) {
            if (!marks.disposed(job) && !windows.undecided(job)) {
                decisions.add(new Decision.Reject(nextId(), job.id(), Reason.PATIENCE_OVER));
            }
        }
        for (long id : state.hopeless()) {
            decisions.add(new Decision.Reject(nextId(), id, Reason.DEPENDENCY_FAILED));
        }
    }

    /** Another plan than the last was applied: what is known of room that the last would have taken does not hold. */
    public void forget() {
        search.forget();
        conservative.forget();
        triedAt = -1;
    }

    /** The strategy in force, made for the facts of now. */
    public Strategy strategy() {
        return refresh();
    }

    /**
     * When the passage of time alone will change what a pass would decide; {@link Nanos#NEVER} where it will not. It holds for
     * the state after the last plan was applied; now, where that plan let jobs into the queue that it did not decide about.
     */
    public long wakeNanos() {
        if (state.dirty()) {
            return state.nowNanos();
        }
        Strategy current = refresh();
        long limit = state.nextLimitNanos();
        if (current.backfill() == Backfill.CONSERVATIVE) {
            return state.unsettled()
                    ? state.nowNanos()
                    : StrictMath.min(limit, state.promises().nextNanos(state.nowNanos()));
        }
        if (current.planning().plans()) {
            return StrictMath.min(limit, windows.nextNanos());
        }
        boolean preempts = current.preemption() == Preemption.BY_ORDER && !queue.empty();
        long weakens = preempts ? preempter.weakensNanos(current.order()) : Nanos.NEVER;
        return StrictMath.min(limit, weakens);
    }

    /** The room kept for the first job that does not fit, as of the last plan; others are held back for it. */
    public Reservation reservation() {
        return reservation;
    }

    /** Tells {@code watcher} where tasks go from now on. */
    public void watch(JobRoom.Watcher watcher) {
        search.watch(watcher);
    }

    /** The jobs that have room as soon as others have stopped, as of the last plan. */
    public TreeSet<Long> waitForStops() {
        return new TreeSet<>(waitForStops);
    }

    /** What a {@link Chooser} picked, as of the last plan; nothing where none is in force. */
    public Choices choices() {
        return choices;
    }

    /** The jobs that are planned together, or are to be, as of the last plan. */
    public TreeSet<Long> held() {
        return windows.held();
    }

    /** What a planner is asked about {@code window} as things are now. */
    public WindowQuestion question(OpenWindow window) {
        Strategy current = refresh();
        return new WindowQuestion(
                window.id(),
                current.planning(),
                windows.jobs(window),
                state.nodeTable().copy(),
                inForce.mix());
    }

    private void place(Strategy current) {
        reservation.clear();
        queue.shapes().begin();
        if (current.backfill() == Backfill.CONSERVATIVE) {
            placePromised(current);
            return;
        }
        if (current.planning().plans()) {
            placeWindows(current);
            return;
        }
        boolean preempts = current.preemption() == Preemption.BY_ORDER && !queue.empty();
        if (preempts) {
            preempter.begin(current.order());
        }
        boolean unchanged =
                triedAt == state.nodeTable().releases() && !preempts && !(current.order() instanceof Chooser);
        boolean onlyFresh = switch (current.backfill()) {
            case NONE -> false;
            case GREEDY, CONSERVATIVE -> unchanged;
            case EASY -> unchanged && !current.order().changesWithTime() && promisesAsBefore();
        };
        if (current.backfill() == Backfill.GREEDY) {
            queue.shapes().passOver();
        }
        tryAll(onlyFresh ? queue.fresh() : inTurn(current, current.backfill(), queue.mayStart()), current);
        rejectImpossible();
        lastReservation.copy(reservation);
        triedAt = state.nodeTable().releases();
        queue.forgetFresh(state.nowNanos());
    }

    private void placeWindows(Strategy current) {
        // One that there is room for is not started at once, so it rules out nobody.
        windows.place(current, inTurn(current, Backfill.NONE, queue.mayStart()));
        rejectImpossible();
        queue.forgetFresh(state.nowNanos());
    }

    private void placePromised(Strategy current) {
        conservative.begin();
        for (Job job : inTurn(current, Backfill.CONSERVATIVE, queue.all())) {
            boolean rests = job.notBeforeNanos() > state.nowNanos();
            if (conservative.spent()) {
                break;
            }
            if (!rests && !patienceOver(job) && search.everFits(job)) {
                conservative.decide(job);
            }
        }
        rejectImpossible();
        queue.forgetFresh(state.nowNanos());
    }

    /** Starts jobs where they break no promise, and promises others room. */
    private final class Promising implements ConservativeBackfill.Pass {
        @Override
        public boolean start(Job job) {
            int first = scratch.checkpoint();
            long end = conservative.endNanos(job);
            boolean placed = search.take(job, node -> conservative.withholds(node, end));
            if (placed) {
                conservative.started(job, Planner.this.start(job, first));
            }
            return placed;
        }

        @Override
        public void promise(Job job, Promise promise) {
            decisions.add(new Decision.Promise(nextId(), job.id(), promise.atNanos(), promise.placements()));
        }
    }

    /** Plans several jobs together, or decides about one. */
    private final class Planning implements Windows.Pass {
        @Override
        public boolean hasRoom(Job job) {
            return search.hasRoom(job);
        }

        @Override
        public boolean cannotWait(Job job) {
            return patienceOver(job) || !search.everFits(job);
        }

        @Override
        public boolean start(Job job, List<Placement> placements) {
            int first = scratch.checkpoint();
            boolean taken = search.takeAt(job, placements);
            if (taken) {
                Planner.this.start(job, first);
            }
            return taken;
        }

        @Override
        public void decide(Job job) {
            Planner.this.decide(job, inForce.strategy());
        }

        @Override
        public void ask(List<Long> jobs, long untilNanos) {
            decisions.add(new Decision.PlanWindow(nextId(), jobs, untilNanos));
        }
    }

    /** {@code byKey}; or all waiting jobs as they are chosen. */
    private Iterable<Job> inTurn(Strategy current, Backfill backfill, Iterable<Job> byKey) {
        return current.order() instanceof Chooser chooser ? choices.of(chooser, backfill, queue.all()) : byKey;
    }

    private void tryAll(Iterable<Job> jobs, Strategy current) {
        for (Job job : jobs) {
            boolean rests = job.notBeforeNanos() > state.nowNanos();
            if (!rests && !decide(job, current)) {
                return;
            }
        }
    }

    /** Those that came since the last pass and could never run are told so, however far the pass looked. */
    private void rejectImpossible() {
        for (Job job : queue.fresh()) {
            if (!marks.disposed(job) && job.notBeforeNanos() <= state.nowNanos() && !search.everFits(job)) {
                reject(job);
            }
        }
    }

    private void reject(Job job) {
        queue.dispose(job);
        decisions.add(new Decision.Reject(nextId(), job.id(), Reason.NO_NODE_EVER));
    }

    /** Nothing that was held back for the first job would start now: the promise to it stands, and nobody came before it. */
    private boolean promisesAsBefore() {
        Job holder = lastReservation.holder();
        if (holder == null) {
            return true;
        }
        if (!holder.waiting()
                || state.job(holder.id()) != holder
                || queue.freshBefore(holder)
                || patienceOver(holder)) {
            return false;
        }
        reservation.make(holder, state.nowNanos());
        boolean same = reservation.within(lastReservation);
        if (!same) {
            reservation.clear();
        }
        return same;
    }

    /** Decides about one job; false where the rest of the queue waits for it. A head whose patience is over holds up nobody. */
    private boolean decide(Job job, Strategy current) {
        boolean preempts = current.preemption() == Preemption.BY_ORDER;
        int first = scratch.checkpoint();
        if (search.fits(job, preempts)) {
            if (!preempts || preempter.free(job, first)) {
                start(job, first);
            } else {
                waitForStops.add(job.id());
            }
        } else if (search.everFits(job) && (!preempts || reservation.holder() != null || !makeRoom(job))) {
            return holdBack(job, current.backfill());
        }
        return true;
    }

    /** What a job that does not fit means for those behind it. */
    private boolean holdBack(Job job, Backfill backfill) {
        if (patienceOver(job)) {
            return true;
        }
        if (backfill == Backfill.EASY && reservation.holder() == null) {
            reservation.make(job, state.nowNanos());
            queue.shapes().passOver();
        }
        return backfill != Backfill.NONE;
    }

    private boolean patienceOver(Job job) {
        return job.deadlineNanos() <= state.nowNanos();
    }

    private boolean makeRoom(Job job) {
        List<Job> victims = preempter.makeRoom(job, search::take);
        for (Job victim : victims) {
            decisions.add(new Decision.Stop(nextId(), victim.id(), Reason.PREEMPTED));
        }
        if (victims.isEmpty()) {
            return false;
        }
        waitForStops.add(job.id());
        return true;
    }

    private List<Placement> start(Job job, int first) {
        int tasks = job.spec().tasks();
        Placement[] placements = new Placement[tasks];
        for (int task = 0; task < tasks; task++) {
            placements[task] = new Placement(scratch.node(first + task), scratch.gpuMask(first + task));
        }
        queue.dispose(job);
        running.starts(
                new StartingJob(job, first, Nanos.after(state.nowNanos(), job.remainingNanos(state.nowNanos()))));
        Decision.Start start = new Decision.Start(nextId(), job.id(), Arrays.asList(placements));
        decisions.add(start);
        return start.placements();
    }

    private long nextId() {
        return state.decisions() + decisions.size() + 1;
    }

    /** The strategy in force; where it is another than that of the last pass, nothing known of that holds. */
    private Strategy refresh() {
        if (!inForce.refresh()) {
            return inForce.strategy();
        }
        queue.reorder(inForce.strategy().order());
        marks.forgetSearched();
        windows.follow(inForce.strategy().planning(), queue.all());
        forget();
        return inForce.strategy();
    }
}
