package io.berth.console.view;

import io.berth.console.event.ChangeRing;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.core.catalog.StrategyLabel;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.metric.PromisedStarts;
import io.berth.core.queue.QueueStanding;
import io.berth.core.queue.QueueTree;
import io.berth.core.queue.QueueUse;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.edge.metric.Histogram;
import io.berth.spec.json.Json;
import io.berth.spec.strategy.StrategyWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows a run for its readers. Each frame names the jobs and nodes that changed; of those, and only those, the engine's thread
 * writes new entries, after the frame is durable and before anybody is answered. So who was told that a job is taken finds it here.
 */
public final class LiveView implements Observer {
    /** Jobs that ended and are still known. */
    public static final int ENDED_KEPT = 10_000;

    private final ChangeRing ring = new ChangeRing();
    private final Histogram waits = Histogram.ofSeconds(1, 10, 60, 600, 3_600, 6 * 3_600, 24 * 3_600);
    private final NodeView nodes = new NodeView(ring);
    private final JobView jobs;
    private final Consumer<JobEntry> history;
    private final List<JobEnd> left = new ArrayList<>();
    private final Followers followers = new Followers();
    private final TreeSet<Long> touched = new TreeSet<>();
    private long preemptions;
    private @Nullable StrategySpec labelled;
    private String label = "";
    private volatile @Nullable Totals totals;
    /** What declared queues hold; null where none are. */
    private volatile @Nullable QueueStanding declared;
    /** What became of what classes of jobs promise. */
    private volatile List<NodeReservation> reserved = List.of();

    private final PoolBoard pools = new PoolBoard();

    private final PromisedStarts promised = new PromisedStarts(_ -> true);

    private volatile List<QosRow> classes = List.of();

    private volatile SortedMap<String, Double> rescued = new TreeMap<>();
    private long declaredAt;
    private volatile Shown shown = new Shown(WallClock.EVEN, 0);

    /** What the machine's clock showed, up to {@code nowNanos} of Berth's time. */
    private record Shown(WallClock wall, long nowNanos) {}

    public LiveView() {
        this(ENDED_KEPT);
    }

    /** @param endedKept how many jobs that ended are known */
    public LiveView(int endedKept) {
        this(endedKept, _ -> {});
    }

    /**
     * @param endedKept how many jobs that ended are known
     * @param history gets each job that ended, on the engine's thread, before the instant's submitters are answered
     */
    public LiveView(int endedKept, Consumer<JobEntry> history) {
        jobs = new JobView(endedKept, ring, waits);
        this.history = history;
    }

    /** Knows jobs that ended before this run; on the engine's thread, or before it runs. */
    public void restore(List<JobEntry> before) {
        before.forEach(jobs::restore);
    }

    /**
     * True for a job that ended in the history of {@code state}. A journal that lost its end, or was put back from a copy, knows
     * nothing of what came after: ends later than its last moment are another history's, and so are those of jobs that live.
     */
    public static boolean endedIn(State state, JobEntry job) {
        return job.endNanos() <= state.nowNanos() && job.id() < state.nextJob() && state.job(job.id()) == null;
    }

    /** Knows jobs whose end the recovery of the journal went through; the history gets those that were not known. */
    public void recover(List<JobEnd> ends, State state) {
        for (JobEnd end : ends) {
            JobEntry entry = JobEntry.of(end, state, null, 0);
            if (jobs.restore(entry)) {
                history.accept(entry);
            }
        }
    }

    /** Takes over what {@code state} holds; on the engine's thread, once, before anybody reads. */
    public void begin(State state) {
        for (Job job : state.jobs()) {
            JobEntry entry = JobEntry.of(job, state, jobs.get(job.id()), "");
            followers.put(entry);
            jobs.put(entry, true);
        }
        nodes.catchUp(state, true);
        publishTotals(state);
    }

    @Override
    public void ended(JobEnd end) {
        left.add(end);
        promised.ended(end);
    }

    @Override
    public void instant(Frame frame, State state) {
        SortedMap<Long, String> troubles = Troubles.of(frame);
        for (JobEnd end : left) {
            touched.addAll(followers.ended(end.job().id()));
            JobEntry entry = JobEntry.of(end, state, jobs.get(end.job().id()), state.instants());
            entry = entry.withTrouble(trouble(entry, troubles));
            jobs.put(entry, false);
            history.accept(entry);
        }
        left.clear();
        nodes.catchUp(state, false);
        collect(frame.events(), state);
        collect(frame.plan());
        for (long id : touched) {
            Job job = state.job(id);
            if (job != null) {
                JobEntry entry = JobEntry.of(job, state, jobs.get(id), label(state.strategy(), job));
                followers.put(entry);
                jobs.put(entry.withTrouble(trouble(entry, troubles)), false);
            }
        }
        touched.clear();
        promised.instant(frame, state);
        publishTotals(state);
    }

    private String label(StrategySpec strategy, Job job) {
        if (!strategy.equals(labelled)) {
            labelled = strategy;
            label = StrategyLabel.of(strategy);
        }
        return strategy.classes().isEmpty()
                ? label
                : label + StrategyLabel.ofClass(strategy.classOf(job.spec(), job.restarts()));
    }

    /** Why a job does not go well: what is known of this instant, else of those before. */
    private String trouble(JobEntry job, SortedMap<Long, String> now) {
        JobPhase phase = job.phase();
        if (phase == JobPhase.RUNNING || phase == JobPhase.FINISHED || phase == JobPhase.CANCELLED) {
            return "";
        }
        JobEntry before = jobs.get(job.id());
        String known = before == null ? "" : before.trouble();
        // How the other tasks of a gang end that is being stopped is not why.
        boolean fresh = known.isEmpty() || phase != JobPhase.STOPPING;
        return fresh ? now.getOrDefault(job.id(), known) : known;
    }

    /** What changed, in order. */
    public ChangeRing ring() {
        return ring;
    }

    /** The whole. */
    public Totals totals() {
        Totals now = totals;
        if (now == null) {
            throw new IllegalStateException("A view begins before it is read.");
        }
        return now;
    }

    /** Job {@code id}; null where it is not known, or not any more. */
    public @Nullable JobEntry job(long id) {
        return jobs.get(id);
    }

    /** The jobs with numbers above {@code id}, by number. */
    public Iterable<JobEntry> jobsAfter(long id) {
        return jobs.after(id);
    }

    /** All nodes, by number. */
    public List<NodeEntry> nodes() {
        return nodes.all();
    }

    /** The name of node {@code number}. */
    public String nodeName(int number) {
        NodeEntry node = nodes.get(number);
        return node == null ? "" : node.spec().name();
    }

    /** All queues that a known job is of or that are declared, by name. */
    public List<QueueRow> queues() {
        QueueStanding standing = declared;
        QueueTree tree = standing == null ? QueueTree.NONE : standing.use().tree();
        SortedMap<String, QueueCount> counts = new TreeMap<>(jobs.queues());
        if (standing != null) {
            tree.queues().forEach(queue -> counts.putIfAbsent(queue.name(), QueueCount.NONE));
        }
        List<QueueRow> rows = new ArrayList<>();
        counts.forEach((name, count) -> {
            int number = tree.number(name);
            rows.add(count.row(
                    name,
                    rescued.getOrDefault(name, 0.0),
                    standing == null || number < 0 ? null : QueueRights.of(standing, number, shown.nowNanos)));
        });
        return rows;
    }

    /** The reservations of nodes, by name. */
    public List<ReservationRow> reservations() {
        return reserved.stream().map(one -> ReservationRow.of(one, this)).toList();
    }

    /** The pools of nodes, as they were declared. */
    public List<PoolRow> pools() {
        return pools.rows(jobs.after(0), wall());
    }

    /** From now on so many GPU hours were saved by queue. */
    public void rescued(SortedMap<String, Double> gpuHours) {
        rescued = Collections.unmodifiableSortedMap(new TreeMap<>(gpuHours));
    }

    /** The declared queues; none where queues are names alone. */
    public QueueTree declaredQueues() {
        QueueStanding standing = declared;
        return standing == null ? QueueTree.NONE : standing.use().tree();
    }

    /** How many jobs of each queue started since this began, and how long they had waited, by name. */
    public SortedMap<String, QueueStarts> queueStarts() {
        return jobs.queueStarts();
    }

    /** How long jobs waited until all their tasks ran, seconds. */
    public Histogram waits() {
        return waits;
    }

    private void collect(List<Event> events, State state) {
        boolean[] lost = null;
        for (Event event : events) {
            switch (event) {
                case Event.JobSubmitted submitted -> touched.add(submitted.job());
                case Event.JobOperation operation -> touched.add(operation.job());
                case Event.TaskOutcome outcome -> touched.add(outcome.job());
                case Event.Tick tick -> touched.add(tick.job());
                case Event.WindowPlanned planned ->
                    planned.answer().starts().forEach(start -> touched.add(start.job()));
                case Event.ProgressReported progress -> touched.add(progress.job());
                case Event.JobFound found -> {
                    touched.add(found.job());
                    touched.add(found.from());
                }
                case Event.NodeLost gone -> lost = with(gone.node(), lost, state);
                case Event.NodeForgotten gone -> lost = with(gone.node(), lost, state);
                case Event.StrategyChanged changed ->
                    ring.add(ChangeRing.STRATEGY, _ -> Json.line(StrategyWriter.document(changed.strategy())));
                case Event.ClockSet _ -> touchLiving(state);
                case Event.NodeJoined _,
                        Event.NodeChanged _,
                        Event.NodeDrained _,
                        Event.UsageObserved _,
                        Event.LoadObserved _,
                        Event.TaskMeasured _,
                        Event.GuaranteedObserved _,
                        Event.BudgetChanged _,
                        Event.ImageChanged _,
                        Event.DataDeclared _,
                        Event.QueuesDeclared _,
                        Event.QosDeclared _,
                        Event.ReservationChanged _,
                        Event.PoolsDeclared _,
                        Event.DataHeld _,
                        Event.MixExpected _,
                        Event.ClockJumped _ -> {}
            }
        }
        if (lost != null) {
            touchJobsOn(lost);
        }
    }

    private static boolean[] with(int node, boolean @Nullable [] lost, State state) {
        boolean[] all = lost == null ? new boolean[state.nodes().count()] : lost;
        if (node >= 0 && node < all.length) {
            all[node] = true;
        }
        return all;
    }

    /** The frame does not name the jobs that lost a task with their node. */
    private void touchJobsOn(boolean[] lost) {
        for (JobEntry entry : jobs.after(0)) {
            if (entry.phase().holds() && entry.isOn(lost)) {
                touched.add(entry.id());
            }
        }
    }

    private void collect(@Nullable Plan plan) {
        if (plan == null) {
            return;
        }
        for (Decision decision : plan.decisions()) {
            switch (decision) {
                case Decision.Start start -> touched.add(start.job());
                case Decision.Stop stop -> {
                    touched.add(stop.job());
                    preemptions += stop.reason().makesRoom() && stop.reason() != Reason.MOVED ? 1 : 0;
                }
                case Decision.Grow grow -> touched.add(grow.job());
                case Decision.Shrink shrink -> touched.add(shrink.job());
                case Decision.Promise promise -> touched.add(promise.job());
                case Decision.Move move -> touched.add(move.job());
                case Decision.PlanWindow window -> touched.addAll(window.jobs());
                case Decision.Reject _, Decision.Remember _, Decision.GrantNode _ -> {}
            }
        }
    }

    /** What the machine's clock showed when, up to the last instant. */
    public WallClock wall() {
        return shown.wall;
    }

    /** The moment of the last instant, nanoseconds of Berth's time. */
    public long nowNanos() {
        return shown.nowNanos;
    }

    /** The moment of Berth's time, up to the last instant, at which the machine's clock showed {@code wallNanos}. */
    public long moment(long wallNanos) {
        Shown now = shown;
        return now.wall.nanos(wallNanos, now.nowNanos);
    }

    /** How long jobs that live wait and run cannot be told from the clock alone any more. */
    private void touchLiving(State state) {
        long moved = state.wall().lastOffsetNanos() - wall().lastOffsetNanos();
        if (StrictMath.abs(moved) >= Nanos.SECOND) {
            state.jobs().forEach(job -> touched.add(job.id()));
        }
    }

    /** Readers get a copy, made only where something is otherwise. */
    private void publishQueues(State state) {
        if (!state.queues().any()) {
            declared = null;
            return;
        }
        QueueUse use = state.queues().use(state.nodes());
        QueueStanding known = declared;
        boolean same = known != null
                && known.use().tree() == use.tree()
                && known.share().equals(state.queues().share());
        if (!same || declaredAt != use.changes()) {
            declared = state.queues().standing(state.nodes());
            declaredAt = use.changes();
        }
    }

    /** The names of the declared classes of jobs. */
    public List<String> classNames() {
        return classes.stream().map(QosRow::name).toList();
    }

    /** The declared classes of jobs, and how many of each started within what it promises since this began. */
    public List<QosRow> classes() {
        TreeMap<String, Long> waiting = new TreeMap<>();
        List<QosRow> rows = classes;
        for (JobEntry entry : jobs.after(rows.isEmpty() ? Long.MAX_VALUE : 0)) {
            if (entry.phase() == JobPhase.PENDING) {
                waiting.merge(entry.spec().terms().qos(), 1L, Long::sum);
            }
        }
        return rows.stream()
                .map(row -> row.waiting(waiting.getOrDefault(row.name(), 0L)))
                .toList();
    }

    private void publishTotals(State state) {
        publishQueues(state);
        pools.publish(state);
        if (state.reservations().any() || !reserved.isEmpty()) {
            reserved = List.copyOf(state.reservations().all().values());
        }
        if (state.qos().any() || !classes.isEmpty()) {
            classes = QosRow.of(promised, state);
        }
        shown = new Shown(state.wall(), state.nowNanos());
        totals = new Totals(
                state.wall().wallNanos(state.nowNanos()),
                state.instants(),
                state.passes(),
                state.decisions(),
                state.nextJob() - 1,
                jobs.living(),
                jobs.endings(),
                preemptions,
                nodes.byPhase(),
                nodes.gpuMilli(),
                nodes.cpuMilli(),
                nodes.memoryBytes(),
                nodes.resources(),
                state.strategy());
    }
}
