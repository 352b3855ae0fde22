package io.berth.core.state;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Nodes;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.pace.Speeds;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Slot;
import io.berth.core.policy.device.Learning;
import io.berth.core.policy.load.Overload;
import io.berth.core.policy.share.Shares;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.pool.NodePools;
import io.berth.core.qos.QosClasses;
import io.berth.core.queue.QueueTree;
import io.berth.core.queue.Queues;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.Reservations;
import io.berth.core.state.part.JobState;
import io.berth.core.state.part.Move;
import io.berth.core.state.part.NodeLife;
import io.berth.core.state.part.OpenWindow;
import io.berth.core.state.part.PolicyMemory;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DisruptionBudget;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
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

    final NodeTable nodes = new NodeTable();
    final ShapeTable shapes = new ShapeTable(nodes);
    final JobTable jobs = new JobTable();
    final PromiseTable promises = new PromiseTable(nodes);
    final JobLife life = new JobLife(this);
    private final FoundJobs foundJobs = new FoundJobs(this, life);
    private final JobOperations operations = new JobOperations(this, life);
    final NodeLife nodeLife = new NodeLife(nodes);
    final Speeds speeds = new Speeds();

    final TreeMap<String, Long> origins = new TreeMap<>();
    final TreeMap<Long, Reason> stops = new TreeMap<>();
    final TreeMap<String, PolicyMemory> memory = new TreeMap<>();
    /** Where jobs go next that move, by number, and those that they move for. */
    final TreeMap<Long, Move> moves = new TreeMap<>();

    final TreeMap<String, DisruptionBudget> budgets = new TreeMap<>();
    final Queues queues = new Queues();
    final QosClasses qos = new QosClasses();
    final Reservations reservations = new Reservations();
    final NodePools pools = new NodePools();
    final long seed;
    long nowNanos;
    long instants;
    long passes;
    long decisions;
    long nextJob = 1;
    long strategyChanges;
    long waiting;
    boolean dirty;
    /**
     * The last plan gave up room that it had promised, which those may want that it looked at before; or it did not come to the
     * end of the queue.
     */
    boolean unsettled;

    /** What was learnt of how fast jobs are on which devices. */
    public Speeds speeds() {
        return speeds;
    }

    /** The jobs that are being planned together; null where none are. */
    @Nullable
    OpenWindow window;

    /** The plan for them, from the instant at which it came until its pass. */
    @Nullable
    WindowAnswer advice;

    StrategySpec strategy = StrategySpec.of("fcfs");
    List<DemandCount> expectedMix = List.of();
    WallClock wall = WallClock.EVEN;
    BootTime boot = BootTime.NONE;
    long mixDeclarations;

    /** Task {@code task} of a job that lives, from 0. */
    public record TaskOfJob(Job job, int task) {}

    /** @param seed of all chance in decisions */
    public State(long seed) {
        this.seed = seed;
    }

    /** Applies what happened. */
    public void apply(long now, Event event) {
        nowNanos = now;
        nodes.loads().age(now);
        switch (event) {
            case Event.JobSubmitted submitted -> life.submit(now, submitted);
            case Event.JobFound found -> foundJobs.found(now, found);
            case Event.JobCancelled cancelled -> operations.cancel(now, cancelled.job());
            case Event.JobHeld hold -> operations.hold(now, hold.job(), hold.held());
            case Event.JobRequeued requeued -> operations.requeue(requeued.job());
            case Event.JobUpdated updated -> operations.update(now, updated.job(), updated.change());
            case Event.NodeJoined joined -> declared(joined.node(), nodeLife.join(joined));
            case Event.NodeChanged changed -> declared(changed.node(), nodeLife.change(changed));
            case Event.NodeLost lost -> lose(now, lost.node(), false);
            case Event.NodeForgotten forgotten -> lose(now, forgotten.node(), true);
            case Event.NodeDrained drained -> {
                nodeLife.drain(drained);
                dirty = true;
            }
            case Event.UsageObserved usage -> {
                nodeLife.observe(usage);
                dirty = true;
            }
            case Event.LoadObserved observed -> measured(now, observed);
            case Event.TaskMeasured task -> measured(task);
            case Event.GuaranteedObserved observed -> observe(now, observed);
            case Event.StrategyChanged changed -> follow(changed.strategy());
            case Event.MixExpected expected -> expect(expected.mix());
            case Event.BudgetChanged changed -> set(changed);
            // Where it may go, a task may go as before: no pass is called for.
            case Event.ImageChanged changed -> nodes.holds(changed.image(), changed.holders());
            case Event.DataDeclared declared -> nodes.declare(declared.name(), declared.set());
            case Event.QueuesDeclared declared -> {
                life.declare(now, new QueueTree(declared.queues()));
                dirty = true;
            }
            case Event.QosDeclared declared -> {
                qos.declare(declared.classes());
                life.classify();
                dirty = true;
            }
            case Event.ReservationChanged changed -> reserve(now, changed);
            case Event.PoolsDeclared declared -> {
                pools.declare(declared.pools());
                dirty = true;
            }
            case Event.DataHeld held -> dirty |= nodes.hold(held.name(), held.node(), held.held());
            case Event.ClockJumped _ -> {}
            case Event.ClockSet set -> {
                wall = wall.set(now, set.offsetNanos());
                boot = set.boot();
            }
            case Event.TaskStarting starting ->
                life.advance(now, starting.job(), starting.task(), starting.decision(), JobState.STARTING);
            case Event.TaskStarted started ->
                life.advance(now, started.job(), started.task(), started.decision(), JobState.RUNNING);
            case Event.TaskStartFailed failed -> life.startFailed(now, failed);
            case Event.TaskEnded ended -> life.taskEnded(now, ended);
            case Event.ProgressReported progress -> life.progress(now, progress);
            case Event.WindowPlanned planned -> {
                if (window != null && window.id() == planned.question()) {
                    advice = planned.answer();
                    dirty = true;
                }
            }
            case Event.Tick _ -> dirty = true;
        }
    }

    private void reserve(long now, Event.ReservationChanged changed) {
        NodeReservation from = changed.reservation();
        reservations.set(changed.name(), from == null ? null : from.later(now));
        dirty = true;
    }

    private void measured(long now, Event.LoadObserved observed) {
        nodeLife.observe(now, observed);
        dirty |= waitsForLoads();
    }

    private void observe(long now, Event.GuaranteedObserved observed) {
        nodeLife.observe(now, observed);
        dirty |= nodes.spare().wanted();
    }

    /** {@code node} is there, or is otherwise than it was; {@code others} where nothing is held any more of what its tasks hold. */
    private void declared(int node, boolean others) {
        if (others) {
            foundJobs.takeAgain(node);
        }
        queues.nodesChanged();
        // Whether the places are in one domain yet, nobody looks at again.
        moves.values().removeIf(Move::inTurn);
        dirty = true;
    }

    private void measured(Event.TaskMeasured task) {
        life.measured(task);
        dirty |= waitsForLoads();
    }

    private void expect(List<DemandCount> mix) {
        expectedMix = mix;
        life.peers.learn(expectedMix.stream().map(DemandCount::demand).toList());
        expectedMix.forEach(entry -> shapes.intern(entry.demand()));
        mixDeclarations++;
        dirty = true;
    }

    private void follow(StrategySpec now) {
        strategy = now;
        queues.share(Shares.of(now));
        nodes.loads().thresholds(Overload.thresholds(now));
        speeds.learns(Learning.asked(now));
        window = null;
        advice = null;
        strategyChanges++;
        life.breakPromises();
        moves.clear();
        dirty = true;
    }

    /** True where jobs may wait for nodes to do less, or for what is known of them to be forgotten. */
    private boolean waitsForLoads() {
        return waiting > 0 && nodes.loads().thresholds().any();
    }

    /** When what was measured of a node is worth less, and jobs wait that this may matter to; {@link Nanos#NEVER} where none do. */
    public long nextLoadNanos() {
        return waitsForLoads() ? nodes.loads().nextNanos() : Nanos.NEVER;
    }

    private void set(Event.BudgetChanged changed) {
        if (changed.budget() == null) {
            budgets.remove(changed.name());
        } else {
            budgets.put(changed.name(), changed.budget());
        }
        dirty = true;
    }

    private void lose(long now, int node, boolean forGood) {
        if (!nodeLife.known(node)) {
            return;
        }
        nodeLife.lose(node);
        queues.nodesChanged();
        dirty = true;
        life.lose(now, node);
        if (forGood) {
            nodeLife.forget(node);
            pools.forget(node);
        }
    }

    /** Applies what was decided. */
    public void apply(long now, Plan plan) {
        nowNanos = now;
        passes = plan.pass();
        dirty = false;
        unsettled = false;
        if (windowDecided()) {
            window = null;
            advice = null;
        }
        int promised = 0;
        List<Decision> made = plan.decisions();
        // By place: an iterator for each plan and each who reads it is a tenth of what a run leaves to the collector.
        for (int i = 0; i < made.size(); i++) {
            Decision decision = made.get(i);
            decisions = decision.id();
            switch (decision) {
                case Decision.Start start -> life.start(start);
                case Decision.Grow grow -> life.tasks.grow(grow);
                case Decision.Shrink shrink -> life.tasks.shrink(shrink);
                case Decision.Stop stop -> life.stop(stop);
                case Decision.Promise promise -> {
                    promised++;
                    life.promise(promise);
                }
                case Decision.Reject reject -> life.reject(now, reject);
                case Decision.PlanWindow planned ->
                    window = new OpenWindow(planned.id(), planned.jobs(), planned.untilNanos());
                case Decision.Move move -> life.move(move);
                case Decision.GrantNode grant -> {
                    pools.grant(grant.node(), grant.pool(), now);
                    dirty = true;
                }
                case Decision.Remember remember ->
                    memory.put(remember.slot(), new PolicyMemory(remember.version(), remember.values()));
            }
        }
        unsettled |= promised >= PromiseTable.MOST_IN_A_PASS;
    }

    /** True where the pass of this instant decides about the open window: its plan is there, or nobody waits for it any longer. */
    public boolean windowDecided() {
        return window != null && (advice != null || window.untilNanos() <= nowNanos);
    }

    /**
     * All of it as it is now, whatever happens to it later; on the thread of whoever changes it, for any other. It costs some
     * milliseconds at 100,000 nodes and as many jobs (docs/experiments/015).
     */
    public StateImage image() {
        return new StateImage(this);
    }

    /** Marks the end of an instant. */
    public void endInstant() {
        instants++;
    }

    public long seed() {
        return seed;
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** What the machine's clock showed when; all that is shown as a moment goes through it. */
    public WallClock wall() {
        return wall;
    }

    /** How time goes with the machine's clocks that only count up. */
    public BootTime boot() {
        return boot;
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
        return nodeLife.number(name);
    }

    /** The number of the node that the world knows by {@code key}, -1 where it is unknown. */
    public int nodeByKey(String key) {
        return nodeLife.keyed(key);
    }

    /** The job that lives and that the world knows by {@code key}; null for none. */
    public @Nullable Job jobByKey(String key) {
        return jobs.keys().job(key);
    }

    /** The task of a job that lives that the world knows by {@code key}; null for none. */
    public @Nullable TaskOfJob taskByKey(String key) {
        return jobs.keys().task(key);
    }

    /** The lowest number that a node may join by: that of one that was forgotten, or one that no node had. */
    public int freeNode() {
        return nodeLife.freeNumber();
    }

    /** Why a node takes no new tasks, in the words of who wanted that; empty where nobody said, and where it takes them. */
    public String drainReason(int node) {
        return nodeLife.drainReason(node);
    }

    /** True where the node is known and not lost. */
    public boolean present(int node) {
        return node >= 0 && node < nodes.count() && nodes.present(node);
    }

    public Collection<String> nodeNames() {
        return nodeLife.names();
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

    /** The jobs that live, as the planner goes through them. */
    public JobTable jobTable() {
        return jobs;
    }

    /** The demands that jobs have, each once. */
    public ShapeTable shapes() {
        return shapes;
    }

    /** The declared queues and what their jobs hold. */
    public Queues queues() {
        return queues;
    }

    /** The declared classes of jobs. */
    public QosClasses qos() {
        return qos;
    }

    /** Which room is promised to whom. */
    public PromiseTable promises() {
        return promises;
    }

    /** Tells {@code listener} which jobs wait, from now on; one for a state. */
    public void listen(QueueListener listener) {
        life.listen(listener);
    }

    /** Tells {@code listener} who holds room, from now on; one for a state. */
    public void listen(RoomListener listener) {
        life.listen(listener);
    }

    /** Tells {@code observer} what becomes of jobs, from now on; one for a state. */
    public void observe(Observer observer) {
        life.observe(observer);
    }

    /** What is asked of the clock for the jobs. */
    public JobTimers timers() {
        return life.timers;
    }

    /** The jobs to stop and why, by number: what events call for, and those that have run, or not begun to run, for as long as they may. */
    public SortedMap<Long, Reason> stops() {
        return life.stops();
    }

    /** True where the next plan stops {@code job}, or an earlier one did. */
    public boolean stops(Job job) {
        return life.stops(job);
    }

    /** The pending jobs whose patience is over. */
    public Iterable<Job> impatient() {
        return life.deadlines.over(nowNanos);
    }

    /** When the next job has run, or not begun to run, for as long as it may; {@link Nanos#NEVER} for none. */
    public long nextLimitNanos() {
        return life.nextLimitNanos();
    }

    /** The jobs outside the queue that can never enter it, since one they come after ended otherwise than they want; by number. */
    public SortedSet<Long> hopeless() {
        return life.gate.hopeless();
    }

    /** True where {@link #hopeless()} has {@code job}. */
    public boolean hopeless(Job job) {
        return life.gate.hopeless(job);
    }

    /** Nodes that are kept for some jobs, or for nobody, for a time. */
    public Reservations reservations() {
        return reservations;
    }

    /** The pools of nodes, and what is granted to them. */
    public NodePools pools() {
        return pools;
    }

    /** How many tasks may be stopped for others, by the names of the budgets. */
    public SortedMap<String, DisruptionBudget> budgets() {
        return Collections.unmodifiableSortedMap(budgets);
    }

    /** The jobs that are being planned together; null where none are. */
    public @Nullable OpenWindow window() {
        return window;
    }

    /** The plan for {@link #window()}, from the instant at which it came until its pass; else null. */
    public @Nullable WindowAnswer advice() {
        return advice;
    }

    /** True where a pass is called for though nothing happens: the last one did not come to the end of the queue. */
    public boolean unsettled() {
        return unsettled;
    }

    /** How often the strategy was changed. */
    public long strategyChanges() {
        return strategyChanges;
    }

    /** How often somebody said what jobs are expected. */
    public long mixDeclarations() {
        return mixDeclarations;
    }

    /** The number that the next job gets. */
    public long nextJob() {
        return nextJob;
    }

    /** The last submission known of an origin; 0 for none. */
    public long lastSequence(String origin) {
        return origins.getOrDefault(origin, 0L);
    }

    /** True where job {@code id} has ended and it is still known how. */
    public boolean knowsEnd(long id) {
        return life.gate.endings.known(id);
    }

    /** True where job {@code id} is known to have finished its work. */
    public boolean finished(long id) {
        return life.gate.endings.finished(id);
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
        long maxCpu = StrictMath.max(1, nodes.mostCpuMilli());
        long maxGpu = StrictMath.max(1, nodes.mostDevices() * Demand.WHOLE_GPU_MILLI);
        List<DemandCount> mix = expectedMix.isEmpty() ? shapes.observed() : expectedMix;
        return new Facts(
                maxCpu,
                maxGpu,
                mix.stream()
                        .map(entry -> new Facts.ShapeCount(shapes.intern(entry.demand()), entry.count()))
                        .toList());
    }

    /** What a policy keeps in {@code slot}; 0 where nothing, or where another version of it did. */
    public long recall(Slot slot) {
        PolicyMemory kept = memory.get(slot.name());
        return kept == null || kept.version() != slot.version()
                ? 0
                : kept.values().getFirst();
    }

    /** All that is kept in {@code slot}; nothing where another version of it was. */
    public List<Long> remembered(Slot slot) {
        PolicyMemory kept = memory.get(slot.name());
        return kept == null || kept.version() != slot.version() ? List.of() : kept.values();
    }

    /** Where jobs go next that move, by number, and those that they move for, until they start. */
    public SortedMap<Long, Move> moves() {
        return Collections.unmodifiableSortedMap(moves);
    }

    /** What policies keep, by slot. */
    public SortedMap<String, List<Long>> memory() {
        TreeMap<String, List<Long>> values = new TreeMap<>();
        memory.forEach((slot, kept) -> values.put(slot, kept.values()));
        return values;
    }
}
