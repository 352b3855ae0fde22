package io.berth.core.engine;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.policy.DemandCount;
import io.berth.core.policy.Facts;
import io.berth.core.policy.StrategySpec;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that lives: nodes, jobs, memory, strategy. It changes only by {@link #apply(long, Event)} and {@link #apply(long,
 * Plan)}, so the same records lead to the same state, live, simulated or recovered.
 *
 * <p>An event that speaks of something that is no more (an outcome of an old decision, a job that left) changes nothing.
 */
public final class State {
    /** How often a job may fail to start before it is given up. */
    public static final int MAX_START_FAILURES = 5;

    /** The wait after the first failed start; it doubles with each further one. */
    public static final long FIRST_BACK_OFF_NANOS = 10 * Nanos.SECOND;

    final NodeTable nodes = new NodeTable();
    final ShapeTable shapes = new ShapeTable(nodes);
    final JobTable jobs = new JobTable();
    final TreeMap<String, Integer> nodesByName = new TreeMap<>();
    final TreeMap<String, Long> origins = new TreeMap<>();
    final TreeMap<Long, Reason> stops = new TreeMap<>();
    final TreeMap<String, Memory> memory = new TreeMap<>();
    final Deadlines deadlines = new Deadlines();
    final long seed;
    long nowNanos;
    long instants;
    long passes;
    long decisions;
    long nextJob = 1;
    long strategyChanges;
    long waiting;
    boolean dirty;
    StrategySpec strategy = StrategySpec.of("fcfs", "fcfs", StrategySpec.DEFAULT_PLACE, StrategySpec.DEFAULT_BACKFILL);
    List<DemandCount> expectedMix = List.of();
    long mixDeclarations;
    private @Nullable QueueListener queue;
    private Observer observer = new Observer() {};
    private final List<Event.Tick> timers = new ArrayList<>();
    private final List<Long> timerDeadlines = new ArrayList<>();

    /** What a policy keeps between passes. */
    record Memory(int version, List<Long> values) {}

    /** @param seed of all chance in decisions */
    public State(long seed) {
        this.seed = seed;
    }

    /** Applies what happened. */
    public void apply(long now, Event event) {
        nowNanos = now;
        switch (event) {
            case Event.JobSubmitted submitted -> submit(now, submitted);
            case Event.JobCancelled cancelled -> cancel(now, cancelled.job());
            case Event.NodeJoined joined -> join(joined);
            case Event.NodeLost lost -> lose(now, lost.node());
            case Event.NodeDrained drained -> {
                nodes.drain(drained.node(), drained.draining());
                dirty = true;
            }
            case Event.UsageObserved usage -> {
                nodes.observeOthers(usage.node(), usage.cpuMilli(), usage.memoryBytes());
                dirty = true;
            }
            case Event.StrategyChanged changed -> {
                strategy = changed.strategy();
                strategyChanges++;
                dirty = true;
            }
            case Event.MixExpected expected -> {
                expectedMix = expected.mix();
                expectedMix.forEach(entry -> shapes.intern(entry.demand()));
                mixDeclarations++;
                dirty = true;
            }
            case Event.ClockJumped _ -> {}
            case Event.TaskStarting starting ->
                advance(now, starting.job(), starting.task(), starting.decision(), JobState.STARTING);
            case Event.TaskStarted started ->
                advance(now, started.job(), started.task(), started.decision(), JobState.RUNNING);
            case Event.TaskStartFailed failed -> startFailed(now, failed);
            case Event.TaskEnded ended -> taskEnded(now, ended);
            case Event.Tick _ -> dirty = true;
        }
    }

    /** Applies what was decided. */
    public void apply(long now, Plan plan) {
        nowNanos = now;
        passes = plan.pass();
        dirty = false;
        for (Decision decision : plan.decisions()) {
            decisions = decision.id();
            switch (decision) {
                case Decision.Start start -> start(start);
                case Decision.Stop stop -> stop(stop);
                case Decision.Reject reject -> reject(now, reject);
                case Decision.Remember remember ->
                    memory.put(remember.slot(), new Memory(remember.version(), remember.values()));
            }
        }
    }

    /** Marks the end of an instant. */
    void endInstant() {
        instants++;
    }

    public long seed() {
        return seed;
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** How many instants were applied; the version of the view. */
    public long instants() {
        return instants;
    }

    /** How many passes were planned. */
    public long passes() {
        return passes;
    }

    /** How many decisions were made. */
    public long decisions() {
        return decisions;
    }

    public Nodes nodes() {
        return nodes;
    }

    /** The node table with what only operators see. */
    public NodeTable nodeTable() {
        return nodes;
    }

    /** The number of a node, -1 where the name is unknown. */
    public int nodeNumber(String name) {
        return nodesByName.getOrDefault(name, -1);
    }

    /** True where the node is known and not lost. */
    boolean present(int node) {
        return node < nodes.count() && nodes.present(node);
    }

    public Collection<String> nodeNames() {
        return nodesByName.keySet();
    }

    /** A job that lives, or null. */
    public @Nullable Job job(long id) {
        return jobs.get(id);
    }

    /** All jobs that live, by number. */
    public List<Job> jobs() {
        return List.of(jobs.sorted());
    }

    /** How many jobs live. */
    public int liveJobs() {
        return jobs.size();
    }

    /** How many jobs wait. */
    public long waitingJobs() {
        return waiting;
    }

    /** The number that the next job gets. */
    public long nextJob() {
        return nextJob;
    }

    /** The last submission known of an origin; 0 for none. */
    public long lastSequence(String origin) {
        return origins.getOrDefault(origin, 0L);
    }

    public StrategySpec strategy() {
        return strategy;
    }

    /** True where something happened that calls for a pass. */
    public boolean dirty() {
        return dirty;
    }

    /** True where somebody said what jobs are expected. */
    public boolean expectsMix() {
        return !expectedMix.isEmpty();
    }

    /** What policies may know of the whole. */
    public Facts facts() {
        long maxCpu = 1;
        long maxGpu = 1;
        for (int node = 0; node < nodes.count(); node++) {
            maxCpu = StrictMath.max(maxCpu, nodes.total(node, Resource.CPU));
            maxGpu = StrictMath.max(maxGpu, nodes.gpus(node) * 1000L);
        }
        List<DemandCount> mix = expectedMix.isEmpty() ? shapes.observed() : expectedMix;
        return new Facts(
                maxCpu,
                maxGpu,
                mix.stream()
                        .map(entry -> new Facts.ShapeCount(shapes.intern(entry.demand()), entry.count()))
                        .toList());
    }

    void listen(QueueListener listener) {
        queue = listener;
    }

    void observe(Observer newObserver) {
        observer = newObserver;
    }

    /** Hands over the timers asked for since the last call; {@code each} gets deadline and event. */
    void drainTimers(Driver driver) {
        for (int i = 0; i < timers.size(); i++) {
            driver.at(timerDeadlines.get(i), timers.get(i));
        }
        timers.clear();
        timerDeadlines.clear();
    }

    /** Asks again for the timers of all waiting jobs, after a recovery. */
    void rearm() {
        timers.clear();
        timerDeadlines.clear();
        for (Job job : jobs.sorted()) {
            if (job.waiting()) {
                timer(job.deadlineNanos(), job);
                if (job.notBeforeNanos > nowNanos) {
                    timer(job.notBeforeNanos, job);
                }
            }
        }
    }

    private void submit(long now, Event.JobSubmitted event) {
        if (event.sequence() <= lastSequence(event.origin())) {
            return;
        }
        origins.put(event.origin(), event.sequence());
        nextJob = StrictMath.max(nextJob, event.job() + 1);
        Shape shape = shapes.intern(event.spec().demand());
        shapes.submitted(shape, event.spec().tasks());
        Job job = new Job(event.job(), event.spec().withDemand(shape.demand()), shape, now);
        jobs.add(job);
        if (job.deadlineNanos() > now) {
            timer(job.deadlineNanos(), job);
        }
        enqueue(job);
    }

    private void cancel(long now, long id) {
        Job job = jobs.get(id);
        if (job == null) {
            return;
        }
        job.cancelled = true;
        dirty = true;
        if (job.waiting()) {
            dequeue(job);
            leave(now, job, JobOutcome.CANCELLED);
        } else if (job.stopping == null) {
            stops.put(id, Reason.CANCELLED);
        }
    }

    private void join(Event.NodeJoined event) {
        nodes.join(event.node(), event.spec());
        nodesByName.put(event.spec().name(), event.node());
        dirty = true;
    }

    private void lose(long now, int node) {
        nodes.lose(node);
        dirty = true;
        for (Job job : jobs.sorted()) {
            for (int task = 0; task < job.tasks.length; task++) {
                if (job.nodes[task] == node && job.tasks[task] != JobState.ENDED.ordinal()) {
                    release(job, task);
                    breakGang(now, job, Reason.TASK_LOST);
                }
            }
        }
    }

    private void advance(long now, long id, int task, long decision, JobState to) {
        Job job = liveTask(id, task, decision);
        if (job == null || job.tasks[task] >= to.ordinal()) {
            return;
        }
        job.tasks[task] = (byte) to.ordinal();
        if (to == JobState.RUNNING && ++job.running == job.tasks.length) {
            job.startNanos = now;
        }
    }

    private void startFailed(long now, Event.TaskStartFailed event) {
        Job job = liveTask(event.job(), event.task(), event.decision());
        if (job != null) {
            release(job, event.task());
            breakGang(now, job, Reason.START_FAILED);
        }
    }

    private void taskEnded(long now, Event.TaskEnded event) {
        Job job = liveTask(event.job(), event.task(), event.decision());
        if (job == null) {
            return;
        }
        release(job, event.task());
        if (job.exitCode == 0) {
            job.exitCode = event.exitCode();
        }
        if (event.exitCode() != 0) {
            breakGang(now, job, Reason.TASK_FAILED);
        } else if (job.live == 0) {
            settle(now, job);
        }
    }

    /** A member is gone: the others stop, and when the last has stopped the job's fate is settled. */
    private void breakGang(long now, Job job, Reason reason) {
        if (job.stopping == null && !stops.containsKey(job.id)) {
            if (job.live > 0) {
                stops.put(job.id, reason);
            } else {
                job.stopping = reason;
            }
        }
        if (job.live == 0) {
            settle(now, job);
        }
    }

    /** Nothing of the job holds anything any more: it ends, or waits again. */
    private void settle(long now, Job job) {
        Reason reason = job.stopping != null ? job.stopping : stops.get(job.id);
        stops.remove(job.id);
        if (job.cancelled || reason == Reason.CANCELLED) {
            leave(now, job, JobOutcome.CANCELLED);
        } else if (reason == Reason.TASK_FAILED) {
            leave(now, job, JobOutcome.FAILED);
        } else if (reason == null) {
            leave(now, job, JobOutcome.FINISHED);
        } else if (reason == Reason.START_FAILED && ++job.failures >= MAX_START_FAILURES) {
            leave(now, job, JobOutcome.FAILED);
        } else {
            long wait = reason == Reason.START_FAILED ? FIRST_BACK_OFF_NANOS << job.failures - 1 : 0;
            job.waitAgain(now + wait);
            if (wait > 0) {
                timer(job.notBeforeNanos, job);
            }
            enqueue(job);
        }
    }

    private void start(Decision.Start start) {
        Job job = jobs.get(start.job());
        if (job == null || !job.waiting()) {
            throw new IllegalStateException("Decision (" + start + ") starts a job that does not wait.");
        }
        int count = start.placements().size();
        job.decision = start.id();
        job.nodes = new int[count];
        job.masks = new long[count];
        job.tasks = new byte[count];
        job.live = count;
        for (int task = 0; task < count; task++) {
            Placement placement = start.placements().get(task);
            nodes.take(job.shape, placement.node(), placement.gpuMask());
            job.nodes[task] = placement.node();
            job.masks[task] = placement.gpuMask();
            job.tasks[task] = (byte) JobState.RESERVED.ordinal();
        }
        dequeue(job);
    }

    private void stop(Decision.Stop stop) {
        stops.remove(stop.job());
        Job job = jobs.get(stop.job());
        if (job == null || job.waiting()) {
            return;
        }
        job.stopping = stop.reason();
        for (int task = 0; task < job.tasks.length; task++) {
            if (job.tasks[task] != JobState.ENDED.ordinal()) {
                job.tasks[task] = (byte) JobState.STOPPING.ordinal();
            }
        }
    }

    private void reject(long now, Decision.Reject reject) {
        Job job = jobs.get(reject.job());
        if (job != null && job.waiting()) {
            dequeue(job);
            leave(now, job, JobOutcome.REJECTED);
        }
    }

    private void release(Job job, int task) {
        nodes.release(job.shape, job.nodes[task], job.masks[task]);
        job.tasks[task] = (byte) JobState.ENDED.ordinal();
        job.live--;
        dirty = true;
    }

    private @Nullable Job liveTask(long id, int task, long decision) {
        Job job = jobs.get(id);
        boolean current = job != null
                && job.decision == decision
                && task >= 0
                && task < job.tasks.length
                && job.tasks[task] != JobState.ENDED.ordinal();
        return current ? job : null;
    }

    void enqueue(Job job) {
        waiting++;
        dirty = true;
        deadlines.add(job);
        if (queue != null) {
            queue.waits(job);
        }
    }

    private void dequeue(Job job) {
        waiting--;
        deadlines.remove(job);
        if (queue != null) {
            queue.leaves(job);
        }
    }

    private void leave(long now, Job job, JobOutcome outcome) {
        jobs.remove(job.id);
        observer.ended(new JobEnd(job, now, outcome));
    }

    private void timer(long deadline, Job job) {
        if (deadline != Nanos.NEVER) {
            timers.add(new Event.Tick(job.id));
            timerDeadlines.add(deadline);
        }
    }

    /** What policies keep, by slot. */
    public SortedMap<String, List<Long>> memory() {
        TreeMap<String, List<Long>> values = new TreeMap<>();
        memory.forEach((slot, kept) -> values.put(slot, kept.values()));
        return values;
    }
}
