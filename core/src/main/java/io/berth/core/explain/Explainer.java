package io.berth.core.explain;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Lacks;
import io.berth.core.decision.Reason;
import io.berth.core.pace.Pace;
import io.berth.core.pace.SpeedOn;
import io.berth.core.plan.Planner;
import io.berth.core.plan.queue.Pressing;
import io.berth.core.plan.trace.Trace;
import io.berth.core.plan.trace.TracedJob;
import io.berth.core.policy.bound.WaitBound;
import io.berth.core.qos.QosClass;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.Move;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.TaskGroup;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Says why jobs wait, on one moment's state: the planner makes the next plan on a copy, and its stages tell why they pass jobs over. What
 * they told is all that is said here, so it cannot be otherwise than what would be decided.
 */
public final class Explainer {
    /** So many declared queues or classes are named. */
    private static final int MOST_QUEUES = 8;

    private final State state;
    private final Trace trace;
    private final Grounds grounds = new Grounds();
    private final WaitBound bound;
    /** By number; empty until somebody asks. */
    private final TreeMap<Long, Turn> turns = new TreeMap<>();

    /** Explains the jobs of {@code copy}, which no engine may use. */
    public Explainer(State copy, Catalog catalog) {
        state = copy;
        trace = Trace.counting(copy.nodeTable());
        Planner planner = new Planner(copy, catalog);
        planner.choices().watch(grounds);
        planner.trace(trace);
        planner.plan();
        bound = planner.strategy().bound();
    }

    /** Explains the jobs of {@code state} as they are now; the engine may go on with it. */
    public static Explainer of(State state, Catalog catalog) {
        return new Explainer(state.image().state(), catalog);
    }

    /** The waiting jobs of {@code copy}, which no engine may use, in the order in which the next pass comes to them. */
    public static List<Job> turns(State copy, Catalog catalog) {
        Trace turns = Trace.ofTurns();
        Planner planner = new Planner(copy, catalog);
        planner.trace(turns);
        planner.plan();
        return jobs(turns);
    }

    /** The waiting jobs in the order in which the pass comes to them. */
    public List<Job> waiting() {
        return jobs(trace);
    }

    private static List<Job> jobs(Trace trace) {
        return trace.jobs().values().stream().map(TracedJob::job).toList();
    }

    /** Why job {@code id} waits; null where no such job waits. */
    public @Nullable Explanation explain(long id) {
        Job job = state.jobTable().get(id);
        if (job == null || !job.waiting()) {
            return null;
        }
        TracedJob told = trace.jobs().get(id);
        if (told == null) {
            return gated(job);
        }
        boolean resting = job.notBeforeNanos() > state.nowNanos();
        return new Explanation(
                told.reason(),
                resting ? job.notBeforeNanos() : told.promisedNanos(),
                job.leastTasks(),
                told.room(),
                told.nodes().fitting(),
                lacks(told)
                        .slowed(linked -> Pace.slowedMilli(job.spec(), linked.count(), linked.best(), linked.idle())),
                List.of(),
                grounds.of(id),
                speeds(job),
                told.reason() == null || told.room() >= job.leastTasks()
                        ? null
                        : told.nodes().nearest(),
                turn(id),
                bounded(job, told),
                Deadline.missed(job, state.nowNanos()),
                state.strategy().classOf(job.spec(), job.restarts()));
    }

    private @Nullable Bounded bounded(Job job, TracedJob told) {
        long presses = Pressing.moment(bound, job);
        long by = Nanos.after(job.waitsSinceNanos(), bound.withinNanos(job.qos().waitNanos()));
        return by != Nanos.NEVER ? new Bounded(presses <= state.nowNanos(), presses, by, names(told.kept())) : null;
    }

    private List<String> names(List<Integer> nodes) {
        return nodes.stream().map(node -> state.nodeTable().spec(node).name()).toList();
    }

    /** When the pass comes to job {@code id}. */
    private @Nullable Turn turn(long id) {
        if (turns.isEmpty()) {
            turns.putAll(Turn.all(waiting()));
        }
        return turns.get(id);
    }

    /** Who is in a queue that is not declared, or of such a class, hears which are; who moves, for whom; of whom nodes are kept, by which reservation or pool. */
    private Lacks lacks(TracedJob told) {
        Lacks lacks = told.nodes().lacks();
        Reason reason = told.reason();
        Move move = state.moves().get(told.job().id());
        if (reason == Reason.MOVED && move != null) {
            return lacks.telling(reason, "moved to make room for job " + move.forJob());
        }
        if (reason == Reason.RESERVED) {
            return lacks.telling(reason, Reserved.text(state, told.job()));
        }
        if (lacks.reasons().containsKey(Reason.OTHER_POOL)) {
            return lacks.telling(Reason.OTHER_POOL, Pooled.text(state, told.job()));
        }
        if (reason != Reason.NO_QUEUE && reason != Reason.NO_CLASS) {
            return ofGroup(told, lacks);
        }
        List<String> names = reason == Reason.NO_QUEUE
                ? state.queues().tree().leaves()
                : state.qos().declared().stream().map(QosClass::name).toList();
        String may = reason == Reason.NO_QUEUE ? "; jobs may be in " : "; jobs may be of ";
        String more = names.size() > MOST_QUEUES ? ", and " + (names.size() - MOST_QUEUES) + " more" : "";
        return lacks.telling(
                reason,
                reason.text()
                        + may
                        + String.join(", ", names.subList(0, StrictMath.min(MOST_QUEUES, names.size())))
                        + more);
    }

    /** Of several groups the one that is short is named, and how many of its tasks have room that must start. */
    private static Lacks ofGroup(TracedJob told, Lacks lacks) {
        Job job = told.job();
        Reason reason = told.reason();
        TaskGroup group = job.spec().groups().get(told.group());
        boolean ofRoom =
                reason == Reason.GANG || reason != null && lacks.reasons().containsKey(reason);
        if (reason == null || !ofRoom || job.uniform() || told.nodes().slots() >= group.min()) {
            return lacks;
        }
        return lacks.telling(
                reason,
                reason.text() + " (group " + group.name() + ": room for "
                        + told.nodes().slots() + " of " + group.min() + " tasks)");
    }

    /**
     * Why job {@code id}, which runs, gets no more of its tasks; null where it gets some in the next pass, has all, or keeps what it started
     * with.
     */
    public @Nullable Reason whyNotMore(long id) {
        return trace.whyNotMore(id);
    }

    /** On which nodes, by task, others stop to make room for job {@code id}; none where nobody does. */
    public SortedMap<Integer, Integer> roomMadeFor(long id) {
        TracedJob told = trace.jobs().get(id);
        return told == null || told.reason() != Reason.MAKING_ROOM ? new TreeMap<>() : told.made();
    }

    /** Why a job is not in the queue, so that no pass comes to it. */
    private Explanation gated(Job job) {
        Reason others = job.unmet().isEmpty() ? Reason.ARRAY_LIMIT : Reason.DEPENDENCY;
        Reason reason = job.onHold() ? Reason.HELD : others;
        return new Explanation(
                state.hopeless(job) ? Reason.DEPENDENCY_FAILED : reason,
                Nanos.NEVER,
                job.leastTasks(),
                0,
                0,
                Lacks.NONE,
                job.unmet(),
                List.of(),
                List.of(),
                null,
                null,
                null,
                Deadline.missed(job, state.nowNanos()),
                state.strategy().classOf(job.spec(), job.restarts()));
    }

    /** How fast it is on each model that will do, where that is learnt. */
    private List<SpeedOn> speeds(Job job) {
        Demand demand = job.shape().demand();
        if (!state.speeds().learns() || demand.gpus() == 0) {
            return List.of();
        }
        TreeSet<String> models = new TreeSet<>();
        for (int node = 0; node < state.nodes().count(); node++) {
            for (DeviceSet set : state.nodes().nodeClass(node).devices().sets()) {
                if (demand.devices().of().accepts(set.kind(), set.model())) {
                    models.add(set.model());
                }
            }
        }
        return models.stream()
                .map(model -> new SpeedOn(model, state.speeds().of(job.spec(), job.measuredOn(), model)))
                .toList();
    }
}
