package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.plan.index.PlacementIndex;
import io.berth.core.plan.index.PlacementTurn;
import io.berth.core.plan.index.StrategyInForce;
import io.berth.core.policy.Gang;
import io.berth.core.policy.GangPlacer;
import io.berth.core.policy.device.DeviceOrder;
import io.berth.core.policy.device.Offer;
import io.berth.core.policy.domain.DomainPolicies;
import io.berth.core.policy.domain.DomainPolicy;
import io.berth.core.policy.domain.DomainRoom;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.Resize;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.TaskGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Room for all tasks of a job at once, taken in the scratch of a pass, or for none. */
public final class JobRoom {
    /** Tasks that a node counts for at most: some ask for next to nothing. */
    static final int MOST = 1_000;

    /**
     * Fills nodes by number. Where groups ask for different things, a placement that spreads one may leave no room for another: then each
     * goes to the first nodes that have some, and to the devices that a policy has no say in, as promises of room reckon too.
     */
    private static final GangPlacer FIRST_NODES = gang -> {
        for (int node = 0; node < gang.nodes().count() && gang.left() > 0; node++) {
            boolean takes = true;
            while (takes && gang.left() > 0) {
                takes = gang.take(node);
            }
        }
        return gang.left() == 0;
    };

    private final StrategyInForce inForce;
    private final Scratch scratch;
    private final State state;
    private final PlacementTurn turn;
    private final DeviceKinds kinds;
    private final Tasks tasks = new Tasks();
    /** Told where tasks go; null for nobody. */
    private @Nullable Watcher watcher;

    /** Hears where tasks go, while the index still knows why. */
    public interface Watcher {
        /** Room for {@code job} is looked for anew: what was heard of it before came to nothing. */
        void begins(Job job);

        /**
         * Task {@code task} of {@code job} goes to {@code node}, which {@code index} chose among {@code some} nodes, or all where that is null; its
         * room is not taken yet.
         */
        void goes(Job job, int task, int node, PlacementIndex index, int @Nullable [] some);
    }

    public JobRoom(State state, StrategyInForce inForce, Scratch scratch, PlacementTurn turn) {
        this.state = state;
        this.inForce = inForce;
        this.scratch = scratch;
        this.turn = turn;
        this.kinds = new DeviceKinds(state, inForce);
    }

    /** Tells {@code newWatcher} of all tasks from now on. */
    public void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** Takes room where the strategy places the tasks. */
    public boolean take(Job job) {
        return take(job, _ -> false);
    }

    /** The same on nodes that {@code withholds} leaves as they are; asked again after each that it changed. */
    public boolean take(Job job, IntPredicate withholds) {
        boolean taken = tryTake(job, withholds);
        if (taken) {
            turn.keep();
        }
        return taken;
    }

    /** Takes room at {@code placements} for the tasks that must start together, one by one, where it is free. */
    public boolean takeAt(Job job, List<Placement> placements) {
        int checkpoint = scratch.checkpoint();
        boolean fits = placements.size() == job.leastTasks();
        heard(job);
        for (int at = 0; fits && at < job.gang().groups(); at++) {
            fits = takeAt(job, job.gang().inTurn(at), placements);
        }
        if (!fits) {
            scratch.rollback(checkpoint);
        }
        return fits;
    }

    /** The same for the tasks of {@code group}, as far as they find room. */
    private boolean takeAt(Job job, int group, List<Placement> placements) {
        int before = 0;
        for (int i = 0; i < group; i++) {
            before += job.spec().groups().get(i).min();
        }
        boolean fits = true;
        for (int i = 0; fits && i < job.spec().groups().get(group).min(); i++) {
            Placement placement = placements.get(before + i);
            int task = job.spec().leastTask(before + i);
            Shape shape = job.shape(task);
            fits = inForce.index().takes(shape, placement.node())
                    && state.nodeTable().grants().fit(shape, placement.node(), placement.grant());
            if (fits) {
                scratch.take(shape, task, placement.node(), placement.grant());
            }
        }
        return fits;
    }

    /** True where {@link #take(Job)} would take room; nothing is taken or remembered. */
    public boolean free(Job job) {
        int checkpoint = scratch.checkpoint();
        boolean free = tryTake(job, _ -> false);
        scratch.rollback(checkpoint);
        return free;
    }

    /** The devices of each kind of nodes that will do for {@code job}, as they are for it. */
    public List<Offer> offers(Job job) {
        return kinds.offers(job);
    }

    /** The devices of {@code node} as they are for {@code job}. */
    public Offer offer(Job job, int node) {
        return kinds.offer(job, node);
    }

    /** On the devices that the strategy prefers, one kind after the other, and then on all. */
    private boolean tryTake(Job job, IntPredicate withholds) {
        StrategyInForce.Own own = inForce.of(job);
        tasks.own = own;
        if (job.gang().hasOwn() && lacksADomain(job, withholds)) {
            return false;
        }
        if (own.placing().devices().equals(DeviceOrder.ANY) || !DeviceKinds.asks(job)) {
            return tryTakeInDomains(job, withholds);
        }
        for (DeviceKinds.Alike nodes : kinds.inOrder(job, own, state.nowNanos())) {
            tasks.alike = nodes;
            boolean placed = tryTakeInDomains(job, withholds);
            tasks.alike = null;
            if (placed) {
                return true;
            }
        }
        // Tasks of one job may find room on several kinds together.
        return job.mostTasks() > 1 && tryTakeInDomains(job, withholds);
    }

    /** True where no domain has room for the fewest tasks of some group that must be in one: then nothing needs to be tried. */
    private boolean lacksADomain(Job job, IntPredicate withholds) {
        NodeTable nodes = state.nodeTable();
        for (int group = 0; group < job.gang().groups(); group++) {
            Within own = job.gang().own(group);
            long[] slots = own == null ? new long[0] : slots(job.gang().shape(group), withholds);
            int least = job.spec().groups().get(group).min();
            if (own != null
                    && new DomainSearch(nodes, own, DomainPolicies.TIGHTEST, nodes::present).most(node -> slots[node])
                            < least) {
                return true;
            }
        }
        return false;
    }

    private boolean tryTakeInDomains(Job job, IntPredicate withholds) {
        Within rule = job.gang().within();
        if (rule == null) {
            return tryTakeAnywhere(job, withholds);
        }
        NodeTable nodes = state.nodeTable();
        DomainSearch search =
                new DomainSearch(nodes, rule, tasks.own().placing().domains(), nodes::present);
        int group = job.gang().inTurn(0);
        Shape first = job.gang().shape(group);
        long[] slots = slots(first, withholds);
        for (int level : search.tries()) {
            int least = job.spec().groups().get(group).min();
            for (DomainRoom room : search.rooms(level, first, least, node -> slots[node])) {
                if (tryTakeIn(new Inside(search, level, room.nodes(), search.divides(level)), job, withholds)) {
                    return true;
                }
            }
        }
        Inside anywhere = new Inside(search, DomainSearch.CLUSTER, search.all(), search.divides(DomainSearch.CLUSTER));
        return !rule.required() && tryTakeIn(anywhere, job, withholds);
    }

    /** How many tasks of {@code shape} each node holds that takes one. */
    private long[] slots(Shape shape, IntPredicate withholds) {
        long[] slots = new long[state.nodeTable().count()];
        for (int node = 0; node < slots.length; node++) {
            slots[node] = slots(shape, node, withholds);
        }
        return slots;
    }

    private long slots(Shape shape, int node, IntPredicate withholds) {
        return tasks.alike(node, shape) && takes(shape, node, withholds)
                ? StrictMath.min(MOST, state.nodeTable().slots(shape, node))
                : 0;
    }

    /**
     * A domain that takes those tasks whose groups say that they be in one.
     *
     * @param divided false where each goes to any node of it
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Inside(DomainSearch search, int level, int[] nodes, boolean divided) {}

    /** First as the domains inside say, then anyhow, where it may be. */
    private boolean tryTakeIn(Inside inside, Job job, IntPredicate withholds) {
        tasks.inside = inside;
        boolean placed = tryTakeAnywhere(job, withholds);
        if (!placed && inside.divided && inside.search.mayMix(inside.level)) {
            tasks.inside = new Inside(inside.search, inside.level, inside.nodes, false);
            placed = tryTakeAnywhere(job, withholds);
        }
        tasks.inside = null;
        return placed;
    }

    /** True where {@code node} takes a task of {@code shape} when what {@code withholds} keeps of it is kept. */
    private boolean takes(Shape shape, int node, IntPredicate withholds) {
        boolean takes = inForce.index().takes(shape, node);
        return takes && withholds.test(node) ? inForce.index().takes(shape, node) : takes;
    }

    /** On all nodes, or those of the domain that tasks are kept among. */
    private boolean tryTakeAnywhere(Job job, IntPredicate withholds) {
        int checkpoint = scratch.checkpoint();
        tasks.homes.clear();
        turn.beginJob(job);
        heard(job);
        boolean placed = places(job, withholds, tasks.own().placing().gangs(), false);
        if (!placed) {
            scratch.rollback(checkpoint);
            if (!job.uniform()) {
                turn.beginJob(job);
                heard(job);
                placed = places(job, withholds, FIRST_NODES, true);
            }
        }
        if (!placed) {
            scratch.rollback(checkpoint);
        } else if (job.leastTasks() < job.mostTasks() && !growsLater(job)) {
            takeMore(job, withholds);
        }
        return placed;
    }

    /** True where it gets more than its fewest tasks when all that it brings to others was seen. */
    private boolean growsLater(Job job) {
        return inForce.strategy().resize() == Resize.BY_GAIN && job.mayChangeSize();
    }

    /** Places the tasks of each group that must start, group by group. */
    private boolean places(Job job, IntPredicate withholds, GangPlacer placer, boolean firstDevices) {
        boolean placed = true;
        for (int at = 0; placed && at < job.gang().groups(); at++) {
            int group = job.gang().inTurn(at);
            tasks.begin(job, group, withholds);
            tasks.firstDevices = firstDevices;
            placed = placesGroup(job, group, withholds, placer);
        }
        return placed;
    }

    private boolean placesGroup(Job job, int group, IntPredicate withholds, GangPlacer placer) {
        Within own = job.gang().own(group);
        if (own != null) {
            return placesTogether(own, group, placer);
        }
        Inside inside = tasks.inside;
        if (inside == null || !inside.divided || !job.gang().bound(group)) {
            return placer.place(tasks) && tasks.left == 0;
        }
        // Of all nodes: where it is the whole cluster, each is looked at once a level.
        long[] slots = slots(job.gang().shape(group), withholds);
        List<DomainSearch.Part> parts =
                inside.search.parts(inside.level, inside.nodes, tasks.left, node -> slots[node]);
        if (parts == null) {
            return false;
        }
        boolean placed = true;
        for (int i = 0; placed && i < parts.size(); i++) {
            tasks.among = tasks.alike(parts.get(i).nodes(), tasks.shape());
            tasks.left = parts.get(i).tasks();
            placed = placer.place(tasks) && tasks.left == 0;
        }
        return placed;
    }

    /**
     * Those of one group go to one domain, as {@code own} says, of the nodes that they are among: the one that the strategy wants most, of those
     * that hold as many as the group may have, if there are some. Where devices are not chosen, the one with least room of the level asked
     * for, as {@link GroupPlaces} reckons.
     */
    private boolean placesTogether(Within own, int group, GangPlacer placer) {
        NodeTable nodes = state.nodeTable();
        int @Nullable [] outer = tasks.among;
        DomainPolicy policy = tasks.firstDevices
                ? DomainPolicies.TIGHTEST
                : tasks.own().placing().domains();
        DomainSearch search = new DomainSearch(
                nodes,
                own,
                policy,
                node -> nodes.present(node) && (outer == null || Arrays.binarySearch(outer, node) >= 0));
        Home home = new Home(search, group, slots(tasks.shape(), tasks.withholds));
        int least = tasks.left;
        int most = tasks.most(group);
        return !tasks.firstDevices && most > least && placesIn(home, most, placer) || placesIn(home, least, placer);
    }

    /**
     * Where a group goes together.
     *
     * @param slots how many of its tasks each node holds
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Home(DomainSearch search, int group, long[] slots) {}

    /** In one domain that has room for {@code wanted} tasks. */
    private boolean placesIn(Home home, int wanted, GangPlacer placer) {
        DomainSearch search = home.search;
        for (int level : tasks.firstDevices ? new int[] {search.asked()} : search.tries()) {
            for (DomainRoom room : search.rooms(level, tasks.shape(), wanted, node -> home.slots[node])) {
                if (tasks.placedIn(room.nodes(), placer)) {
                    tasks.homes.put(home.group, search.domain(room.nodes()[0]));
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Takes room for further tasks of {@code job}, which runs, one by one where the strategy places them.
     *
     * @param among the nodes that they may go to, ascending; null for all
     * @param stands told each step of the scratch; false where that is taken back, and no more are taken
     */
    public void takeMore(Job job, int @Nullable [] among, IntPredicate stands) {
        tasks.own = inForce.of(job);
        turn.beginJob(job);
        boolean takes = true;
        for (int at = 0; takes && at < job.gang().groups(); at++) {
            int group = job.gang().inTurn(at);
            int first = job.spec().firstTask(group);
            int end = first + job.spec().groups().get(group).max();
            boolean room = true;
            int @Nullable [] open = GrowthDomains.among(state.nodeTable(), job, group, among);
            for (int task = first; takes && room && task < end; task++) {
                int step = scratch.checkpoint();
                room = job.taskState(task) != JobState.PENDING || tasks.takeOne(job, group, task, open);
                takes = !room || step == scratch.checkpoint() || stands.test(step);
                if (!takes) {
                    scratch.rollback(step);
                }
            }
        }
        turn.keep();
    }

    /**
     * Takes room for one more task of {@code job}, which runs: the first of those that have none.
     *
     * @param among as of {@link #takeMore(Job, int[], IntPredicate)}
     * @param taken which tasks this pass found room for before
     */
    public boolean takeOneMore(Job job, int @Nullable [] among, IntPredicate taken) {
        tasks.own = inForce.of(job);
        turn.beginJob(job);
        boolean takes = false;
        for (int at = 0; !takes && at < job.gang().groups(); at++) {
            int group = job.gang().inTurn(at);
            int first = job.spec().firstTask(group);
            int end = first + job.spec().groups().get(group).max();
            int task = first;
            while (task < end && (job.taskState(task) != JobState.PENDING || taken.test(task))) {
                task++;
            }
            takes = task < end
                    && tasks.takeOne(job, group, task, GrowthDomains.among(state.nodeTable(), job, group, among));
        }
        turn.keep();
        return takes;
    }

    /** As many tasks above those that must start as there is room for. */
    private void takeMore(Job job, IntPredicate withholds) {
        for (int at = 0; at < job.gang().groups(); at++) {
            tasks.beginMore(job, job.gang().inTurn(at), withholds);
            boolean takes = true;
            while (takes && tasks.left > 0) {
                takes = tasks.take();
            }
        }
    }

    private void heard(Job job) {
        if (watcher != null) {
            watcher.begins(job);
        }
    }

    /** Those of one group of the job that room is looked for. */
    private final class Tasks implements Gang {
        /** Where they go by their class. */
        private StrategyInForce.@Nullable Own own;

        private @Nullable Job job;
        private @Nullable Shape shape;
        private IntPredicate withholds = _ -> false;
        /** The number of the next task in its job. */
        private int next;

        private int left;
        /** Nobody chooses devices for them. */
        private boolean firstDevices;

        /** The domain in which those must be whose group says so; null for none. */
        private @Nullable Inside inside;

        /** The nodes whose devices are tried for those that ask for some; null for all. */
        private DeviceKinds.@Nullable Alike alike;

        /** The nodes that they must be among, ascending; null for all. */
        private int @Nullable [] among;

        /** By group that has a domain of its own: the nodes of the one that it went to, ascending. */
        private final TreeMap<Integer, int[]> homes = new TreeMap<>();

        StrategyInForce.Own own() {
            return Objects.requireNonNull(own);
        }

        /** Those that must start. */
        void begin(Job newJob, int group, IntPredicate newWithholds) {
            job = newJob;
            shape = newJob.gang().shape(group);
            among = among(newJob.gang().bound(group), newJob.gang().shape(group));
            withholds = newWithholds;
            firstDevices = false;
            next = group == 0 ? 0 : newJob.spec().firstTask(group);
            left = newJob.uniform()
                    ? newJob.leastTasks()
                    : newJob.spec().groups().get(group).min();
        }

        /** Task {@code task} alone; true where it has room. */
        boolean takeOne(Job newJob, int group, int task, int @Nullable [] newAmong) {
            begin(newJob, group, _ -> false);
            among = newAmong;
            next = task;
            left = 1;
            return take();
        }

        /** How many the group may have. */
        int most(int group) {
            return Objects.requireNonNull(job).spec().groups().get(group).max();
        }

        /** All that are left, among {@code nodes}; as it was where they have no room. */
        boolean placedIn(int[] nodes, GangPlacer placer) {
            int checkpoint = scratch.checkpoint();
            int first = next;
            int all = left;
            int @Nullable [] before = among;
            among = alike(nodes, shape());
            boolean placed = placer.place(this) && left == 0;
            if (!placed) {
                scratch.rollback(checkpoint);
                next = first;
                left = all;
                among = before;
            }
            return placed;
        }

        private int @Nullable [] among(boolean bound, Shape newShape) {
            boolean kept = inside != null && bound && inside.level != DomainSearch.CLUSTER;
            return kept ? alike(Objects.requireNonNull(inside).nodes, newShape) : null;
        }

        /** Those of {@code nodes} on which tasks of {@code tried} are tried. */
        int[] alike(int[] nodes, Shape tried) {
            return alike == null || tried.demand().gpus() == 0
                    ? nodes
                    : Arrays.stream(nodes).filter(node -> alike(node, tried)).toArray();
        }

        /** True where tasks of {@code tried} are tried on {@code node}: all that ask for no devices. */
        boolean alike(int node, Shape tried) {
            return alike == null || tried.demand().gpus() == 0 || alike.has(node);
        }

        /** Those that may start beside them. */
        void beginMore(Job newJob, int group, IntPredicate newWithholds) {
            TaskGroup tasksOfGroup = newJob.spec().groups().get(group);
            begin(newJob, group, newWithholds);
            int @Nullable [] home = homes.get(group);
            if (home != null) {
                among = alike(home, shape());
            }
            next += tasksOfGroup.min();
            left = tasksOfGroup.max() - tasksOfGroup.min();
        }

        @Override
        public Nodes nodes() {
            return state.nodeTable();
        }

        @Override
        public Shape shape() {
            return Objects.requireNonNull(shape);
        }

        @Override
        public int left() {
            return left;
        }

        @Override
        public boolean take() {
            if (left == 0) {
                return false;
            }
            Shape asked = shape();
            int node = choose(asked);
            while (node >= 0 && withholds.test(node)) {
                node = choose(asked);
            }
            if (node >= 0) {
                takeOn(node);
            }
            return node >= 0;
        }

        private int choose(Shape asked) {
            return among == null
                    ? index(asked).choose(asked, turn)
                    : own().index().choose(asked, among, turn);
        }

        /** Of the nodes that those of {@code asked} are tried on. */
        private PlacementIndex index(Shape asked) {
            return alike == null || asked.demand().gpus() == 0 ? own().index() : alike.index();
        }

        @Override
        public boolean take(int node) {
            boolean here = among == null ? alike(node, shape()) : Arrays.binarySearch(among, node) >= 0;
            boolean takes = here && left > 0 && takes(shape(), node, withholds);
            if (takes) {
                takeOn(node);
            }
            return takes;
        }

        private void takeOn(int node) {
            left--;
            if (firstDevices) {
                Grant devices = state.nodeTable().row(node).takeOne(shape());
                scratch.take(shape(), next++, node, devices);
                return;
            }
            Job taker = Objects.requireNonNull(job);
            PlacementIndex index = among == null ? index(shape()) : own().index();
            if (watcher != null && taker.waiting()) {
                watcher.goes(taker, next, node, index, among);
            }
            scratch.take(shape(), next++, node, index.devices(shape(), node, turn));
        }
    }
}
