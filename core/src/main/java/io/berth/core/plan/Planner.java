package io.berth.core.plan;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Plan;
import io.berth.core.plan.backfill.Reservation;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.index.PlacementTurn;
import io.berth.core.plan.index.StrategyInForce;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.queue.QueueBook;
import io.berth.core.plan.queue.WaitingQueue;
import io.berth.core.plan.resize.ElasticJobs;
import io.berth.core.plan.room.JobRoom;
import io.berth.core.plan.room.OpenNodes;
import io.berth.core.plan.room.Scratch;
import io.berth.core.plan.trace.Trace;
import io.berth.core.plugin.PluginFailure;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Filter;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.state.Job;
import io.berth.core.state.QueueListener;
import io.berth.core.state.State;
import io.berth.core.state.part.OpenWindow;
import io.berth.core.time.Nanos;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One pass: what should be done now, as a list of {@link Stage stages} over one scratch. The plan is a function of the state alone
 * (time and chance stand in it); all that is kept between passes follows from the state and only saves work.
 *
 * <p>Order within a plan: stops that events and time limits call for; then, in the order of the queue, starts and stops that make
 * room; tasks more for jobs that run; grants of nodes, for the next pass; in the same order, rejections of what could never run; then of those who lost patience, of those whose dependency cannot be
 * met any more, then memory.
 */
public final class Planner {
    private final State state;
    private final StrategyInForce inForce;
    private final PlacementTurn turn;
    private final Reservation reservation;
    private final Choices choices;
    private final Pass pass;
    private final WindowAllocation windows;
    private final Allocation allocation;
    private final Granting granting;
    private final List<Stage> stages;
    /** Those of the strategy in force, in an array: a pass of one job takes less time than a dozen iterators. */
    private Stage[] ofStrategy = {};
    /** The state after the last plan, if that is what was applied. */
    private long plannedPass = -1;

    private long plannedDecisions = -1;
    private long knownRedeclarations;
    private long knownQueues;
    private long knownClasses;
    private long knownReservations;
    private long knownPools;
    /** When the reservations of the last pass begin or end next. */
    private long reservedUntil = Nanos.NEVER;

    private final OpenNodes open;

    /** Plans for {@code state}, whose queue it follows from now on. */
    public Planner(State state, Catalog catalog) {
        this.state = state;
        this.inForce = new StrategyInForce(state, catalog);
        this.turn = new PlacementTurn(state);
        JobMarks marks = new JobMarks();
        WaitingQueue queue = new WaitingQueue(state, marks);
        Scratch scratch = new Scratch(state.nodeTable());
        RunningTasks running = new RunningTasks(state.nodeTable(), state.jobTable(), scratch, marks);
        this.open = new OpenNodes(state);
        Reservation.Parts parts = new Reservation.Parts(state.nodeTable(), scratch, running, open);
        this.reservation = new Reservation(parts);
        RoomSearch search =
                new RoomSearch(state, new JobRoom(state, inForce, scratch, turn), queue.shapes(), reservation, parts);
        Draft draft = new Draft(state, queue, parts);
        this.choices = new Choices(state, reservation, marks, draft);
        this.pass = new Pass(
                state,
                marks,
                queue,
                scratch,
                running,
                search,
                draft,
                new QueueBook(state, marks),
                new ElasticJobs(state),
                open);
        this.allocation = new Allocation(pass, choices, reservation);
        this.windows = new WindowAllocation(pass, choices, allocation);
        BestEffort bestEffort = new BestEffort(pass);
        this.granting = new Granting(pass, allocation);
        this.stages = List.of(
                new Stopping(pass),
                new Clearing(pass),
                new PromisedAllocation(pass, choices),
                windows,
                allocation,
                new Growth(pass, allocation),
                new Consolidating(pass, allocation, reservation),
                new Yielding(pass, reservation),
                bestEffort,
                granting,
                new Rejection(pass),
                new Expiry(pass, windows::undecided));
        QueueListener listener = bestEffort.beside(queue.andThen(windows.windows()));
        state.listen(listener);
        state.listen(running);
        for (Job job : state.jobTable().sorted()) {
            if (job.queued()) {
                listener.waits(job);
            }
        }
    }

    /** The plan for this moment; it changes nothing. */
    public Plan plan() {
        Strategy strategy = refresh();
        begin(strategy);
        for (Stage stage : ofStrategy) {
            stage.run(strategy);
            open.leave();
        }
        pass.draft().remember(turn);
        end();
        return pass.draft().plan(plannedPass);
    }

    private void begin(Strategy strategy) {
        open.begin();
        pass.search().begin();
        if (state.passes() != plannedPass || state.decisions() != plannedDecisions) {
            forget();
        }
        Filter filter = strategy.placing().filter();
        pass.draft().begin(state.nodeTable().spare().wanted() ? BestEffort.filter(state, filter) : filter);
        for (Stage stage : ofStrategy) {
            stage.begin();
        }
        choices.begin();
        pass.book().begin();
        turn.begin(state.passes() + 1);
        pass.queue().shapes().begin();
    }

    private void end() {
        for (Stage stage : ofStrategy) {
            stage.end();
        }
        pass.scratch().rollback(0);
        pass.running().forgetStarting();
        pass.marks().forgetDisposed();
        pass.marks().forgetPressing();
        plannedPass = state.passes() + 1;
        plannedDecisions = state.decisions() + pass.draft().size();
    }

    /** Another plan than the last was applied: what is known of room that the last would have taken does not hold. */
    public void forget() {
        pass.search().forget();
        stages.forEach(Stage::forget);
    }

    /** What a policy of a plugin did wrong since the strategy was made: the last plan does not count then. Null for nothing. */
    public @Nullable PluginFailure failure() {
        return inForce.failure();
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
        Strategy strategy = refresh();
        boolean mayDelay = allocation.of(strategy) && allocation.mayDelay(strategy);
        if (mayDelay || granting.unknown()) {
            // The state was recovered, or another plan applied: what it would decide says who waits for what.
            plan();
        }
        long next = StrictMath.min(state.nextLoadNanos(), nextReserved());
        for (Stage stage : ofStrategy) {
            next = StrictMath.min(next, stage.wakeNanos(strategy));
        }
        return next;
    }

    /** The room kept for the first job that does not fit, as of the last plan; others are held back for it. */
    public Reservation reservation() {
        return reservation;
    }

    /** Tells {@code watcher} where tasks go from now on. */
    public void watch(JobRoom.Watcher watcher) {
        pass.search().watch(watcher);
    }

    /** Tells {@code trace} why jobs are passed over, from the next plan on; null for nobody. */
    public void trace(@Nullable Trace trace) {
        pass.draft().trace(trace);
    }

    /** What a {@link Chooser} picked, as of the last plan; nothing where none is in force. */
    public Choices choices() {
        return choices;
    }

    /** What a planner is asked about {@code window} as things are now. */
    public WindowQuestion question(OpenWindow window) {
        Strategy strategy = refresh();
        List<Job> jobs =
                window.jobs().stream().map(state::job).filter(Objects::nonNull).toList();
        // A planner knows nothing of reservations: what is closed to one of them is to all.
        open.begin();
        open.enterAll(jobs);
        NodeTable nodes = state.nodeTable().copy();
        open.leave();
        return new WindowQuestion(
                window.id(),
                strategy.planning(),
                windows.jobs(window),
                nodes,
                inForce.mix(),
                windows.caps(window, nodes));
    }

    /** True where a node was declared anew so that jobs that could run some time may never run now: all are looked at again. */
    private boolean shrank() {
        long declared = state.nodeTable().redeclarations();
        boolean changed = declared != knownRedeclarations;
        knownRedeclarations = declared;
        return changed && pass.search().shrank();
    }

    /** True where queues have other rights than in the last pass: who had none may have some. */
    private boolean redeclared() {
        long version = pass.state().queues().version(state.nodes());
        long classes = state.qos().version();
        boolean changed = reservedOtherwise() || version != knownQueues || classes != knownClasses;
        knownQueues = version;
        knownClasses = classes;
        return changed;
    }

    /** True where reservations came or went, began or ended, or nodes were granted since the last pass: who was kept away may not be any more. */
    private boolean reservedOtherwise() {
        long version = state.reservations().version();
        long pools = state.pools().version();
        boolean changed = version != knownReservations || pools != knownPools || reservedUntil <= state.nowNanos();
        knownReservations = version;
        knownPools = pools;
        reservedUntil = state.reservations().nextChange(state.nowNanos());
        return changed;
    }

    /** When reservations begin or end next, where that matters to somebody. */
    private long nextReserved() {
        return state.reservations().any()
                        && (state.waitingJobs() > 0 || state.reservations().stops())
                ? state.reservations().nextChange(state.nowNanos())
                : Nanos.NEVER;
    }

    /** The strategy in force; where it is another than that of the last pass, nothing known of that holds. */
    private Strategy refresh() {
        boolean anew = inForce.refresh() | redeclared();
        Strategy strategy = inForce.strategy();
        if (!anew && !shrank()) {
            return strategy;
        }
        pass.queue().reorder(strategy.order().keyed(), pass.takesTurns(strategy));
        pass.queue().bound(strategy.bound());
        pass.marks().forgetSearched();
        stages.forEach(stage -> stage.follow(strategy));
        ofStrategy = stages.stream().filter(stage -> stage.of(strategy)).toArray(Stage[]::new);
        forget();
        return strategy;
    }
}
