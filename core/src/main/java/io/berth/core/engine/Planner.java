package io.berth.core.engine;

import io.berth.core.cluster.Shape;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Backfill;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One pass: what should be done now. The plan is a function of the state alone (time and chance stand in it); all that is
 * kept between passes follows from the state and only saves work.
 *
 * <p>Order within a plan: stops, then starts in the order of the queue, then rejections, then memory.
 */
public final class Planner {
    private final State state;
    private final Catalog catalog;
    private final WaitingQueue queue;
    private final Scratch scratch;
    private final PlacementTurn turn;
    private final List<Decision> decisions = new ArrayList<>();
    private @Nullable Strategy strategy;
    private @Nullable PlacementIndex index;
    private boolean usesMix;
    private long knownDeclarations = -1;
    private long knownStrategy = -1;
    private long knownMix = -1;
    /** By shape: where {@code releases} stood when {@code failedTasks} or more tasks of it did not fit. */
    private long[] failedAt = new long[16];

    private int[] failedTasks = new int[16];
    private long[] slotsAt = new long[16];
    private long[] slots = new long[16];
    /** Where {@code releases} stood when the whole queue was tried last; -1 for never. */
    private long triedAt = -1;
    /** The state after the last plan, if that is what was applied. */
    private long plannedPass = -1;

    private long plannedDecisions = -1;

    /** Plans for {@code state}, whose queue it follows from now on. */
    public Planner(State state, Catalog catalog) {
        this.state = state;
        this.catalog = catalog;
        this.queue = new WaitingQueue();
        this.scratch = new Scratch(state.nodes);
        this.turn = new PlacementTurn(state);
        state.life.listen(queue);
        for (Job job : state.jobs.sorted()) {
            if (job.waiting()) {
                queue.waits(job);
            }
        }
    }

    /** The plan for this moment; it changes nothing. */
    public Plan plan() {
        Strategy current = refresh();
        if (state.passes != plannedPass || state.decisions != plannedDecisions) {
            forget();
        }
        decisions.clear();
        turn.begin(state.passes + 1);
        for (Map.Entry<Long, Reason> stop : state.stops.entrySet()) {
            decisions.add(new Decision.Stop(nextId(), stop.getKey(), stop.getValue()));
        }
        place(current.backfill());
        for (Job job : state.life.deadlines.over(state.nowNanos)) {
            if (!job.planned) {
                decisions.add(new Decision.Reject(nextId(), job.id, Reason.PATIENCE_OVER));
            }
        }
        turn.remember(nextId(), decisions);
        scratch.rollback(0);
        queue.forgetPlanned();
        plannedPass = state.passes + 1;
        plannedDecisions = state.decisions + decisions.size();
        return new Plan(plannedPass, decisions);
    }

    /** Another plan than the last was applied: what is known of room that the last would have taken does not hold. */
    void forget() {
        Arrays.fill(failedAt, -1);
        triedAt = -1;
    }

    /** The strategy in force, made for the facts of now. */
    public Strategy strategy() {
        return refresh();
    }

    /** A head whose patience is over does not hold up the queue: this very plan rejects it. */
    private void place(Backfill backfill) {
        boolean onlyFresh = backfill == Backfill.GREEDY && triedAt == state.nodes.releases();
        for (Job job : onlyFresh ? queue.fresh() : queue.all()) {
            if (job.notBeforeNanos > state.nowNanos) {
                continue;
            }
            if (fits(job)) {
                start(job);
            } else if (everFits(job)) {
                if (backfill == Backfill.NONE && job.deadlineNanos() > state.nowNanos) {
                    break;
                }
            } else {
                job.planned = true;
                queue.planned(job);
                decisions.add(new Decision.Reject(nextId(), job.id, Reason.NO_NODE_EVER));
            }
        }
        triedAt = state.nodes.releases();
        queue.forgetFresh(state.nowNanos);
    }

    /** Takes room for all tasks in the scratch, or for none. */
    private boolean fits(Job job) {
        Shape shape = job.shape;
        if (failedAt[shape.id()] == state.nodes.releases() && failedTasks[shape.id()] <= job.spec.tasks()) {
            return false;
        }
        PlacementIndex nodes = index();
        int checkpoint = scratch.checkpoint();
        turn.beginJob(job.id);
        for (int task = 0; task < job.spec.tasks(); task++) {
            int node = nodes.choose(shape, turn);
            if (node < 0) {
                scratch.rollback(checkpoint);
                failedAt[shape.id()] = state.nodes.releases();
                failedTasks[shape.id()] = job.spec.tasks();
                return false;
            }
            scratch.take(shape, node, nodes.devices(shape, node, turn));
        }
        turn.keep();
        return true;
    }

    private void start(Job job) {
        int tasks = job.spec.tasks();
        Placement[] placements = new Placement[tasks];
        int first = scratch.checkpoint() - tasks;
        for (int task = 0; task < tasks; task++) {
            placements[task] = new Placement(scratch.node(first + task), scratch.gpuMask(first + task));
        }
        job.planned = true;
        queue.planned(job);
        decisions.add(new Decision.Start(nextId(), job.id, Arrays.asList(placements)));
    }

    /** True where the cluster as declared, empty, could hold the job. */
    private boolean everFits(Job job) {
        int shape = job.shape.id();
        if (slotsAt[shape] != state.nodes.declarations()) {
            long sum = 0;
            for (int node = 0; node < state.nodes.count(); node++) {
                sum += state.nodes.emptySlots(job.shape, node);
            }
            slots[shape] = sum;
            slotsAt[shape] = state.nodes.declarations();
        }
        return slots[shape] >= job.spec.tasks();
    }

    private long nextId() {
        return state.decisions + decisions.size() + 1;
    }

    private PlacementIndex index() {
        if (index == null) {
            throw new IllegalStateException("A pass begins with refresh().");
        }
        return index;
    }

    /** Makes the strategy again where it or the facts it was made for changed. */
    private Strategy refresh() {
        growMemos();
        long mix = state.mixDeclarations > 0 ? -state.mixDeclarations : state.shapes.epoch();
        boolean same = knownDeclarations == state.nodes.declarations()
                && knownStrategy == state.strategyChanges
                && (!usesMix || knownMix == mix);
        if (same && strategy != null) {
            return strategy;
        }
        Facts facts = state.facts();
        Strategy made = catalog.strategy(state.strategy, facts);
        usesMix = facts.mixWasRead();
        strategy = made;
        index = new PlacementIndex(state.nodes, made.placer());
        queue.reorder(made.order());
        forget();
        knownDeclarations = state.nodes.declarations();
        knownStrategy = state.strategyChanges;
        knownMix = mix;
        return made;
    }

    private void growMemos() {
        int shapes = state.shapes.size();
        if (shapes > failedAt.length) {
            int old = failedAt.length;
            int size = StrictMath.max(shapes, old * 2);
            failedAt = Arrays.copyOf(failedAt, size);
            Arrays.fill(failedAt, old, size, -1);
            failedTasks = Arrays.copyOf(failedTasks, size);
            slotsAt = Arrays.copyOf(slotsAt, size);
            slots = Arrays.copyOf(slots, size);
        }
    }
}
