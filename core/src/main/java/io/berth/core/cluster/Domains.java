package io.berth.core.cluster;

import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The topology domains of one label key: nodes that share its value, such as the nodes of a rack, and the sums of what they have. A node
 * without the label is a domain by itself; one that was forgotten is in none.
 *
 * <p>Sums are over the usable nodes: lost and draining ones are of their domain and count nothing. Of a resource of which others use more
 * than is left, nothing is free. Sums are kept per node too, so that a node that changed costs one subtraction and one addition a column,
 * and a domain is told as changed only where a sum did. They follow from the node table alone; the numbers of domains, which are dense and
 * given again, follow from when somebody looked, so nothing is decided by them.
 */
public final class Domains {
    /** The domain of a forgotten node. */
    public static final int NONE = -1;

    private static final int FREE_MILLI = 0;
    private static final int TOTAL_MILLI = 1;
    private static final int USABLE = 2;
    /** From here on two cells a column: free, total. More columns lengthen rows and move nothing. */
    private static final int COLUMNS = 3;

    private final Nodes nodes;
    private final String key;
    private final ChangeReader reader;
    private final ChangeLog changes = new ChangeLog();
    private final Members members = new Members();
    private final Rows rows = new Rows();
    private final TreeMap<String, Integer> byValue = new TreeMap<>();
    /** By node: the class by which its domain was found. */
    private @Nullable NodeClass[] classes = new @Nullable NodeClass[0];
    /** By domain: its label's value; null for a node without one. */
    private @Nullable String[] values = new @Nullable String[0];

    private int stride;
    /** By node and cell: what is in the sums of its domain. */
    private long[] counted = new long[0];
    /** By domain and cell. */
    private long[] sums = new long[0];

    private long[] row;

    Domains(Nodes nodes, String key) {
        this.nodes = nodes;
        this.key = key;
        this.reader = new ChangeReader(nodes);
        this.stride = stride(nodes);
        this.row = new long[stride];
    }

    private static int stride(Nodes nodes) {
        return COLUMNS + 2 * nodes.names().columns();
    }

    /** The label key. */
    public String key() {
        return key;
    }

    /** How many numbers of domains were given; some may be without nodes now. */
    public int count() {
        return members.domains();
    }

    /** The domain of {@code node}; {@link #NONE} where it was forgotten. */
    public int of(int node) {
        return members.of(node);
    }

    /** One of the nodes of {@code domain}; -1 for none. Begins a walk that goes on with {@link #next}. */
    public int first(int domain) {
        return members.first(domain);
    }

    /** The node of the same domain after {@code node}; -1 after the last. */
    public int next(int node) {
        return members.next(node);
    }

    /** What the usable nodes of {@code domain} have left of a resource. */
    public long free(int domain, Resource resource) {
        return free(domain, resource.ordinal());
    }

    /** What the usable nodes of {@code domain} have in all of a resource. */
    public long total(int domain, Resource resource) {
        return total(domain, resource.ordinal());
    }

    /** What they have left of what stands in {@code column}. */
    public long free(int domain, int column) {
        return column(domain, column, 0);
    }

    /** What they have in all of what stands in {@code column}. */
    public long total(int domain, int column) {
        return column(domain, column, 1);
    }

    /** Thousandths of devices that they have left. */
    public long freeMilli(int domain) {
        return sums[domain * stride + FREE_MILLI];
    }

    /** Thousandths of devices that they have in all. */
    public long totalMilli(int domain) {
        return sums[domain * stride + TOTAL_MILLI];
    }

    /** How many nodes of {@code domain} are usable. */
    public int usable(int domain) {
        return (int) sums[domain * stride + USABLE];
    }

    /** Which domains changed: a sum of theirs did. */
    public ChangeLog changes() {
        return changes;
    }

    /** Brings the sums up to date with the nodes. */
    public Domains catchUp() {
        if (stride != stride(nodes)) {
            widen();
        }
        reader.catchUp(rows);
        return this;
    }

    private long column(int domain, int column, int which) {
        int cell = COLUMNS + 2 * column + which;
        return cell < stride ? sums[domain * stride + cell] : 0;
    }

    private void widen() {
        int before = stride;
        stride = stride(nodes);
        counted = wider(counted, before);
        sums = wider(sums, before);
        row = new long[stride];
    }

    private long[] wider(long[] rows, int before) {
        int count = rows.length / before;
        long[] wide = new long[count * stride];
        for (int i = 0; i < count; i++) {
            System.arraycopy(rows, i * before, wide, i * stride, before);
        }
        return wide;
    }

    private final class Rows implements ChangeReader.Rows {
        @Override
        public void grow(int count) {
            members.growNodes(count);
            int room = ChangeReader.room(classes.length, count);
            classes = Arrays.copyOf(classes, room);
            counted = Arrays.copyOf(counted, room * stride);
        }

        @Override
        public void update(int node) {
            int domain = members.of(node);
            int wanted = nodes.known(node) ? wanted(node, domain) : NONE;
            if (wanted != domain) {
                Arrays.fill(row, 0);
                count(node, domain);
                leave(node, domain);
                members.join(node, wanted);
            }
            read(node);
            count(node, wanted);
        }
    }

    /** The domain that {@code node}, which is in {@code domain}, belongs to by its labels. */
    private int wanted(int node, int domain) {
        NodeClass nodeClass = nodes.nodeClass(node);
        if (domain != NONE && nodeClass == classes[node]) {
            return domain;
        }
        classes[node] = nodeClass;
        String value = nodeClass.label(key);
        if (value == null) {
            return domain != NONE && values[domain] == null ? domain : begin(null);
        }
        Integer known = byValue.get(value);
        return known != null ? known : begin(value);
    }

    private int begin(@Nullable String value) {
        int domain = members.begin();
        if (domain >= values.length) {
            int room = ChangeReader.room(values.length, domain + 1);
            values = Arrays.copyOf(values, room);
            sums = Arrays.copyOf(sums, room * stride);
        }
        changes.reach(domain);
        values[domain] = value;
        if (value != null) {
            byValue.put(value, domain);
        }
        return domain;
    }

    private void leave(int node, int domain) {
        if (domain == NONE || !members.leave(node)) {
            return;
        }
        String value = values[domain];
        if (value != null) {
            byValue.remove(value);
        }
        values[domain] = null;
    }

    /** What {@code node} adds to the sums of its domain. */
    private void read(int node) {
        Arrays.fill(row, 0);
        if (!nodes.usable(node)) {
            return;
        }
        row[FREE_MILLI] = nodes.totalFreeMilli(node);
        row[TOTAL_MILLI] = 1000L * nodes.gpus(node);
        row[USABLE] = 1;
        for (int column = 0, at = COLUMNS; at < stride; column++, at += 2) {
            row[at] = StrictMath.max(0, nodes.free(node, column));
            row[at + 1] = nodes.total(node, column);
        }
    }

    /** Puts {@link #row} in the place of what was counted of {@code node}. */
    private void count(int node, int domain) {
        if (domain == NONE) {
            return;
        }
        int mine = node * stride;
        int sum = domain * stride;
        boolean changed = false;
        for (int cell = 0; cell < stride; cell++) {
            long more = row[cell] - counted[mine + cell];
            changed |= more != 0;
            sums[sum + cell] += more;
            counted[mine + cell] = row[cell];
        }
        if (changed) {
            changes.mark(domain);
        }
    }

    /** Which nodes are in which domain, as linked lists in arrays: to join and to leave costs the same whatever the size of a domain. */
    private static final class Members {
        private int[] domains = new int[0];
        private int[] next = new int[0];
        private int[] previous = new int[0];
        /** By domain: one of its nodes; where it has none, the next domain without nodes. */
        private int[] first = new int[4];

        private boolean[] begun = new boolean[4];
        private int count;
        private int spare = NONE;

        /** Makes room for {@code count} nodes; the new ones are in no domain. */
        void growNodes(int nodes) {
            int known = domains.length;
            int room = ChangeReader.room(known, nodes);
            domains = Arrays.copyOf(domains, room);
            next = Arrays.copyOf(next, room);
            previous = Arrays.copyOf(previous, room);
            Arrays.fill(domains, known, room, NONE);
        }

        /** How many numbers of domains were given. */
        int domains() {
            return count;
        }

        int of(int node) {
            return domains[node];
        }

        int first(int domain) {
            return begun[domain] ? first[domain] : NONE;
        }

        int next(int node) {
            return next[node];
        }

        /** A number for a new domain, the one that was without nodes last where there is such. */
        int begin() {
            int domain = spare;
            if (domain == NONE) {
                domain = count++;
                first = Arrays.copyOf(first, ChangeReader.room(first.length, count));
                begun = Arrays.copyOf(begun, first.length);
            } else {
                spare = first[domain];
            }
            begun[domain] = true;
            first[domain] = NONE;
            return domain;
        }

        /** {@code node}, which is in no domain, is in {@code domain} from now on. */
        void join(int node, int domain) {
            domains[node] = domain;
            if (domain == NONE) {
                return;
            }
            int after = first[domain];
            next[node] = after;
            previous[node] = NONE;
            if (after != NONE) {
                previous[after] = node;
            }
            first[domain] = node;
        }

        /** Takes {@code node} out of its domain; true where it was the last, and the number is given again. */
        boolean leave(int node) {
            int domain = domains[node];
            int before = previous[node];
            int after = next[node];
            if (before == NONE) {
                first[domain] = after;
            } else {
                next[before] = after;
            }
            if (after != NONE) {
                previous[after] = before;
            }
            domains[node] = NONE;
            if (first[domain] != NONE) {
                return false;
            }
            begun[domain] = false;
            first[domain] = spare;
            spare = domain;
            return true;
        }
    }
}
