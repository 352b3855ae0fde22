package io.berth.testkit.oracle;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Placing;
import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Filter;
import io.berth.core.policy.Placer;
import io.berth.core.policy.bound.WaitBound;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.WorkClass;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.Preference;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.safety.NaivePeers;
import io.berth.sim.safety.NaivePeers.Placed;
import io.berth.testkit.safety.NaiveImages;
import io.berth.testkit.safety.NaiveWorth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What should be decided, found the plain way: for every task every node is looked at, and nothing is kept for later. */
final class NaivePlanner {
    private final State state;
    private final Strategy strategy;
    private final NaiveCluster cluster;
    private final NodeTable scored;
    private final NaivePeers peers;
    private final NaiveImages images;
    private final NaiveDomains domains;
    private final NaiveTurn turn;
    private final List<Decision> decisions = new ArrayList<>();
    private final TreeSet<Long> planned = new TreeSet<>();
    private @Nullable NaivePromise promise;
    private boolean beside;
    /** What a node is looked for. */
    private Placed placing = new Placed("", TaskGroup.of(1, Demand.cpu(0, 0)), -1);

    /** No policy has a say in devices. */
    private boolean firstDevices;

    /** The nodes that tasks must be among which must be in one domain. */
    private IntPredicate among = _ -> true;

    /** The nodes whose devices are tried. */
    private IntPredicate alike = _ -> true;

    /** Where tasks of the job go that is placed, by its class. */
    private Placing own;

    private int startedBeside;
    private int pressing;

    /** @param expectedEnd when a job that runs is expected to end */
    NaivePlanner(State state, Catalog catalog, ToLongFunction<Job> expectedEnd) {
        this.state = state;
        this.strategy = catalog.strategy(state.strategy(), state.facts());
        this.own = strategy.placing();
        this.cluster = NaiveCluster.now(state, expectedEnd);
        this.scored = TableCopy.of(state, cluster);
        this.peers = TableCopy.peers(state);
        this.images = new NaiveImages(state.nodeTable().images().known());
        this.domains = new NaiveDomains(state);
        this.turn = new NaiveTurn(state);
    }

    /** The decisions after those that stop jobs, of which there are {@code stops}. */
    List<Decision> decide(int stops) {
        List<Job> waiting =
                new ArrayList<>(state.jobs().stream().filter(Job::queued).toList());
        waiting.sort(
                Comparator.<Job>comparingLong(job -> strategy.order().keyed().key(job, state.nowNanos()))
                        .thenComparingLong(Job::submitNanos)
                        .thenComparingLong(Job::id));
        List<Job> queue = new ArrayList<>(waiting.stream().filter(this::presses).toList());
        queue.sort(Comparator.comparingLong(NaivePlanner::since)
                .thenComparingLong(Job::submitNanos)
                .thenComparingLong(Job::id));
        pressing = queue.size();
        waiting.stream().filter(job -> !presses(job)).forEach(queue::add);
        start(
                queue.stream()
                        .filter(job -> job.notBeforeNanos() <= state.nowNanos())
                        .toList(),
                stops);
        for (Job job : waiting) {
            Reason never = job.spec().terms().awaitsNodes() ? null : domains.whyNever(job);
            if (job.notBeforeNanos() <= state.nowNanos() && !planned.contains(job.id()) && never != null) {
                add(job, new Decision.Reject(id(stops), job.id(), never));
            }
        }
        waiting.sort(Comparator.comparingLong(Job::deadlineNanos).thenComparingLong(Job::id));
        for (Job job : waiting) {
            if (job.deadlineNanos() <= state.nowNanos() && !planned.contains(job.id())) {
                add(job, new Decision.Reject(id(stops), job.id(), Reason.PATIENCE_OVER));
            }
        }
        for (Job job : state.jobs()) {
            if (job.waiting() && hopeless(job)) {
                add(job, new Decision.Reject(id(stops), job.id(), Reason.DEPENDENCY_FAILED));
            }
        }
        turn.written()
                .forEach((slot, value) -> decisions.add(new Decision.Remember(id(stops), slot, 1, List.of(value))));
        return decisions;
    }

    /** True where a job that it comes after is no more and did not end as it must. */
    private boolean hopeless(Job job) {
        return job.spec().terms().after().stream().anyMatch(after -> {
            boolean met = state.knowsEnd(after.job()) && after.when().met(state.finished(after.job()));
            return state.job(after.job()) == null && !met;
        });
    }

    /** What room was promised to whom; null where everybody before it found room. */
    @Nullable
    NaivePromise promise() {
        return promise;
    }

    /** How many jobs start that will be there at the promised time too. */
    int startedBeside() {
        return startedBeside;
    }

    private static long since(Job job) {
        return Math.max(job.readyNanos(), job.notBeforeNanos());
    }

    private boolean presses(Job job) {
        WaitBound bound = strategy.bound();
        return bound.any() && since(job) + bound.afterNanos(Nanos.NEVER) <= state.nowNanos();
    }

    /** How many waited longer than a part of their bound. */
    int pressing() {
        return pressing;
    }

    /** True where it must be in one domain, and nothing else keeps it from nodes that have room. */
    private boolean bySize(Job job) {
        boolean one = job.spec().groups().size() == 1
                && job.gang().withinKey() != null
                && job.gang().fewerFit();
        TaskGroup group = job.spec().groups().getFirst();
        boolean within = group.demand().peers().stream().allMatch(PeerRule.Within.class::isInstance);
        for (int node = 0; one && within && node < cluster.count(); node++) {
            boolean room = cluster.usable(node) && cluster.room(node).fits(group.demand());
            within = !room || peers.allow(new Placed(job.queue(), group, node));
        }
        return one && within;
    }

    private void start(List<Job> queue, int stops) {
        for (Job job : queue) {
            SortedMap<Integer, Placement> placements = placeByPromise(job);
            boolean bySize = presses(job) && bySize(job);
            boolean held = placements == null
                    && domains.whyNever(job) == null
                    && job.deadlineNanos() > state.nowNanos()
                    && (bySize || !waitsForOthers(job));
            if (placements != null) {
                add(
                        job,
                        new Decision.Start(
                                id(stops),
                                job.id(),
                                List.copyOf(placements.values()),
                                List.copyOf(placements.keySet())));
            } else if (held && strategy.backfill() == Backfill.NONE) {
                return;
            } else if (held && presses(job) && promise == null) {
                promise = NaivePromise.anyhow(
                        job,
                        cluster,
                        state.nowNanos(),
                        bySize ? domains.all(Objects.requireNonNull(NaiveDomains.within(job))) : null);
            } else if (held && strategy.backfill() == Backfill.EASY && promise == null) {
                promise = NaivePromise.of(job, cluster, state.nowNanos());
            }
        }
    }

    /** True where all its groups have room, each by itself, and a rule between tasks keeps one from some of it. */
    private boolean waitsForOthers(Job job) {
        boolean kept = false;
        for (TaskGroup group : job.spec().groups()) {
            Demand demand = group.demand();
            int slots = 0;
            for (int node = 0; node < cluster.count(); node++) {
                NaiveRoom room = room(node);
                boolean here = cluster.usable(node) && room.fits(demand);
                kept |= here && !peers.allow(new Placed(job.queue(), group, node));
                for (; here && slots < group.min(); here = room.fits(demand)) {
                    room.take(demand, room.devices(demand));
                    slots++;
                }
            }
            if (slots < group.min()) {
                return false;
            }
            kept |= job.spec().leastTasks() > 1 && !demand.peers().isEmpty();
        }
        return kept;
    }

    /** Where the tasks of the job would start without delaying the one that room is promised to. */
    private @Nullable SortedMap<Integer, Placement> placeByPromise(Job job) {
        NaivePromise promised = promise;
        if (promised == null || promised.isAfter(NaivePace.lastEnd(job, state))) {
            return paced(job, place(job));
        }
        beside = true;
        List<NodeRow> withheld = promised.withheld(state, scored);
        withheld.forEach(row -> scored.withhold(row, -1));
        SortedMap<Integer, Placement> placements = place(job);
        withheld.forEach(row -> scored.withhold(row, 1));
        beside = false;
        startedBeside += placements == null ? 0 : 1;
        return paced(job, placements);
    }

    /** It ends as early as the devices let it that its tasks got, all of them known by now. */
    private @Nullable SortedMap<Integer, Placement> paced(Job job, @Nullable SortedMap<Integer, Placement> placements) {
        if (placements != null && !job.spec().profile().isNothing()) {
            long end = NaivePace.end(job, placements.values(), state);
            placements.values().stream()
                    .collect(Collectors.groupingBy(Placement::node, TreeMap::new, Collectors.summingInt(_ -> 1)))
                    .forEach((node, tasks) -> cluster.lastEnd(node, tasks, end));
        }
        return placements;
    }

    private long expectedEnd(Job job) {
        return Nanos.after(state.nowNanos(), job.remainingNanos(state.nowNanos()));
    }

    /** By task. */
    private @Nullable SortedMap<Integer, Placement> place(Job job) {
        own = strategy.placing();
        List<WorkClass> classes = strategy.spec().classes();
        for (int at = classes.size() - 1; at >= 0; at--) {
            own = classes.get(at).when().takes(job.spec(), job.restarts())
                    ? strategy.classes().get(at)
                    : own;
        }
        List<List<Integer>> inOrder = NaiveDevices.inOrder(job, own.devices(), state);
        for (List<Integer> nodes : inOrder) {
            alike = nodes::contains;
            SortedMap<Integer, Placement> placed = placeInDomains(job);
            alike = _ -> true;
            if (placed != null) {
                return placed;
            }
        }
        return inOrder.isEmpty() || job.spec().tasks() > 1 ? placeInDomains(job) : null;
    }

    private @Nullable SortedMap<Integer, Placement> placeInDomains(Job job) {
        String key = NaiveDomains.within(job);
        if (key == null) {
            return placeAmong(job);
        }
        TaskGroup first = job.spec().groups().get(hardestFirst(job.spec()).getFirst());
        for (List<Integer> domain :
                domains.tightestFirst(key, first.min(), node -> alike.test(node) ? slots(job, first, node) : 0)) {
            among = domain::contains;
            SortedMap<Integer, Placement> placed = placeAmong(job);
            among = _ -> true;
            if (placed != null) {
                return placed;
            }
        }
        return null;
    }

    private int slots(Job job, TaskGroup tasks, int node) {
        Demand demand = tasks.demand();
        NaiveRoom room = room(node);
        boolean here = cluster.usable(node) && peers.allow(new Placed(job.queue(), tasks, node));
        int slots = 0;
        for (; here && slots < 1_000 && room.fits(demand); slots++) {
            room.take(demand, room.devices(demand));
        }
        return slots;
    }

    private @Nullable SortedMap<Integer, Placement> placeAmong(Job job) {
        TreeMap<Integer, Placement> placed = new TreeMap<>();
        turn.beginJob(job);
        boolean all = placeGroups(job, placed, this::choose);
        if (!all && job.spec().groups().size() > 1) {
            turn.beginJob(job);
            firstDevices = true;
            all = placeGroups(job, placed, this::firstFitting);
            firstDevices = false;
        }
        if (!all) {
            return null;
        }
        for (int group : hardestFirst(job.spec())) {
            TaskGroup tasks = job.spec().groups().get(group);
            int first = job.spec().firstTask(group) + tasks.min();
            placeTasks(job, group, new Tasks(first, tasks.max() - tasks.min()), placed, this::choose);
        }
        turn.keepJob();
        return placed;
    }

    /** Some tasks of one group. */
    private record Tasks(int first, int count) {}

    /** The groups whose tasks must be in one domain first, then those that ask for most GPUs, then those for most CPUs, then as they are written. */
    static List<Integer> hardestFirst(JobSpec job) {
        List<Integer> groups = new ArrayList<>();
        for (int group = 0; group < job.groups().size(); group++) {
            groups.add(group);
        }
        groups.sort(Comparator.<Integer, Boolean>comparing(
                        group -> PeerRule.Within.bind(job.groups().get(group).demand()))
                .thenComparingLong(group -> job.groups().get(group).demand().totalGpuMilli())
                .thenComparingLong(group -> job.groups().get(group).demand().cpuMilli())
                .reversed());
        return groups;
    }

    /** Of each group the tasks that must start; those or none. */
    private boolean placeGroups(Job job, TreeMap<Integer, Placement> placed, ToIntFunction<Shape> node) {
        List<Integer> order = new ArrayList<>();
        for (int group : hardestFirst(job.spec())) {
            int first = job.spec().firstTask(group);
            TreeMap<Integer, Placement> before = new TreeMap<>(placed);
            boolean all = placeTasks(
                    job, group, new Tasks(first, job.spec().groups().get(group).min()), placed, node);
            placed.keySet().stream().filter(task -> !before.containsKey(task)).forEach(order::add);
            if (!all) {
                order.reversed().forEach(task -> giveBack(job, task, Objects.requireNonNull(placed.remove(task))));
                return false;
            }
        }
        return true;
    }

    /** One task after the other while there is a node; true where all have one. */
    private boolean placeTasks(
            Job job, int group, Tasks tasks, TreeMap<Integer, Placement> placed, ToIntFunction<Shape> nodes) {
        Shape shape = TableCopy.alone(scored, job.gang().shape(group));
        Placed asks = new Placed(job.queue(), job.spec().groups().get(group), -1);
        for (int task = tasks.first; task < tasks.first + tasks.count; task++) {
            placing = asks;
            int node = nodes.applyAsInt(shape);
            if (node < 0) {
                return false;
            }
            Placement placement = Placement.on(node, devices(shape, node));
            take(job, shape, placement);
            peers.add(asks.on(node));
            placed.put(task, placement);
        }
        return true;
    }

    private void take(Job job, Shape shape, Placement placement) {
        boolean ends = job.spec().kind() != JobKind.SERVICE;
        cluster.take(shape, placement, expectedEnd(job), ends ? NaiveCluster.STARTING : NaiveCluster.ENDLESS);
        scored.take(shape, placement.node(), placement.grant());
        if (promise != null && beside) {
            promise.take(shape, placement);
        }
    }

    private void giveBack(Job job, int task, Placement placement) {
        cluster.giveBackLast(placement.node());
        scored.undo(TableCopy.alone(scored, job.shape(task)), placement.node(), placement.grant());
        peers.removeLast();
        if (promise != null && beside) {
            promise.giveBackLast(placement.node());
        }
    }

    private List<Integer> fitting(Shape shape) {
        List<Integer> fitting = new ArrayList<>();
        Filter filter = strategy.placing().filter();
        boolean plain = filter.equals(Filter.FIT);
        for (int node = 0; node < cluster.count(); node++) {
            if ((alike.test(node) || placing.group().demand().gpus() == 0)
                    && (among.test(node)
                            || !PeerRule.Within.bind(placing.group().demand()))
                    && cluster.usable(node)
                    && room(node).fits(shape.demand())
                    && (plain || filter.whyNot(scored, node, shape) == null)
                    && peers.allow(placing.on(node))) {
                fitting.add(node);
            }
        }
        return fitting;
    }

    private int firstFitting(Shape shape) {
        List<Integer> fitting = fitting(shape);
        return fitting.isEmpty() ? -1 : fitting.getFirst();
    }

    private int choose(Shape shape) {
        List<Integer> fitting = fitting(shape);
        if (fitting.isEmpty()) {
            return -1;
        }
        return switch (own.placer()) {
            case Placer.Scored best -> {
                int chosen = fitting.getFirst();
                for (int node : fitting) {
                    chosen = better(best, shape, node, chosen) ? node : chosen;
                }
                yield chosen;
            }
            case Placer.Picked any -> any.picker().pick(new NaiveCandidates(scored, shape, fitting), turn);
        };
    }

    /** What is preferred goes before what scores better, of which so many bits count then. */
    private boolean better(Placer.Scored policy, Shape shape, int node, int other) {
        int lead = worth(node) - worth(other);
        if (lead != 0) {
            return lead > 0;
        }
        int bits = 64 - Long.numberOfLeadingZeros(policy.highest() > 0 ? policy.highest() : 1L << 38);
        boolean asksImages = shape.demand().preferences().stream().anyMatch(Preference.OfImages.class::isInstance);
        int lost = scored.prefers(shape) ? Math.max(0, bits - (asksImages ? 15 : 22)) : 0;
        long score = score(policy, shape, node) >> lost;
        long scoreOfOther = score(policy, shape, other) >> lost;
        int moreImages = images.of(shape.demand(), node) - images.of(shape.demand(), other);
        // Those in one of 64 parts of the scale are about the same, where there is one.
        int band = policy.highest() > 0 ? Math.max(0, bits - lost - 6) : 0;
        return asksImages && moreImages != 0 && score >> band == scoreOfOther >> band
                ? moreImages > 0
                : score > scoreOfOther;
    }

    /** Beside preferences a score is cut off at the ends of its scale, as on a node that holds more than it has. */
    private long score(Placer.Scored policy, Shape shape, int node) {
        boolean cut = scored.prefers(shape) && policy.highest() > 0;
        return cut ? policy.onScale(scored, node, shape) : policy.scorer().score(scored, node, shape);
    }

    private int worth(int node) {
        return Math.clamp(new NaiveWorth(scored, peers).of(placing.on(node)), -32_767, 32_767);
    }

    private NaiveRoom room(int node) {
        return promise != null && beside ? promise.beside(cluster, node) : cluster.room(node);
    }

    private long devices(Shape shape, int node) {
        if (firstDevices) {
            return room(node).devices(shape.demand());
        }
        if (shape.demand().gpus() == 0) {
            return 0;
        }
        return shape.demand().gpuMilli() == 1000
                ? room(node).idleDevices(shape.demand(), own.placer().gpus().byLinks())
                : 1L << own.placer().gpus().pick(scored, node, shape, turn);
    }

    private void add(Job job, Decision decision) {
        planned.add(job.id());
        decisions.add(decision);
    }

    private long id(int stops) {
        return state.decisions() + stops + decisions.size() + 1;
    }
}
