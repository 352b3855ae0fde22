package io.berth.core.cluster;

import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.data.DataSets;
import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceRow;
import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.image.Images;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.cluster.load.Loads;
import io.berth.core.cluster.load.NodeLoad;
import io.berth.core.cluster.load.alike.Forecasts;
import io.berth.core.cluster.peer.Peers;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.cluster.spare.Spare;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes and what is left of them, by node number. Only the state and a scratch transaction change it. */
public final class NodeTable implements Nodes {
    private static final int DOWN = NodeCells.LOST | NodeCells.DRAINING | NodeCells.CLOSED | NodeCells.GRANTED;

    /** More than strategies name; what was asked for under strategies of before goes. */
    private static final int MOST_DOMAIN_KEYS = 32;

    /** Of a weight of 1: preferences for what other tasks are placed count in parts of it. */
    private static final int WORTH_UNIT = 16;

    private final ResourceNames names;
    private final NodeClasses classes;
    private final ClassVerdicts verdicts;
    private final Declarations declared;
    private final NodeCells cells;
    private final ChangeLog changes = new ChangeLog();
    private final Peers peers;
    private final Grants grants;
    /** By label key, the first asked for first; a copy of the table has none until it is asked. */
    private final List<Domains> domains = new ArrayList<>();

    private Images images = new Images();
    private DataSets data = new DataSets();
    private NodeLoads loads = new NodeLoads(this, new Loads(), new Forecasts());
    private Spare spare = new Spare();
    private int count;
    private long releases;

    public NodeTable() {
        this(new ResourceNames(), new NodeClasses(), new Declarations(), null, null);
    }

    private NodeTable(
            ResourceNames names,
            NodeClasses classes,
            Declarations declared,
            @Nullable NodeCells cells,
            @Nullable Peers peers) {
        this.names = names;
        this.classes = classes;
        this.verdicts = new ClassVerdicts(classes);
        this.declared = declared;
        this.cells = cells == null ? new NodeCells(names.columns()) : cells;
        this.grants = new Grants(this, this.cells);
        NodeTraits traits = new NodeTraits(this);
        this.peers = peers == null ? new Peers(traits) : peers.copy(traits);
    }

    /** The same nodes once more, for somebody who looks at them on another thread; its change log is empty. */
    public NodeTable copy() {
        NodeTable copy = new NodeTable(names.copy(), classes.copy(), declared.copy(), cells.copy(), peers);
        copy.count = count;
        copy.images = images.copy();
        copy.data = data.copy();
        copy.loads = loads.copyFor(copy);
        copy.spare = spare.copy();
        copy.changes.resize(count);
        return copy;
    }

    /**
     * What was declared of the nodes and what became of them, as {@link #copy} but cheaper: without what is needed to ask whether a task
     * fits, and what changed.
     */
    public NodeTable image() {
        NodeTable image = new NodeTable(names.copy(), new NodeClasses(), declared.copy(), cells.copy(), null);
        image.count = count;
        image.loads = loads.copyFor(image);
        image.spare = spare.copy();
        return image;
    }

    /** True where {@code node} has the same left here and in {@code other}, device by device. */
    public boolean sameLeft(NodeTable other, int node) {
        return usable(node) == other.usable(node)
                && declared.of(node)
                        .devices()
                        .sets()
                        .equals(other.declared.of(node).devices().sets())
                && Arrays.equals(row(node).cells, other.row(node).cells);
    }

    /** {@code demand} of tasks that no selector picks, as this table reads it. */
    public Shape shape(int id, Demand demand) {
        return shape(id, demand, List.of());
    }

    /** {@code demand} of tasks that the selectors {@code pickedBy} of {@link #peers} pick, as this table reads it. */
    public Shape shape(int id, Demand demand, List<Integer> pickedBy) {
        Regards regards = new Regards(peers.profile(id, demand, pickedBy), images.of(demand), data.of(demand));
        Shape shape = new Shape(id, demand, regards, names);
        spare.want(shape.bestEffort());
        widen(DeviceLayout.NONE);
        return shape;
    }

    /** Which tasks are placed where, as far as rules between tasks ask. */
    public Peers peers() {
        return peers;
    }

    @Override
    public long peerVersion(Shape shape) {
        return shape.alone() ? 0 : peers.version(shape.peers());
    }

    @Override
    public long worthVersion(Shape shape) {
        long ofHoldings = images.version(shape.images()) + data.version(shape.data());
        return shape.peers().leans() ? ofHoldings + peers.leaningVersion(shape.peers()) : ofHoldings;
    }

    @Override
    public int worth(Shape shape, int node) {
        int worth = nodeClass(node).worth(shape.demand(), WORTH_UNIT);
        return shape.peers().leans() ? worth + peers.worth(shape.peers(), node, WORTH_UNIT) : worth;
    }

    @Override
    public int imageWorth(Shape shape, int node) {
        return images.worth(shape.images(), node);
    }

    @Override
    public long dataBytes(Shape shape) {
        return data.bytes(shape.data());
    }

    @Override
    public long missingBytes(Shape shape, int node) {
        return data.missing(shape.data(), node);
    }

    @Override
    public int dataHolder(Shape shape, int node) {
        int holder = data.holder(shape.data(), node);
        return holder < count ? holder : -1;
    }

    /** Which data sets there are, and which nodes hold them. */
    public DataSets data() {
        return data;
    }

    /** Data set {@code name} is {@code now}; null where there is none any more. */
    public void declare(String name, @Nullable DataSet now) {
        mark(data.set(name, now));
    }

    /**
     * {@code node} holds data set {@code name} from now on, or does so no more.
     *
     * @return false where that was so already, or set or node are not there
     */
    public boolean hold(String name, int node, boolean held) {
        DataSet set = data.known().get(name);
        if (set == null || node < 0 || node >= count || set.nodes().has(node) == held || held && !present(node)) {
            return false;
        }
        declare(name, set.at(held ? set.nodes().with(node) : set.nodes().without(node)));
        return true;
    }

    private void mark(NodeSet nodes) {
        for (int node = nodes.next(0); node >= 0 && node < count; node = nodes.next(node + 1)) {
            changes.mark(node);
        }
    }

    /** Which nodes hold which images, as far as tasks ask for them. */
    public Images images() {
        return images;
    }

    /** {@code now} hold {@code image}; null where nobody knows any more. */
    public void holds(String image, @Nullable ImageHolders now) {
        mark(images.set(image, now));
    }

    @Override
    public boolean prefers(Shape shape) {
        return someAvoided() || !shape.demand().preferences().isEmpty();
    }

    /** True where some node has a taint that tasks rather avoid. */
    public boolean someAvoided() {
        return classes.someAvoided();
    }

    @Override
    public ResourceNames names() {
        return names;
    }

    /** Adds node {@code count()}, or declares a node again that was lost or forgotten; it is empty then. */
    public void join(int node, NodeSpec spec) {
        if (node > count || (node < count && tasks(node) > 0)) {
            throw new IllegalArgumentException("Node (" + node + ") cannot join: it is not the next, or holds tasks.");
        }
        if (node == count) {
            cells.reach(node);
            changes.reach(node);
            declared.reach(node);
            count++;
        }
        declare(node, spec);
        cells.begin(node, declared.of(node));
        loads.clear(node);
        spare.observe(node, null);
        peers.changed(node);
        releases++;
        changes.mark(node);
    }

    /**
     * Declares a node that is there otherwise; what runs there goes on, more than there is room for if need be. Where it has other
     * devices, the caller takes what each of its tasks holds once more.
     *
     * @return true where its devices are others, so that nothing of it is held any more
     */
    public boolean change(int node, NodeSpec spec) {
        Declared old = declared.of(node);
        long[] before = Arrays.copyOf(old.total, names.columns());
        declare(node, spec);
        Declared now = declared.of(node);
        boolean others = old.devices() != now.devices();
        if (others) {
            int kept = cells.state(node) & DOWN;
            long cpuMilli = cells.othersCpuMilli(node);
            long memoryBytes = cells.othersMemoryBytes(node);
            cells.begin(node, now);
            spare.clear(node);
            peers.clear(node);
            cells.mark(node, kept, true);
            cells.observeOthers(node, cpuMilli, memoryBytes);
        } else {
            cells.classify(node, now.nodeClass.id);
            for (int column = 0; column < names.columns(); column++) {
                long had = column < before.length ? before[column] : 0;
                cells.add(node, column, now.total(column) - had);
            }
        }
        if (old.nodeClass != now.nodeClass) {
            peers.changed(node);
        }
        releases++;
        changes.mark(node);
        return others;
    }

    /** Takes a node out; its tasks must be released first or after. */
    public void lose(int node) {
        cells.mark(node, NodeCells.LOST, true);
        data.clear(node);
        leaves(node);
        changes.mark(node);
    }

    /** Takes a node in again that was lost and holds tasks. */
    public void find(int node) {
        cells.mark(node, NodeCells.LOST, false);
        peers.changed(node);
        releases++;
        changes.mark(node);
    }

    /** Takes a node out for good, whose tasks are released; its number is given again. */
    public void forget(int node) {
        Declared old = declared.of(node);
        leave(old);
        NodeSpec nothing = NodeSpec.forgotten(node);
        Declared forgotten = new Declared(nothing, classes.join(nothing), names.total(nothing));
        declared.set(node, forgotten);
        cells.begin(node, forgotten);
        cells.mark(node, NodeCells.LOST, true);
        images.clear(node);
        data.clear(node);
        loads.clear(node);
        spare.observe(node, null);
        leaves(node);
        changes.mark(node);
    }

    /** Lets a node take new tasks, or not. */
    public void drain(int node, boolean stop) {
        cells.mark(node, NodeCells.DRAINING, stop);
        releases++;
        changes.mark(node);
    }

    /** Keeps a node from the job that room is looked for, or does so no longer; whoever does that takes it back before the pass is over. */
    public void close(int node, boolean closed) {
        cells.mark(node, NodeCells.CLOSED, closed);
        changes.mark(node);
    }

    /** As {@link #close}, of a node that is granted to others. */
    public void grantAway(int node, boolean away) {
        cells.mark(node, NodeCells.GRANTED, away);
        changes.mark(node);
    }

    /** Replaces what others use on a node; what is left may become negative. */
    public void observeOthers(int node, long cpuMilli, long memoryBytes) {
        cells.observeOthers(node, cpuMilli, memoryBytes);
        releases++;
        changes.mark(node);
    }

    /** Gives {@code shape} its room on {@code node}, on the devices of {@code grant}. */
    public void take(Shape shape, int node, Grant grant) {
        move(shape, node, grant, -1);
        if (helps(shape)) {
            releases++;
        }
    }

    /** True where a task of {@code shape} that is placed may let others be placed that could not before. */
    public boolean helps(Shape shape) {
        return !shape.alone() && peers.helps(shape.peers());
    }

    /** The task of {@code old} that holds room of {@code node} is one of {@code now}, which asks for the same. */
    public void reshape(Shape old, Shape now, int node) {
        peers.move(old.peers(), node, -1);
        peers.move(now.peers(), node, 1);
        releases++;
        changes.mark(node);
    }

    /** True where rules between tasks let one of {@code shape} come to {@code node} now, whatever room there is. */
    public boolean peersAllow(Shape shape, int node) {
        return shape.alone() || peers.whyNot(shape.peers(), node) == null;
    }

    /** True where nothing that is placed must be apart from a task of {@code shape} on {@code node}, nor it from them. */
    public boolean mayBeBeside(Shape shape, int node) {
        return shape.alone() || peers.whyApart(shape.peers(), node) == null;
    }

    /** Takes back what {@link #take} gave. */
    public void release(Shape shape, int node, Grant grant) {
        releases++;
        undo(shape, node, grant);
    }

    /** Takes back what {@link #take} gave on trial; room that was never really gone counts as no release. */
    public void undo(Shape shape, int node, Grant grant) {
        move(shape, node, grant, 1);
    }

    /** A copy of what is left of {@code node}. */
    public NodeRow row(int node) {
        DeviceLayout layout = layout(node);
        return new NodeRow(node, cells.left(node, layout), layout);
    }

    /** A row of {@code node} with nothing in it. */
    public NodeRow emptyRow(int node) {
        DeviceLayout layout = layout(node);
        return new NodeRow(node, new long[cells.columns() + DeviceRow.cells(layout)], layout);
    }

    /** A row of {@code node} with all that was declared of it. */
    public NodeRow declaredRow(int node) {
        Declared made = declared.of(node);
        NodeRow row = emptyRow(node);
        System.arraycopy(made.total, 0, row.cells, 0, made.total.length);
        DeviceRow.declare(row.cells, cells.columns(), made.devices());
        return row;
    }

    /** Takes {@code row} away from its node ({@code sign} -1) or gives it back (1), as if somebody unknown held it. */
    public void withhold(NodeRow row, int sign) {
        cells.add(row.node, layout(row.node), row.cells, sign);
        changes.mark(row.node);
    }

    /** For how many tasks of {@code shape} {@code node} has room now, whatever rules between tasks say. */
    public int slots(Shape shape, int node) {
        if (whyNoRoom(shape, node) != null) {
            return 0;
        }
        long slots = shape.gpus() == 0
                ? Integer.MAX_VALUE
                : DeviceRow.slots(cells.devices(node), cells.devicesAt(node), layout(node), shape.devices());
        for (int i = 0; i < shape.needs(); i++) {
            slots = StrictMath.min(slots, cells.free(node, shape.column(i)) / shape.amount(i));
        }
        return (int) slots;
    }

    /** Something that is derived from the tasks of {@code node} changed, though what is free there did not. */
    public void touch(int node) {
        changes.mark(node);
    }

    /** Tasks may come to {@code node} that might not before, though what is free there did not change. */
    void loosen(int node) {
        releases++;
        changes.mark(node);
    }

    /** Tasks may fit on nodes on which they did not, though no row changed: who keeps rows is told by a version. */
    void loosen() {
        releases++;
    }

    /** What is measured of the nodes. */
    public NodeLoads loads() {
        return loads;
    }

    /** What best-effort tasks hold, and what is known of how much the others use. */
    public Spare spare() {
        return spare;
    }

    @Override
    public @Nullable NodeLoad load(int node) {
        return loads.of(node);
    }

    @Override
    public long deviceMemoryBytes(int node) {
        return declared.of(node).deviceMemoryBytes();
    }

    @Override
    public Forecasts forecasts() {
        return loads.forecasts();
    }

    /** How often something was given back, came in, or made a rule between tasks hold; where it stands still, nothing fits that did not fit before. */
    public long releases() {
        return releases;
    }

    /** Thousandths of a CPU of the node with most, 0 without nodes; lost ones count. */
    public long mostCpuMilli() {
        return declared.mostCpuMilli();
    }

    /** The devices of the node with most; lost ones count. */
    public long mostDevices() {
        return declared.mostDevices();
    }

    /** Brings {@code known} up to date, looking only at the nodes that were declared since. */
    public long emptySlots(CountedSlots known) {
        return known.count(declared, count);
    }

    /** How often a node was declared; where it stands still, the nodes are what they were. */
    public long declarations() {
        return declared.head();
    }

    /** How often a node was declared anew otherwise; where it stands still, all that could ever be held still can. */
    public long redeclarations() {
        return declared.redeclarations();
    }

    /** What was declared. */
    public NodeSpec spec(int node) {
        return declared.of(node).spec;
    }

    public boolean draining(int node) {
        return (cells.state(node) & NodeCells.DRAINING) != 0;
    }

    /** Thousandths of a CPU that others use. */
    public long othersCpuMilli(int node) {
        return cells.othersCpuMilli(node);
    }

    /** Memory that others use. */
    public long othersMemoryBytes(int node) {
        return cells.othersMemoryBytes(node);
    }

    /** Which devices a task would get. */
    public Grants grants() {
        return grants;
    }

    /** How many tasks of {@code shape} an empty {@code node} would hold. */
    public int emptySlots(Shape shape, int node) {
        return CountedSlots.of(shape, declared.of(node));
    }

    @Override
    public int slowestLink(Shape shape, int node) {
        DeviceLayout layout = layout(node);
        long mask = DeviceRow.firstIdle(cells.devices(node), cells.devicesAt(node), layout, shape.devices());
        return DeviceRow.slowestLink(layout, mask);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public String name(int node) {
        return declared.of(node).spec.name();
    }

    @Override
    public long free(int node, int column) {
        return cells.free(node, column);
    }

    @Override
    public long total(int node, int column) {
        return declared.total(node, column);
    }

    @Override
    public NodeClass nodeClass(int node) {
        return declared.classOf(node);
    }

    @Override
    public Domains domains(String key) {
        for (int i = 0; i < domains.size(); i++) {
            if (domains.get(i).key().equals(key)) {
                return domains.get(i).catchUp();
            }
        }
        if (domains.size() == MOST_DOMAIN_KEYS) {
            domains.removeFirst();
        }
        domains.add(new Domains(this, key));
        return domains.getLast().catchUp();
    }

    @Override
    public int gpus(int node) {
        return layout(node).count();
    }

    @Override
    public int gpuFreeMilli(int node, int gpu) {
        return DeviceRow.milli(cells.devices(node), cells.devicesAt(node), gpu);
    }

    @Override
    public int gpuFreeMilli(int node, int[] into) {
        DeviceLayout layout = layout(node);
        DeviceRow.milli(cells.devices(node), cells.devicesAt(node), layout, into);
        return layout.count();
    }

    @Override
    public long gpuFreeMemoryBytes(int node, int gpu) {
        return DeviceRow.memory(cells.devices(node), cells.devicesAt(node), layout(node), gpu);
    }

    @Override
    public int idleGpus(int node) {
        return cells.idle(node);
    }

    @Override
    public int largestFreeMilli(int node) {
        return cells.largest(node);
    }

    @Override
    public long totalFreeMilli(int node) {
        return cells.total(node);
    }

    @Override
    public long gpuSizes(int node) {
        return cells.sizes(node);
    }

    @Override
    public int model(int node) {
        return declared.classOf(node).model;
    }

    @Override
    public String modelName(int index) {
        return classes.models().get(index).models();
    }

    @Override
    public boolean accepts(Shape shape, int model) {
        return classes.models().get(model).accepts(shape.devices());
    }

    @Override
    public int models() {
        return classes.models().size();
    }

    @Override
    public int tasks(int node) {
        return cells.tasks(node);
    }

    @Override
    public boolean present(int node) {
        return (cells.state(node) & NodeCells.LOST) == 0;
    }

    @Override
    public boolean usable(int node) {
        return (cells.state(node) & DOWN) == 0;
    }

    @Override
    public boolean known(int node) {
        return !declared.of(node).spec.isForgotten();
    }

    @Override
    public ChangeLog changes() {
        return changes;
    }

    @Override
    public boolean alike(int node, int other) {
        return cells.alike(node, other)
                && loads.alike(node, other)
                && declared.of(node).sameAs(declared.of(other));
    }

    @Override
    public boolean fits(Shape shape, int node) {
        long[] front = cells.front(node);
        int at = cells.frontAt(node);
        int state = NodeCells.state(front, at);
        // What nodes lack most comes first: each change of a node is looked at for every shape, and most do not fit
        // before or after.
        if (!NodeCells.enough(front, at, shape)
                || (state & DOWN) != 0
                || verdicts.whyNot(shape, NodeCells.classAt(front, at)) != null) {
            return false;
        }
        boolean summed = (state & NodeCells.MIXED) == 0 && shape.gpuMemoryBytes() == 0 && !shape.linked();
        boolean room = summed
                || shape.gpus() == 0
                || DeviceRow.whyNot(cells.devices(node), cells.devicesAt(node), layout(node), shape.devices()) == null;
        return room && (shape.alone() || peers.whyNot(shape.peers(), node) == null);
    }

    @Override
    public @Nullable Reason whyNot(Shape shape, int node) {
        Reason lack = whyNoRoom(shape, node);
        return lack != null || shape.alone() ? lack : peers.whyNot(shape.peers(), node);
    }

    private static Reason whyDown(int state) {
        if ((state & NodeCells.LOST) != 0) {
            return Reason.NODE_LOST;
        }
        if ((state & NodeCells.DRAINING) != 0) {
            return Reason.NODE_DRAINING;
        }
        return (state & NodeCells.CLOSED) != 0 ? Reason.RESERVED : Reason.OTHER_POOL;
    }

    /** Why {@code shape} does not fit on {@code node} now, whatever else runs where; null where it does. */
    private @Nullable Reason whyNoRoom(Shape shape, int node) {
        long[] front = cells.front(node);
        int at = cells.frontAt(node);
        int state = NodeCells.state(front, at);
        if ((state & DOWN) != 0) {
            return whyDown(state);
        }
        for (int i = 0; i < shape.needs(); i++) {
            if (NodeCells.free(front, at, shape.column(i)) < shape.amount(i)) {
                return Resource.shortage(shape.column(i));
            }
        }
        Reason never = verdicts.whyNot(shape, NodeCells.classAt(front, at));
        if (never != null || shape.gpus() == 0) {
            return never;
        }
        if ((state & NodeCells.MIXED) == 0) {
            if (shape.wholeGpus() && NodeCells.idle(front, at) < shape.gpus()) {
                return Reason.WHOLE_GPUS;
            }
            if (!shape.wholeGpus() && NodeCells.largest(front, at) < shape.gpuMilli()) {
                return Reason.GPU_SHARE;
            }
            if (shape.gpuMemoryBytes() == 0 && !shape.linked()) {
                return null;
            }
        }
        return DeviceRow.whyNot(cells.devices(node), cells.devicesAt(node), layout(node), shape.devices());
    }

    @Override
    public @Nullable Reason neverFits(Shape shape, int node) {
        return verdicts.whyNot(shape, cells.nodeClass(node));
    }

    @Override
    public boolean gpuFits(Shape shape, int node, int gpu) {
        long[] devices = cells.devices(node);
        int at = cells.devicesAt(node);
        if (cells.state(node) == 0 && shape.gpuMemoryBytes() == 0 && shape.gpuMilli() > 0) {
            return devices[at + gpu] >= shape.gpuMilli();
        }
        return DeviceRow.fits(devices, at, layout(node), shape.devices(), gpu);
    }

    /** How the devices of {@code node} are laid out. */
    DeviceLayout layout(int node) {
        return declared.classOf(node).devices();
    }

    private void move(Shape shape, int node, Grant grant, int sign) {
        if (shape.bestEffort()) {
            spare.move(node, Amount.held(shape.demand(), grant, layout(node)), -sign);
            changes.mark(node);
            return;
        }
        cells.move(shape, node, grant.mask() == 0 ? DeviceLayout.NONE : layout(node), grant, sign);
        if (!shape.alone()) {
            peers.move(shape.peers(), node, -sign);
        }
        changes.mark(node);
    }

    /** A domain less may let tasks be spread over the others. */
    private void leaves(int node) {
        peers.changed(node);
        if (peers.any()) {
            releases++;
        }
    }

    private void declare(int node, NodeSpec spec) {
        Declared old = declared.orNull(node);
        Declared made = new Declared(spec, classes.join(spec), names.total(spec));
        if (old != null) {
            leave(old);
        }
        declared.set(node, made);
        widen(made.devices());
    }

    private void leave(Declared old) {
        if (classes.leave(old.nodeClass)) {
            verdicts.forget(old.nodeClass.id);
        }
    }

    /** Makes room for another column, or for a node of more devices than any before. */
    private void widen(DeviceLayout devices) {
        // Rows that readers keep are laid out as before: they make them anew.
        if (cells.widen(names.columns(), devices)) {
            for (int node = 0; node < count; node++) {
                changes.mark(node);
            }
        }
    }
}
