package io.berth.core.cluster;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceRow;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes and what is left of them, in dense cells by node number. Only the state and a scratch transaction change it.
 *
 * <p>The cells of a node: what is asked of it most (state, class, idle devices, the largest share, all shares), who uses it, then
 * what is free of its resources, by column, and of its devices ({@link DeviceRow}), and how many tasks of each size are there.
 */
public final class NodeTable implements Nodes {
    private static final int STATE = 0;
    private static final int CLASS = 1;
    /** What {@link DeviceRow#summarise} writes: three cells side by side. */
    private static final int IDLE = 2;

    private static final int LARGEST = 3;
    private static final int TOTAL = 4;
    private static final int SIZES = 5;
    private static final int TASKS = 6;
    private static final int OTHERS_CPU = 7;
    private static final int OTHERS_MEMORY = 8;
    private static final int FREE = 9;

    /** Bits of {@link #STATE}; none where the node takes tasks. */
    private static final int LOST = 1;

    private static final int DRAINING = 2;
    /** The node takes tasks all the same. */
    private static final int MIXED = 4;

    private static final int DOWN = LOST | DRAINING;

    /** More than strategies name; what was asked for under strategies of before goes. */
    private static final int MOST_DOMAIN_KEYS = 32;

    private final ResourceNames names;
    private final NodeClasses classes;
    private final ClassVerdicts verdicts;
    private final Declarations declared;
    private final Cells cells;
    private final ChangeLog changes = new ChangeLog();
    /** By label key, the first asked for first; a copy of the table has none until it is asked. */
    private final List<Domains> domains = new ArrayList<>();
    /** Columns and devices that the cells of a node have room for. */
    private int columns;

    private int width = 8;
    private int count;
    private long releases;

    public NodeTable() {
        this(new ResourceNames(), new NodeClasses(), new Declarations(), null);
    }

    private NodeTable(ResourceNames names, NodeClasses classes, Declarations declared, @Nullable Cells cells) {
        this.names = names;
        this.classes = classes;
        this.verdicts = new ClassVerdicts(classes);
        this.declared = declared;
        this.columns = names.columns();
        this.cells = cells == null ? new Cells(stride()) : cells;
    }

    /** The same nodes once more, for somebody who looks at them on another thread; its change log is empty. */
    public NodeTable copy() {
        NodeTable copy = new NodeTable(names.copy(), classes.copy(), declared.copy(), cells.copy());
        copy.columns = columns;
        copy.width = width;
        copy.count = count;
        copy.changes.resize(count);
        return copy;
    }

    /**
     * What was declared of the nodes and what became of them, as {@link #copy} but cheaper: without what is needed to ask whether a task
     * fits, and what changed.
     */
    public NodeTable image() {
        NodeTable image = new NodeTable(names.copy(), new NodeClasses(), declared.copy(), cells.copy());
        image.columns = columns;
        image.width = width;
        image.count = count;
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

    /** {@code demand} as this table reads it. */
    public Shape shape(int id, Demand demand) {
        Shape shape = new Shape(id, demand, names);
        widen(width);
        return shape;
    }

    @Override
    public ResourceNames names() {
        return names;
    }

    /** True where a task of {@code shape} fits on {@code node} now, on just the devices of {@code grant}. */
    public boolean fitsOn(Shape shape, int node, Grant grant) {
        if (node < 0 || node >= count || whyNot(shape, node) != null) {
            return false;
        }
        return shape.gpus() == 0
                ? grant.mask() == 0
                : DeviceRow.fitsOn(cells.read(node), devicesAt(node), layout(node), shape.devices(), grant.mask());
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
        long[] row = cells.write(node);
        int at = cells.at(node);
        Arrays.fill(row, at, at + cells.stride(), 0);
        begin(node, row, at);
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
        long[] row = cells.write(node);
        int at = cells.at(node);
        row[at + CLASS] = now.nodeClass.id;
        boolean others = old.devices() != now.devices();
        if (others) {
            long kept = row[at + STATE] & DOWN;
            long[] mine = {row[at + OTHERS_CPU], row[at + OTHERS_MEMORY]};
            Arrays.fill(row, at, at + cells.stride(), 0);
            begin(node, row, at);
            row[at + STATE] |= kept;
            row[at + OTHERS_CPU] = mine[0];
            row[at + OTHERS_MEMORY] = mine[1];
            row[at + FREE + Resource.CPU.ordinal()] -= mine[0];
            row[at + FREE + Resource.MEMORY.ordinal()] -= mine[1];
        } else {
            for (int column = 0; column < names.columns(); column++) {
                long had = column < before.length ? before[column] : 0;
                row[at + FREE + column] += now.total(column) - had;
            }
        }
        releases++;
        changes.mark(node);
        return others;
    }

    /** Takes a node out; its tasks must be released first or after. */
    public void lose(int node) {
        cells.write(node)[cells.at(node) + STATE] |= LOST;
        changes.mark(node);
    }

    /** Takes a node in again that was lost and holds tasks. */
    public void find(int node) {
        cells.write(node)[cells.at(node) + STATE] &= ~LOST;
        releases++;
        changes.mark(node);
    }

    /** Takes a node out for good, whose tasks are released; its number is given again. */
    public void forget(int node) {
        Declared old = declared.of(node);
        leave(old);
        NodeSpec nothing = NodeSpec.forgotten(node);
        declared.set(node, new Declared(nothing, classes.join(nothing), names.total(nothing)));
        long[] row = cells.write(node);
        int at = cells.at(node);
        Arrays.fill(row, at, at + cells.stride(), 0);
        begin(node, row, at);
        row[at + STATE] = LOST;
        changes.mark(node);
    }

    /** Lets a node take new tasks, or not. */
    public void drain(int node, boolean stop) {
        long[] row = cells.write(node);
        int at = cells.at(node) + STATE;
        row[at] = stop ? row[at] | DRAINING : row[at] & ~DRAINING;
        releases++;
        changes.mark(node);
    }

    /** Replaces what others use on a node; what is left may become negative. */
    public void observeOthers(int node, long cpuMilli, long memoryBytes) {
        long[] row = cells.write(node);
        int at = cells.at(node);
        row[at + FREE + Resource.CPU.ordinal()] += row[at + OTHERS_CPU] - cpuMilli;
        row[at + FREE + Resource.MEMORY.ordinal()] += row[at + OTHERS_MEMORY] - memoryBytes;
        row[at + OTHERS_CPU] = cpuMilli;
        row[at + OTHERS_MEMORY] = memoryBytes;
        releases++;
        changes.mark(node);
    }

    /** Gives {@code shape} its room on {@code node}, on the devices of {@code grant}. */
    public void take(Shape shape, int node, Grant grant) {
        move(shape, node, grant.mask(), -1);
    }

    /** Takes back what {@link #take} gave. */
    public void release(Shape shape, int node, Grant grant) {
        releases++;
        undo(shape, node, grant);
    }

    /** Takes back what {@link #take} gave on trial; room that was never really gone counts as no release. */
    public void undo(Shape shape, int node, Grant grant) {
        move(shape, node, grant.mask(), 1);
    }

    /** A copy of what is left of {@code node}. */
    public NodeRow row(int node) {
        int from = cells.at(node) + FREE;
        DeviceLayout layout = layout(node);
        return new NodeRow(
                node, Arrays.copyOfRange(cells.read(node), from, from + columns + DeviceRow.cells(layout)), layout);
    }

    /** A row of {@code node} with nothing in it. */
    public NodeRow emptyRow(int node) {
        DeviceLayout layout = layout(node);
        return new NodeRow(node, new long[columns + DeviceRow.cells(layout)], layout);
    }

    /** A row of {@code node} with all that was declared of it. */
    public NodeRow declaredRow(int node) {
        Declared made = declared.of(node);
        NodeRow row = emptyRow(node);
        System.arraycopy(made.total, 0, row.cells, 0, made.total.length);
        DeviceRow.declare(row.cells, columns, made.devices());
        return row;
    }

    /** Takes {@code row} away from its node ({@code sign} -1) or gives it back (1), as if somebody unknown held it. */
    public void withhold(NodeRow row, int sign) {
        long[] mine = cells.write(row.node);
        int from = cells.at(row.node) + FREE;
        for (int i = 0; i < row.cells.length; i++) {
            mine[from + i] += sign * row.cells[i];
        }
        recount(row.node, mine, cells.at(row.node));
        changes.mark(row.node);
    }

    /** How many tasks of {@code shape} fit on {@code node} now. */
    public int slots(Shape shape, int node) {
        if (whyNot(shape, node) != null) {
            return 0;
        }
        long[] row = cells.read(node);
        int free = cells.at(node) + FREE;
        long slots = shape.gpus() == 0
                ? Integer.MAX_VALUE
                : DeviceRow.slots(row, devicesAt(node), layout(node), shape.devices());
        for (int i = 0; i < shape.needs(); i++) {
            slots = StrictMath.min(slots, row[free + shape.column(i)] / shape.amount(i));
        }
        return (int) slots;
    }

    /** Something that is derived from the tasks of {@code node} changed, though what is free there did not. */
    public void touch(int node) {
        changes.mark(node);
    }

    /** How often something was given back or came in; where it stands still, nothing fits that did not fit before. */
    public long releases() {
        return releases;
    }

    /** What the largest nodes have. */
    public LargestNodes largest() {
        return new LargestNodes(declared.mostCpuMilli(), (int) declared.mostDevices());
    }

    /** Brings {@code known} up to date, looking only at the nodes that were declared since. */
    public long emptySlots(CountedSlots known) {
        return known.count(declared, count);
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
        return (state(node) & DRAINING) != 0;
    }

    /** Thousandths of a CPU that others use. */
    public long othersCpuMilli(int node) {
        return cell(node, OTHERS_CPU);
    }

    /** Memory that others use. */
    public long othersMemoryBytes(int node) {
        return cell(node, OTHERS_MEMORY);
    }

    /** How many tasks of {@code shape} an empty {@code node} would hold. */
    public int emptySlots(Shape shape, int node) {
        return CountedSlots.of(shape, declared.of(node));
    }

    /** The first idle devices of {@code node} that {@code shape} may have, as many as it asks for; none where there are too few. */
    public Grant firstIdle(Shape shape, int node) {
        return Grant.of(DeviceRow.firstIdle(cells.read(node), devicesAt(node), layout(node), shape.devices()));
    }

    /** All idle devices of {@code node}, bit {@code i} for device {@code i}. */
    public long idleMask(int node) {
        return DeviceRow.idleMask(cells.read(node), devicesAt(node), layout(node));
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
        return column < columns ? cell(node, FREE + column) : 0;
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
        return DeviceRow.milli(cells.read(node), devicesAt(node), gpu);
    }

    @Override
    public int gpuFreeMilli(int node, int[] into) {
        DeviceLayout layout = layout(node);
        DeviceRow.milli(cells.read(node), devicesAt(node), layout, into);
        return layout.count();
    }

    @Override
    public long gpuFreeMemoryBytes(int node, int gpu) {
        return DeviceRow.memory(cells.read(node), devicesAt(node), layout(node), gpu);
    }

    @Override
    public int idleGpus(int node) {
        return (int) cell(node, IDLE);
    }

    @Override
    public int largestFreeMilli(int node) {
        return (int) cell(node, LARGEST);
    }

    @Override
    public long totalFreeMilli(int node) {
        return cell(node, TOTAL);
    }

    @Override
    public long gpuSizes(int node) {
        return cell(node, SIZES);
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
        return (int) cell(node, TASKS);
    }

    @Override
    public boolean present(int node) {
        return (state(node) & LOST) == 0;
    }

    @Override
    public boolean usable(int node) {
        return (state(node) & DOWN) == 0;
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
    public @Nullable Reason whyNot(Shape shape, int node) {
        long[] row = cells.read(node);
        int at = cells.at(node);
        int state = (int) row[at + STATE];
        if ((state & DOWN) != 0) {
            return (state & LOST) != 0 ? Reason.NODE_LOST : Reason.NODE_DRAINING;
        }
        int free = at + FREE;
        for (int i = 0; i < shape.needs(); i++) {
            if (row[free + shape.column(i)] < shape.amount(i)) {
                return Resource.shortage(shape.column(i));
            }
        }
        Reason never = verdicts.whyNot(shape, (int) row[at + CLASS]);
        if (never != null || shape.gpus() == 0) {
            return never;
        }
        if ((state & MIXED) == 0) {
            if (shape.wholeGpus() && row[at + IDLE] < shape.gpus()) {
                return Reason.WHOLE_GPUS;
            }
            if (!shape.wholeGpus() && row[at + LARGEST] < shape.gpuMilli()) {
                return Reason.GPU_SHARE;
            }
            if (shape.gpuMemoryBytes() == 0) {
                return null;
            }
        }
        return DeviceRow.whyNot(row, free + columns, layout(node), shape.devices());
    }

    @Override
    public @Nullable Reason neverFits(Shape shape, int node) {
        return verdicts.whyNot(shape, (int) cell(node, CLASS));
    }

    @Override
    public boolean gpuFits(Shape shape, int node, int gpu) {
        long[] row = cells.read(node);
        int at = cells.at(node);
        int devices = at + FREE + columns;
        if (row[at + STATE] == 0 && shape.gpuMemoryBytes() == 0 && shape.gpuMilli() > 0) {
            return row[devices + gpu] >= shape.gpuMilli();
        }
        return DeviceRow.fits(row, devices, layout(node), shape.devices(), gpu);
    }

    private int state(int node) {
        return (int) cell(node, STATE);
    }

    private long cell(int node, int which) {
        return cells.read(node)[cells.at(node) + which];
    }

    private int devicesAt(int node) {
        return cells.at(node) + FREE + columns;
    }

    private DeviceLayout layout(int node) {
        return declared.classOf(node).devices();
    }

    private void move(Shape shape, int node, long mask, int sign) {
        long[] row = cells.write(node);
        int at = cells.at(node);
        int free = at + FREE;
        for (int i = 0; i < shape.needs(); i++) {
            row[free + shape.column(i)] += sign * shape.amount(i);
        }
        if (mask != 0) {
            DeviceLayout layout = layout(node);
            if (sign < 0) {
                DeviceRow.take(row, free + columns, layout, shape.devices(), mask);
            } else {
                DeviceRow.give(row, free + columns, layout, shape.devices(), mask);
            }
            countSize(shape, row, at, -sign);
            recount(node, row, at);
        }
        row[at + TASKS] -= sign;
        changes.mark(node);
    }

    private void countSize(Shape shape, long[] row, int at, int change) {
        int size = shape.gpuSize();
        int sizes = at + FREE + columns + 2 * width;
        long left = row[sizes + size] += change;
        row[at + SIZES] = left == 0 ? row[at + SIZES] & ~(1L << size) : row[at + SIZES] | 1L << size;
    }

    /** What a reader asks most is kept beside what it follows from. */
    private void recount(int node, long[] row, int at) {
        DeviceRow.summarise(row, at + FREE + columns, layout(node), at + IDLE);
    }

    private void declare(int node, NodeSpec spec) {
        Declared old = declared.orNull(node);
        Declared made = new Declared(spec, classes.join(spec), names.total(spec));
        if (old != null) {
            leave(old);
        }
        declared.set(node, made);
        widen(made.devices().count());
    }

    private void leave(Declared old) {
        if (classes.leave(old.nodeClass)) {
            verdicts.forget(old.nodeClass.id);
        }
    }

    /** The cells of an empty node, which are 0 so far. */
    private void begin(int node, long[] row, int at) {
        Declared made = declared.of(node);
        row[at + STATE] = made.devices().uniform() ? 0 : MIXED;
        row[at + CLASS] = made.nodeClass.id;
        System.arraycopy(made.total, 0, row, at + FREE, made.total.length);
        DeviceRow.declare(row, at + FREE + columns, made.devices());
        recount(node, row, at);
    }

    private int stride() {
        return FREE + columns + 3 * width + 1;
    }

    /** Lays the cells out again where there are more columns, or a node has more devices, than any before. */
    private void widen(int devices) {
        int known = columns;
        int knownWidth = width;
        if (devices <= width && names.columns() == columns) {
            return;
        }
        columns = names.columns();
        width = devices <= width ? width : Integer.highestOneBit(devices - 1) << 1;
        // Rows that readers keep are laid out as before: they make them anew.
        for (int node = 0; node < count && columns > known; node++) {
            changes.mark(node);
        }
        cells.restride(stride(), (from, at, to, newAt) -> {
            System.arraycopy(from, at, to, newAt, FREE + known);
            System.arraycopy(from, at + FREE + known, to, newAt + FREE + columns, 2 * knownWidth);
            System.arraycopy(
                    from, at + FREE + known + 2 * knownWidth, to, newAt + FREE + columns + 2 * width, knownWidth + 1);
        });
    }
}
