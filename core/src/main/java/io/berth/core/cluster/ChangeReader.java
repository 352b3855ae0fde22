package io.berth.core.cluster;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** A reader of the change log that keeps something per node: asked again only for the nodes that changed. */
public final class ChangeReader {
    private final ChangeLog changes;
    private final IntSupplier count;
    private final LongSupplier version;
    private long seen;
    private long seenVersion;
    private int known;

    /** What is kept per node. */
    public interface Rows {
        /** Makes room for {@code count} nodes, more than before; what is kept of the others stays. Those that came are updated next. */
        void grow(int count);

        /** Looks at a node again. */
        void update(int node);

        /** Looks at all nodes. */
        default void updateAll(int count) {
            for (int node = 0; node < count; node++) {
                update(node);
            }
        }
    }

    /** How long an array is made that must hold {@code count} and holds {@code has}: somewhat longer, so that joins cost little. */
    public static int room(int has, int count) {
        return count <= has ? has : StrictMath.max(count, has + (has >> 1));
    }

    public ChangeReader(Nodes nodes) {
        this(nodes.changes(), nodes::count, () -> 0);
    }

    /** A reader that keeps whether {@code shape} fits, and how well, which may change on all nodes for what other tasks are placed. */
    public ChangeReader(Nodes nodes, Shape shape) {
        this(
                nodes.changes(),
                nodes::count,
                shape.alone() && !shape.peers().leans() && !shape.asksHoldings()
                        ? () -> nodes.expectedVersion(shape)
                        : () -> nodes.peerVersion(shape) + nodes.worthVersion(shape) + nodes.expectedVersion(shape));
    }

    /** A reader of the domains that changed; what is said of nodes here is said of them. */
    public ChangeReader(Domains domains) {
        this(domains.changes(), domains::count, () -> 0);
    }

    private ChangeReader(ChangeLog changes, IntSupplier count, LongSupplier version) {
        this.changes = changes;
        this.count = count;
        this.version = version;
    }

    /** Tells {@code rows} what changed since the last call; all nodes at the first. */
    public void catchUp(Rows rows) {
        long head = changes.head();
        long versionNow = version.getAsLong();
        boolean all = known == 0 || versionNow != seenVersion;
        seenVersion = versionNow;
        int now = count.getAsInt();
        if (known < now) {
            known = now;
            rows.grow(known);
        }
        if (all) {
            rows.updateAll(known);
        } else if (changes.reaches(seen)) {
            for (long position = seen; position < head; position++) {
                int node = changes.at(position);
                if (node >= 0) {
                    rows.update(node);
                }
            }
        } else {
            for (int node = 0; node < known; node++) {
                if (changes.last(node) >= seen) {
                    rows.update(node);
                }
            }
        }
        seen = head;
        changes.read();
    }
}
