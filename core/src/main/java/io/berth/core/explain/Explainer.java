package io.berth.core.explain;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Cure;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.plan.Planner;
import io.berth.core.plan.index.PlacementIndex;
import io.berth.core.plan.index.PlacementTurn;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.queue.WaitingQueue;
import io.berth.core.plan.room.Scratch;
import io.berth.core.policy.Chooser;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.Backfill;
import io.berth.core.time.Nanos;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Says why jobs wait, on one moment's state: it lets the planner make the next plan on a copy and looks at each node through
 * the planner's own fit, gang and order code, so that it cannot say otherwise than what would be decided.
 */
public final class Explainer {
    private final State state;
    private final Strategy strategy;
    private final Scratch scratch;
    private final PlacementIndex index;
    /** The waiting jobs in the order in which the plan tries them. */
    private final Iterable<Job> queue;

    private final TreeMap<Long, Decision.Start> starts = new TreeMap<>();
    private final TreeMap<Long, Decision.Reject> rejections = new TreeMap<>();
    private final TreeMap<Long, Decision.Promise> promises = new TreeMap<>();
    /** Those that a window holds now, or would if the next pass were now. */
    private final TreeSet<Long> planned;

    private final @Nullable Job head;
    private final @Nullable Job promised;
    private final long promisedNanos;
    private final TreeSet<Long> waitForStops;
    private final Grounds grounds = new Grounds();

    /** Explains the jobs of {@code copy}, which no engine may use. */
    public Explainer(State copy, Catalog catalog) {
        state = copy;
        Planner planner = new Planner(copy, catalog);
        planner.choices().watch(grounds);
        Plan plan = planner.plan();
        strategy = planner.strategy();
        promised = planner.reservation().holder();
        promisedNanos = planner.reservation().atNanos();
        waitForStops = planner.waitForStops();
        planned = planner.held();
        scratch = new Scratch(copy.nodeTable());
        index = new PlacementIndex(copy.nodeTable(), strategy.placer());
        for (Decision decision : plan.decisions()) {
            switch (decision) {
                case Decision.Start start -> starts.put(start.job(), start);
                case Decision.Reject reject -> rejections.put(reject.job(), reject);
                case Decision.Promise promise -> promises.put(promise.job(), promise);
                case Decision.PlanWindow window -> planned.addAll(window.jobs());
                case Decision.Stop _, Decision.Remember _ -> {}
            }
        }
        queue = queue(copy, strategy, planner.choices().tried());
        head = strategy.backfill() == Backfill.NONE ? head() : null;
    }

    private static Iterable<Job> queue(State state, Strategy strategy, List<Job> tried) {
        WaitingQueue queue = new WaitingQueue(state, new JobMarks());
        for (Job job : state.jobTable().sorted()) {
            if (job.queued()) {
                queue.waits(job);
            }
        }
        queue.reorder(strategy.order());
        if (!(strategy.order() instanceof Chooser)) {
            return queue.all();
        }
        LinkedHashMap<Long, Job> jobs = new LinkedHashMap<>();
        tried.forEach(job -> jobs.put(job.id(), job));
        queue.all().forEach(job -> jobs.putIfAbsent(job.id(), job));
        return jobs.values();
    }

    /** Explains the jobs of {@code state} as they are now; the engine may go on with it. */
    public static Explainer of(State state, Catalog catalog) {
        ByteSink sink = new ByteSink();
        StateCodec.write(state, sink);
        return new Explainer(StateCodec.read(new ByteSource(sink.toByteArray())), catalog);
    }

    /** The waiting jobs in the order in which the strategy tries them. */
    public Iterable<Job> waiting() {
        return queue;
    }

    /** Why job {@code id} waits; null where no such job waits. */
    public @Nullable Explanation explain(long id) {
        Job job = state.jobTable().get(id);
        if (job == null || !job.waiting()) {
            return null;
        }
        if (job.gated()) {
            return held(job);
        }
        int checkpoint = scratch.checkpoint();
        takeStartsBefore(job);
        TreeMap<Reason, Integer> reasons = new TreeMap<>();
        int fitting = countNodes(job.shape(), reasons);
        int room = room(job);
        scratch.rollback(checkpoint);
        boolean resting = job.notBeforeNanos() > state.nowNanos();
        long at = resting ? job.notBeforeNanos() : promisedNanos(job);
        return new Explanation(
                reason(job, room, fitting, reasons),
                at,
                job.spec().tasks(),
                room,
                fitting,
                reasons,
                List.of(),
                grounds.of(id));
    }

    /** Why a job is not in the queue; nobody looked for room for it. */
    private Explanation held(Job job) {
        Reason others = job.unmet().isEmpty() ? Reason.ARRAY_LIMIT : Reason.DEPENDENCY;
        Reason reason = job.onHold() ? Reason.HELD : others;
        return new Explanation(
                state.hopeless(job) ? Reason.DEPENDENCY_FAILED : reason,
                Nanos.NEVER,
                job.spec().tasks(),
                0,
                0,
                new TreeMap<>(),
                job.unmet(),
                List.of());
    }

    /** When the plan that would be made now keeps room for the job. */
    private long promisedNanos(Job job) {
        Decision.Promise made = promises.get(job.id());
        if (made != null) {
            return made.atNanos();
        }
        return promised != null && promised.id() == job.id() ? promisedNanos : job.promisedNanos();
    }

    private @Nullable Reason reason(Job job, int room, int fitting, TreeMap<Reason, Integer> reasons) {
        if (starts.containsKey(job.id())) {
            return null;
        }
        Decision.Reject rejected = rejections.get(job.id());
        if (rejected != null) {
            return rejected.reason();
        }
        if (job.notBeforeNanos() > state.nowNanos()) {
            return Reason.BACK_OFF;
        }
        if (planned.contains(job.id())) {
            return Reason.WINDOW;
        }
        if (head != null && head.id() != job.id()) {
            return Reason.BEHIND_HEAD;
        }
        if (waitForStops.contains(job.id())) {
            return Reason.MAKING_ROOM;
        }
        if (room == job.spec().tasks()) {
            return Reason.WOULD_DELAY;
        }
        return fitting > 0 ? Reason.GANG : mostFrequent(reasons);
    }

    /** The reason of most nodes; those that nothing cures only where all nodes have them. */
    private static Reason mostFrequent(TreeMap<Reason, Integer> reasons) {
        Reason most = Reason.NO_NODE_EVER;
        int count = 0;
        for (var entry : reasons.entrySet()) {
            if (entry.getKey().cure() != Cure.NEVER && entry.getValue() > count) {
                most = entry.getKey();
                count = entry.getValue();
            }
        }
        return most;
    }

    /** The job for which the whole queue waits; null where there is none. */
    private @Nullable Job head() {
        for (Job job : queue) {
            boolean rejected = rejections.containsKey(job.id());
            if (job.notBeforeNanos() <= state.nowNanos() && !starts.containsKey(job.id()) && !rejected) {
                return job;
            }
        }
        return null;
    }

    /** The planner came to {@code job} with these already placed. */
    private void takeStartsBefore(Job job) {
        for (Job earlier : queue) {
            if (earlier.id() == job.id()) {
                return;
            }
            Decision.Start start = starts.get(earlier.id());
            if (start != null) {
                for (Placement placement : start.placements()) {
                    scratch.take(earlier.shape(), placement.node(), placement.grant());
                }
            }
        }
    }

    private int countNodes(Shape shape, TreeMap<Reason, Integer> reasons) {
        int fitting = 0;
        for (int node = 0; node < state.nodeTable().count(); node++) {
            Reason reason = state.nodeTable().whyNot(shape, node);
            if (reason == null) {
                fitting++;
                continue;
            }
            boolean never = state.nodeTable().emptySlots(shape, node) == 0;
            reasons.merge(never ? never(shape, node) : reason, 1, Integer::sum);
        }
        return fitting;
    }

    /** Why not even the empty node would do; the planner stops at the first lack, which may be another. */
    private Reason never(Shape shape, int node) {
        Reason never = state.nodeTable().neverFits(shape, node);
        boolean otherModel = never != null && state.nodeTable().gpus(node) > 0;
        return otherModel ? never : Reason.TOO_LARGE;
    }

    private int room(Job job) {
        PlacementTurn turn = new PlacementTurn(state);
        turn.begin(state.passes() + 1);
        turn.beginJob(job.id());
        for (int task = 0; task < job.spec().tasks(); task++) {
            int node = index.choose(job.shape(), turn);
            if (node < 0) {
                return task;
            }
            scratch.take(job.shape(), node, index.devices(job.shape(), node, turn));
        }
        return job.spec().tasks();
    }
}
