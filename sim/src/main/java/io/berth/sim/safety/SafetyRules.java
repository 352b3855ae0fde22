package io.berth.sim.safety;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.Consolidation;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.WorldKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks the safety list after every instant. It keeps its own books from events and decisions alone and compares the state
 * with them, so that an error of the state cannot hide itself.
 *
 * <p>Follows an engine from its first instant, or from a state that it is given. Each instant costs a look at everything
 * that lives.
 */
public final class SafetyRules implements Observer {
    private final TreeMap<Long, JobSpec> jobs = new TreeMap<>();
    private final TreeMap<Long, Holding> holdings = new TreeMap<>();
    private final MoveRules moves;
    private final WindowRules windows;
    private final PoolRules pools = new PoolRules();
    private final TreeSet<Long> onHold = new TreeSet<>();
    private final TreeMap<String, Long> origins = new TreeMap<>();
    private final List<JobEnd> endsNow = new ArrayList<>();
    private long lastNanos = Long.MIN_VALUE;
    private long lastPass;
    private long lastDecision;
    private long instants;

    /** How the jobs ended that left; true for those that finished. */
    private final TreeMap<Long, Boolean> finished = new TreeMap<>();

    /** The nodes that are there, and those of which more may be held than there is, since the world said so. */
    private final TreeSet<Integer> present = new TreeSet<>();

    private final TreeSet<Integer> excused = new TreeSet<>();
    /** The lowest number that no job had. */
    private long firstFree = 1;

    /** The jobs from this number on were all seen. */
    private long firstSeen = 1;

    /** Follows from the first instant. */
    public SafetyRules() {
        this(null);
    }

    /** The same where jobs are taken to move as {@code planted} says, whatever strategy is in force; null for as that says. */
    public SafetyRules(@Nullable Consolidation planted) {
        moves = new MoveRules(jobs, Consolidation.NONE, planted);
        windows = new WindowRules(jobs, List.of());
    }

    /** Follows from {@code state} on; {@code origins} whose submissions may be repeated. */
    public SafetyRules(State state, List<String> origins) {
        moves = new MoveRules(jobs, MoveRules.of(state.strategy()), null);
        windows = new WindowRules(jobs, WindowRules.of(state.strategy()));
        pools.follow(state);
        lastNanos = state.nowNanos();
        lastPass = state.passes();
        lastDecision = state.decisions();
        origins.forEach(origin -> this.origins.put(origin, state.lastSequence(origin)));
        firstSeen = state.nextJob();
        firstFree = firstSeen;
        for (int node = 0; node < state.nodes().count(); node++) {
            if (state.nodes().present(node)) {
                present.add(node);
            }
            excused.add(node);
        }
        for (Job job : state.jobs()) {
            accept(job.id(), job.spec());
            if (job.onHold()) {
                onHold.add(job.id());
            }
            if (!job.waiting()) {
                holdings.put(job.id(), Holding.of(job));
            }
        }
    }

    /** How many instants were checked. */
    public long instants() {
        return instants;
    }

    @Override
    public void ended(JobEnd end) {
        endsNow.add(end);
        finished.put(end.job().id(), end.outcome() == JobOutcome.FINISHED);
    }

    @Override
    public void instant(Frame frame, State state) {
        demand(frame.atNanos() >= lastNanos, Rule.TIME_GOES_ON, frame, "the last instant was at " + lastNanos);
        lastNanos = frame.atNanos();
        frame.events().forEach(event -> happened(event, frame));
        holdings.forEach((id, holding) -> resolveLosses(id, holding, frame, state));
        moves.see(frame);
        windows.see(frame, state);
        Plan plan = frame.plan();
        if (plan != null) {
            demand(plan.pass() == lastPass + 1, Rule.NUMBERS_RISE, frame, "pass " + plan.pass() + " after " + lastPass);
            lastPass = plan.pass();
            plan.decisions().forEach(decision -> decided(decision, frame, state));
        }
        settle(frame);
        compareJobs(frame, state);
        compareNodes(frame, state);
        instants++;
    }

    private void happened(Event event, Frame frame) {
        pools.happened(event);
        switch (event) {
            case Event.JobSubmitted submitted -> {
                long last = origins.getOrDefault(submitted.origin(), 0L);
                boolean sibling = submitted.spec().terms().array().index() > 0 && submitted.sequence() == last;
                if (submitted.sequence() > last || sibling) {
                    origins.put(submitted.origin(), submitted.sequence());
                    demand(
                            !jobs.containsKey(submitted.job()),
                            Rule.JOBS_LIVE_ONCE,
                            frame,
                            "job " + submitted.job() + " was submitted twice");
                    accept(submitted.job(), submitted.spec());
                }
            }
            case Event.JobCancelled cancelled -> broken(cancelled.job());
            case Event.JobRequeued requeued -> broken(requeued.job());
            case Event.JobFound found -> found(found);
            case Event.NodeForgotten gone -> {
                present.remove(gone.node());
                holdings.values().forEach(holding -> holding.nodeLost(gone.node()));
            }
            case Event.NodeChanged changed -> excused.add(changed.node());
            case Event.NodeJoined joined -> {
                present.add(joined.node());
                excused.add(joined.node());
            }
            case Event.NodeLost lost -> {
                present.remove(lost.node());
                holdings.values().forEach(holding -> holding.nodeLost(lost.node()));
            }
            case Event.TaskStartFailed failed -> startFailed(failed);
            case Event.TaskEnded ended -> over(ended.job(), ended.task(), ended.decision(), ended.well());
            case Event.JobHeld hold -> {
                if (hold.held() && jobs.containsKey(hold.job())) {
                    onHold.add(hold.job());
                } else {
                    onHold.remove(hold.job());
                }
            }
            case Event.JobUpdated updated ->
                jobs.computeIfPresent(
                        updated.job(), (id, spec) -> updated.change().applied(spec, !holds(id)));
            case Event.NodeDrained _,
                    Event.UsageObserved _,
                    Event.LoadObserved _,
                    Event.TaskMeasured _,
                    Event.GuaranteedObserved _,
                    Event.StrategyChanged _,
                    Event.BudgetChanged _,
                    Event.ImageChanged _,
                    Event.DataDeclared _,
                    Event.QueuesDeclared _,
                    Event.QosDeclared _,
                    Event.ReservationChanged _,
                    Event.PoolsDeclared _,
                    Event.DataHeld _,
                    Event.MixExpected _,
                    Event.TaskStarting _,
                    Event.TaskStarted _,
                    Event.ClockJumped _,
                    Event.ClockSet _,
                    Event.ProgressReported _,
                    Event.WindowPlanned _,
                    Event.Tick _ -> {}
        }
    }

    /** The job holds what it was found to hold, but on nodes that are not there; it may be more than there is. */
    private void found(Event.JobFound found) {
        if (found.from() != Event.JobFound.NONE && !leaves(found)) {
            return;
        }
        boolean waits = jobs.containsKey(found.job())
                && !holdings.containsKey(found.job())
                && !onHold.contains(found.job())
                && !found.spec().terms().keys().equals(WorldKeys.NONE);
        if (found.job() < firstFree && !waits) {
            return;
        }
        if (!waits) {
            accept(found.job(), found.spec());
        }
        TreeMap<Integer, Placement> placements = new TreeMap<>();
        for (int task = 0; task < found.placements().size(); task++) {
            placements.put(task, found.placements().get(task));
        }
        Holding holding = new Holding(found.decision(), placements);
        placements.forEach((task, placement) -> {
            excused.add(placement.node());
            if (!present.contains(placement.node())) {
                holding.left.clear(task);
                holding.broken = true;
            }
        });
        holdings.put(found.job(), holding);
    }

    /** The task is the other job's no longer, which is none the worse for it; false where it was not. */
    private boolean leaves(Event.JobFound found) {
        Holding holding = holdings.get(found.from());
        JobSpec left = jobs.get(found.from());
        List<String> keys = found.spec().terms().keys().tasks();
        int task = left == null || keys.size() != 1
                ? -1
                : left.terms().keys().tasks().indexOf(keys.getFirst());
        if (holding == null || left == null || task < 0 || !holding.left.get(task)) {
            return false;
        }
        holding.left.clear(task);
        jobs.put(
                found.from(),
                left.withTerms(left.terms().withKeys(left.terms().keys().without(task))));
        return true;
    }

    private void broken(long job) {
        Holding holding = holdings.get(job);
        if (holding != null) {
            holding.broken = true;
        }
    }

    private void startFailed(Event.TaskStartFailed failed) {
        Holding holding = holdings.get(failed.job());
        if (holding != null && holding.joins(failed.task(), failed.decision())) {
            holding.startFailed(failed.task());
        } else {
            over(failed.job(), failed.task(), failed.decision(), false);
        }
    }

    private void over(long job, int task, long decision, boolean well) {
        Holding holding = holdings.get(job);
        if (holding == null) {
            return;
        }
        boolean held = !holding.left.isEmpty();
        holding.over(task, decision, well);
        JobSpec spec = jobs.get(job);
        // What was lost or told to stop has not done its phase.
        boolean done = held && holding.left.isEmpty() && holding.lost.isEmpty() && !holding.broken && !holding.stopped;
        if (done && spec != null && spec.phases().more()) {
            holdings.remove(job);
            jobs.put(job, spec.nextPhase());
        }
    }

    private void decided(Decision decision, Frame frame, State state) {
        demand(
                decision.id() == lastDecision + 1,
                Rule.NUMBERS_RISE,
                frame,
                "decision " + decision.id() + " after " + lastDecision);
        lastDecision = decision.id();
        switch (decision) {
            case Decision.Start start -> started(start, frame, state);
            case Decision.Grow grow -> grows(grow, frame, state);
            case Decision.Shrink shrink -> shrinks(shrink, frame);
            case Decision.Stop stop -> {
                Holding holding = holdings.get(stop.job());
                if (holding != null) {
                    holding.stopped = true;
                }
            }
            case Decision.Reject reject ->
                demand(!holds(reject.job()), Rule.JOBS_LIVE_ONCE, frame, reject + " turns away a job that holds room");
            case Decision.GrantNode grant -> pools.granted(grant, frame, state);
            case Decision.Note _ -> {}
        }
    }

    /** A job goes on without tasks that were lost where enough of them are left, or is broken. */
    private void resolveLosses(long id, Holding holding, Frame frame, State state) {
        if (holding.lost.isEmpty()) {
            return;
        }
        Job job = state.job(id);
        // One that was started again in the same instant is another life.
        boolean goesOn = job != null
                && job.resizable()
                && job.decision() == holding.decision
                && holding.lost.stream()
                        .allMatch(task -> job.taskState(task) == JobState.PENDING
                                || job.decision(task) != holding.decision(task));
        if (goesOn) {
            demandFewest(id, holding, frame);
            holding.lost.stream().forEach(holding::forget);
        } else {
            holding.broken = true;
        }
        holding.lost.clear();
    }

    private void grows(Decision.Grow grow, Frame frame, State state) {
        Holding holding = holdings.get(grow.job());
        JobSpec job = jobs.get(grow.job());
        if (job == null || holding == null || holding.stopped || holding.broken) {
            throw new BrokenRule(
                    Rule.SIZES_ARE_KEPT, frame.atNanos(), grow + " gives tasks to a job that does not run");
        }
        String strayed = GroupDomains.strayed(job, holding, grow, state.nodeTable());
        demand(strayed.isEmpty(), Rule.GROUPS_STAY_TOGETHER, frame, grow + " divides group " + strayed);
        int last = -1;
        for (int i = 0; i < grow.tasks().size(); i++) {
            int task = grow.tasks().get(i);
            boolean free = task > last && task < job.tasks() && !holding.placements.containsKey(task);
            demand(free, Rule.SIZES_ARE_KEPT, frame, grow + " starts task " + task + ", which there is, or may not be");
            boolean right = suits(job.demand(task), grow.placements().get(i), state.nodeTable());
            demand(right, Rule.STARTS_ON_USABLE_NODES, frame, grow + " starts where its tasks cannot run");
            demandOpen(grow, grow.placements().get(i), frame, state);
            holding.comes(task, grow.placements().get(i), grow.id());
            last = task;
        }
    }

    private void demandOpen(Decision.Effect effect, Placement placement, Frame frame, State state) {
        pools.starts(effect, placement, frame, state);
        Job job = state.job(effect.job());
        String reservation = job == null ? "" : ReservedNodesRule.breaks(state, job, placement.node(), frame.atNanos());
        demand(
                reservation.isEmpty(),
                Rule.RESERVED_NODES_ARE_KEPT,
                frame,
                effect + " starts on node " + placement.node() + ", which " + reservation + " keeps for others");
    }

    private void shrinks(Decision.Shrink shrink, Frame frame) {
        Holding holding = holdings.get(shrink.job());
        if (holding == null || holding.stopped || holding.broken) {
            throw new BrokenRule(
                    Rule.SIZES_ARE_KEPT, frame.atNanos(), shrink + " takes tasks from a job that does not run");
        }
        for (int task : shrink.tasks()) {
            boolean there = holding.left.get(task) && !holding.leaving.get(task);
            demand(there, Rule.SIZES_ARE_KEPT, frame, shrink + " stops task " + task + ", which is not there");
            holding.leaving.set(task);
        }
        demandFewest(shrink.job(), holding, frame);
    }

    private void demandFewest(long id, Holding holding, Frame frame) {
        int first = 0;
        for (TaskGroup group : Objects.requireNonNull(jobs.get(id)).groups()) {
            int staying = holding.staying(first, first + group.max());
            demand(
                    staying >= group.min(),
                    Rule.SIZES_ARE_KEPT,
                    frame,
                    "job " + id + " goes on with " + staying + " tasks of group " + group);
            first += group.max();
        }
    }

    private void started(Decision.Start start, Frame frame, State state) {
        Job job = state.job(start.job());
        boolean rests = job != null && job.notBeforeNanos() > frame.atNanos();
        JobSpec submitted = jobs.get(start.job());
        if (submitted == null || holds(start.job()) || rests) {
            throw new BrokenRule(Rule.JOBS_START_ONCE, frame.atNanos(), start + " starts a job that does not wait");
        }
        demand(!onHold.contains(start.job()), Rule.HELD_JOBS_WAIT, frame, start + " starts a job that is held");
        demand(
                NamedTasks.whole(submitted, start),
                Rule.GANGS_ARE_WHOLE,
                frame,
                start + " starts too few or too many of groups " + submitted.groups());
        Holding holding = new Holding(start.id(), NamedTasks.placements(start));
        holding.placements.forEach((task, placement) -> {
            boolean right = suits(submitted.demand(task), placement, state.nodeTable());
            demand(right, Rule.STARTS_ON_USABLE_NODES, frame, start + " starts where its tasks cannot run");
        });
        holding.placements.values().forEach(placement -> demandOpen(start, placement, frame, state));
        for (After after : submitted.terms().after()) {
            demand(met(after), Rule.OTHERS_END_FIRST, frame, start + " starts before " + after);
        }
        String divided = GroupDomains.divided(submitted, holding.placements, state.nodeTable());
        demand(divided.isEmpty(), Rule.GROUPS_STAY_TOGETHER, frame, start + " divides group " + divided);
        if (jobs.values().stream().anyMatch(SafetyRules::ruled)) {
            demand(
                    peersAllow(submitted, holding, state),
                    Rule.PEERS_ALLOW_IT,
                    frame,
                    start + " breaks a rule of tasks");
        }
        holdings.put(start.job(), holding);
        checkArray(submitted.terms().array(), frame);
    }

    private static boolean ruled(JobSpec job) {
        return job.groups().stream().anyMatch(group -> !group.demand().peers().isEmpty());
    }

    /** True where each task may be where it starts beside those before it: the groups that ask for most first, or as they are written. */
    private boolean peersAllow(JobSpec job, Holding holding, State state) {
        return withinOneDomain(job, holding, state)
                && NamedTasks.orders(job, holding.placements.keySet()).stream().anyMatch(order -> {
                    NaivePeers peers = new NaivePeers(state.nodeTable());
                    holdings.forEach((id, held) -> held.left.stream()
                            .forEach(task -> peers.add(placed(Objects.requireNonNull(jobs.get(id)), held, task))));
                    return order.stream().allMatch(task -> {
                        NaivePeers.Placed placed = placed(job, holding, task);
                        boolean allowed = peers.allow(placed);
                        peers.add(placed);
                        return allowed;
                    });
                });
    }

    private static boolean withinOneDomain(JobSpec job, Holding holding, State state) {
        NaivePeers domains = new NaivePeers(state.nodeTable());
        return job.groups().stream()
                .flatMap(group -> group.demand().peers().stream())
                .filter(rule -> rule instanceof PeerRule.Within within && within.required())
                .limit(1)
                .allMatch(rule -> holding.placements.entrySet().stream()
                                .filter(task -> PeerRule.Within.bind(job.groups()
                                        .get(job.groupOf(task.getKey()))
                                        .demand()))
                                .map(Map.Entry::getValue)
                                .map(placement -> Objects.toString(
                                        domains.domain(rule.keys().getFirst(), placement.node())))
                                .distinct()
                                .count()
                        == 1);
    }

    private static NaivePeers.Placed placed(JobSpec job, Holding holding, int task) {
        return new NaivePeers.Placed(
                job.queue(),
                job.groups().get(job.groupOf(task)),
                holding.placement(task).node());
    }

    /** What ended before this began to look is believed. */
    private boolean met(After after) {
        Boolean well = finished.get(after.job());
        boolean before = after.job() < firstSeen && !jobs.containsKey(after.job());
        return well == null ? before : after.when().met(well);
    }

    private void checkArray(JobArray array, Frame frame) {
        if (array.count() == 0) {
            return;
        }
        long holding = jobs.entrySet().stream()
                .filter(job -> holds(job.getKey()))
                .filter(job -> job.getValue().terms().array().id() == array.id())
                .count();
        String what = holding + " jobs of array " + array.id() + " hold room, " + array.parallel() + " may";
        demand(holding <= array.parallel(), Rule.ARRAYS_KEEP_THEIR_LIMIT, frame, what);
    }

    private static boolean suits(Demand demand, Placement placement, NodeTable nodes) {
        if (!nodes.usable(placement.node())) {
            return false;
        }
        NodeSpec spec = nodes.spec(placement.node());
        boolean overcommitted = overcommitted(demand, placement.node(), nodes);
        return !overcommitted
                && Long.bitCount(placement.grant().mask()) == demand.gpus()
                && placement.grant().mask() >>> spec.gpus() == 0
                && demand.where().matches(spec.labels())
                && demand.where().tolerates(spec.taints())
                && suitable(demand, placement.grant(), new DeviceLayout(spec.devices()));
    }

    /** Of CPU and memory tasks of best effort get what is not used, whatever is asked for (decision 87). */
    private static boolean overcommitted(Demand demand, int node, NodeTable nodes) {
        boolean asked = !demand.bestEffort()
                && ((demand.cpuMilli() > 0 && nodes.free(node, Resource.CPU) < 0)
                        || (demand.memoryBytes() > 0 && nodes.free(node, Resource.MEMORY) < 0));
        return asked || nodes.free(node, Resource.TASKS) < 0;
    }

    /** True where all devices of {@code mask} are of one set, and are what is asked for. */
    private static boolean suitable(Demand demand, Grant grant, DeviceLayout devices) {
        TreeSet<String> sets = new TreeSet<>();
        for (long rest = grant.mask(); rest != 0; rest &= rest - 1) {
            DeviceSet set = devices.setOf(Long.numberOfTrailingZeros(rest));
            sets.add(set.kind() + " " + set.model());
            if (!demand.devices().of().accepts(set.kind(), set.model()) || !cut(demand, grant, set.mig())) {
                return false;
            }
        }
        return sets.size() <= 1;
    }

    /** True where {@code grant} is of what MIG makes of a device, and no less than is asked for. */
    private static boolean cut(Demand demand, Grant grant, Mig mig) {
        return switch (mig) {
            case Mig.Off _ -> grant instanceof Grant.Devices && !(demand.devices() instanceof DeviceDemand.Instance);
            case Mig.Instance instance ->
                grant instanceof Grant.Devices
                        && (demand.devices() instanceof DeviceDemand.Instance asked
                                ? asked.profile().equals(instance.profile())
                                : instance.plain() || !demand.wholeGpus());
            case Mig.Cut cut -> grant instanceof Grant.Instance made && gives(cut, made, demand);
        };
    }

    private static boolean gives(Mig.Cut cut, Grant.Instance made, Demand demand) {
        MigProfile profile = cut.profiles().get(made.profile());
        return profile.starts().contains(made.start())
                && (demand.devices() instanceof DeviceDemand.Instance asked
                        ? asked.profile().equals(profile.name())
                        : !demand.wholeGpus() && demand.gpuMemoryBytes() <= profile.memoryBytes());
    }

    /** Closes the books of jobs that hold nothing any more, and of those that left. */
    private void settle(Frame frame) {
        holdings.values().removeIf(holding -> holding.left.isEmpty());
        for (Map.Entry<Long, Holding> entry : holdings.entrySet()) {
            Holding holding = entry.getValue();
            if (holding.broken && !holding.stopped) {
                String what = "job " + entry.getKey() + " goes on with tasks " + holding.left;
                throw new BrokenRule(Rule.BROKEN_GANGS_STOP, frame.atNanos(), what);
            }
        }
        for (JobEnd end : endsNow) {
            long id = end.job().id();
            boolean lived = jobs.remove(id) != null;
            demand(lived, Rule.JOBS_LIVE_ONCE, frame, "job " + id + " ended without living");
            demand(!holds(id), Rule.JOBS_LIVE_ONCE, frame, "job " + id + " ended and still holds room");
        }
        endsNow.clear();
    }

    private void compareJobs(Frame frame, State state) {
        long waiting = 0;
        for (long id : jobs.keySet()) {
            Job job = state.job(id);
            if (job == null) {
                throw new BrokenRule(Rule.JOBS_LIVE_ONCE, frame.atNanos(), "job " + id + " is lost");
            }
            waiting += job.waiting() ? 1 : 0;
            comparePhase(Objects.requireNonNull(jobs.get(id)), job, frame);
            Holding holding = holdings.get(id);
            boolean same = holding == null ? job.waiting() : !job.waiting() && holding.same(job);
            if (!same) {
                throw new BrokenRule(Rule.ROOM_ADDS_UP, frame.atNanos(), "job " + id + " holds other room than given");
            }
        }
        if (state.liveJobs() != jobs.size() || state.waitingJobs() != waiting) {
            String what = "the state counts " + state.liveJobs() + " jobs, " + state.waitingJobs()
                    + " waiting; there are " + jobs.size() + ", " + waiting + " waiting";
            throw new BrokenRule(Rule.JOBS_LIVE_ONCE, frame.atNanos(), what);
        }
    }

    /** What a job holds was added up by what its phase asks for; it must be the one that it is in. */
    private static void comparePhase(JobSpec known, Job job, Frame frame) {
        int at = job.spec().phases().at();
        boolean same = at == known.phases().at()
                && job.spec().tasks() == known.tasks()
                && job.spec().demand().equals(known.demand());
        demand(
                same,
                Rule.PHASES_FOLLOW,
                frame,
                "job " + job.id() + " is in phase " + at + ", and should be in "
                        + known.phases().at() + " and ask for what that does");
        demand(
                job.waiting() || !lateTooLong(job, frame.atNanos()),
                Rule.LATE_STARTS_END,
                frame,
                "job " + job.id() + " holds its room, and is not stopped, though its tasks should have run by "
                        + job.readyByNanos());
    }

    /** True where more tasks than may do not run after the time that they have, and nobody stops the job. */
    private static boolean lateTooLong(Job job, long now) {
        int late = 0;
        for (int task = 0; task < job.placedTasks(); task++) {
            JobState state = job.taskState(task);
            late += state == JobState.RESERVED || state == JobState.STARTING ? 1 : 0;
        }
        return job.startNanos() < 0
                && job.stopping() == null
                && late > job.spec().terms().ready().tolerate()
                && now > job.readyByNanos();
    }

    private void compareNodes(Frame frame, State state) {
        NodeTable nodes = state.nodeTable();
        List<Recount> recounts = new ArrayList<>();
        for (int node = 0; node < nodes.count(); node++) {
            recounts.add(new Recount(nodes, node));
        }
        jobs.forEach((id, submitted) -> {
            Holding holding = holdings.get(id);
            if (holding != null) {
                holding.left.stream().forEach(task -> {
                    Placement placement = holding.placement(task);
                    recounts.get(placement.node()).add(submitted.demand(task), placement);
                });
            }
        });
        for (int node = 0; node < recounts.size(); node++) {
            Recount recount = recounts.get(node);
            String over = recount.oversubscribed();
            // More than there is may be held where the world said so; suits() sees to it that nothing more is placed
            // there.
            demand(over.isEmpty() || excused.contains(node), Rule.ROOM_IS_GIVEN_ONCE, frame, over);
            if (over.isEmpty()) {
                excused.remove(node);
            }
            String differs = recount.differs();
            demand(differs.isEmpty(), Rule.ROOM_ADDS_UP, frame, differs);
        }
    }

    private boolean holds(long job) {
        Holding holding = holdings.get(job);
        return holding != null && !holding.left.isEmpty();
    }

    private void accept(long job, JobSpec spec) {
        firstFree = StrictMath.max(firstFree, job + 1);
        jobs.put(job, spec);
    }

    private static void demand(boolean kept, Rule rule, Frame frame, String what) {
        if (!kept) {
            throw new BrokenRule(rule, frame.atNanos(), what);
        }
    }
}
