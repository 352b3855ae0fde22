package io.berth.core.cluster;

import java.util.Arrays;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is declared of which node, what changed in it, and what the largest nodes have. A copy shares what it can, as {@link Cells} do.
 */
final class Declarations {
    private static final int CHUNK_BITS = 9;
    private static final int CHUNK = 1 << CHUNK_BITS;
    /** Columns that every node has. */
    private static final int FIXED = ResourceNames.FIRST_EXTENDED;

    /** So many changes are kept for those who follow them. */
    private static final int KEPT = 1 << 8;

    private @Nullable Declared[][] chunks = new @Nullable Declared[0][];
    /**
     * Of the same nodes, what passes ask for all the time, side by side: to go through what is declared of each would cost two looks at
     * memory that is in no cache where nodes are many.
     */
    private @Nullable NodeClass[][] classes = new @Nullable NodeClass[0][];

    private long[][] totals = new long[0][];
    private boolean[] owned = new boolean[0];
    private final @Nullable Declared[] before = new @Nullable Declared[KEPT];
    private final @Nullable Declared[] after = new @Nullable Declared[KEPT];
    private long head;
    private long redeclarations;
    /** How many nodes have as much CPU, and as many devices. */
    private TreeMap<Long, Integer> cpus = new TreeMap<>();

    private TreeMap<Long, Integer> devices = new TreeMap<>();

    Declarations copy() {
        Arrays.fill(owned, false);
        Declarations copy = new Declarations();
        copy.chunks = chunks.clone();
        copy.classes = classes.clone();
        copy.totals = totals.clone();
        copy.owned = new boolean[owned.length];
        copy.head = head + KEPT + 1;
        copy.redeclarations = redeclarations;
        copy.cpus = new TreeMap<>(cpus);
        copy.devices = new TreeMap<>(devices);
        return copy;
    }

    /** What is declared of {@code node}, which was declared. */
    Declared of(int node) {
        Declared declared = orNull(node);
        if (declared == null) {
            throw new IllegalStateException("Node (" + node + ") is not declared.");
        }
        return declared;
    }

    /** What is declared of {@code node}; null where it never was. */
    @Nullable
    Declared orNull(int node) {
        return chunks[node >> CHUNK_BITS][node & CHUNK - 1];
    }

    /** The class of {@code node}, of which something is declared. */
    NodeClass classOf(int node) {
        return Objects.requireNonNull(classes[node >> CHUNK_BITS][node & CHUNK - 1]);
    }

    /** How much {@code node} has in all of what stands in {@code column}. */
    long total(int node, int column) {
        return column < FIXED
                ? totals[node >> CHUNK_BITS][(node & CHUNK - 1) * FIXED + column]
                : of(node).total(column);
    }

    /** Makes room for {@code node}, of which nothing is declared. */
    void reach(int node) {
        int chunk = node >> CHUNK_BITS;
        if (chunk >= chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk + 1);
            classes = Arrays.copyOf(classes, chunk + 1);
            totals = Arrays.copyOf(totals, chunk + 1);
            owned = Arrays.copyOf(owned, chunk + 1);
            chunks[chunk] = new @Nullable Declared[CHUNK];
            classes[chunk] = new @Nullable NodeClass[CHUNK];
            totals[chunk] = new long[CHUNK * FIXED];
            owned[chunk] = true;
        }
    }

    /** Another thing is declared of {@code node}. */
    void set(int node, Declared declared) {
        int chunk = node >> CHUNK_BITS;
        if (!owned[chunk]) {
            chunks[chunk] = chunks[chunk].clone();
            classes[chunk] = classes[chunk].clone();
            totals[chunk] = totals[chunk].clone();
            owned[chunk] = true;
        }
        Declared old = chunks[chunk][node & CHUNK - 1];
        int at = node & CHUNK - 1;
        chunks[chunk][at] = declared;
        classes[chunk][at] = declared.nodeClass;
        for (int column = 0; column < FIXED; column++) {
            totals[chunk][at * FIXED + column] = declared.total(column);
        }
        count(old, -1);
        count(declared, 1);
        before[(int) head & KEPT - 1] = old;
        after[(int) head & KEPT - 1] = declared;
        head++;
        redeclarations += old == null || old.sameAs(declared) ? 0 : 1;
    }

    /** How often something else was declared of a node of which something was. */
    long redeclarations() {
        return redeclarations;
    }

    /** The position after the latest change. */
    long head() {
        return head;
    }

    /** True where all changes since {@code position} are kept. */
    boolean reaches(long position) {
        return head - position <= KEPT;
    }

    /** What was declared before the change at {@code position}; null for nothing. */
    @Nullable
    Declared before(long position) {
        return before[(int) position & KEPT - 1];
    }

    /** What is declared since the change at {@code position}. */
    @Nullable
    Declared after(long position) {
        return after[(int) position & KEPT - 1];
    }

    /** The CPUs of the node with most, thousandths; 0 without nodes. */
    long mostCpuMilli() {
        return cpus.isEmpty() ? 0 : cpus.lastKey();
    }

    /** The devices of the node with most. */
    long mostDevices() {
        return devices.isEmpty() ? 0 : devices.lastKey();
    }

    private void count(@Nullable Declared declared, int change) {
        if (declared != null) {
            count(cpus, declared.total(Resource.CPU.ordinal()), change);
            count(devices, declared.devices().count(), change);
        }
    }

    private static void count(TreeMap<Long, Integer> counts, long value, int change) {
        counts.merge(value, change, (known, more) -> known + more == 0 ? null : known + more);
    }
}
