package io.berth.core.cluster;

import org.jspecify.annotations.Nullable;

/** How many tasks of one shape all nodes together could ever hold, kept up to date with what is declared of them. */
public final class CountedSlots {
    private final Shape shape;
    private long slots;
    private long seen = -1;

    /** Of {@code shape}, of which nothing is counted yet. */
    public CountedSlots(Shape shape) {
        this.shape = shape;
    }

    long count(Declarations declared, int nodes) {
        if (seen < 0 || !declared.reaches(seen)) {
            slots = countAll(declared, nodes);
        } else {
            for (long position = seen; position < declared.head(); position++) {
                slots += of(shape, declared.after(position)) - of(shape, declared.before(position));
            }
        }
        seen = declared.head();
        return slots;
    }

    /** Nodes are mostly of few kinds: what holds of one is not reckoned again for the next of its class that has the same. */
    private long countAll(Declarations declared, int nodes) {
        @Nullable Declared[] known = new @Nullable Declared[16];
        int[] knownSlots = new int[16];
        long all = 0;
        for (int node = 0; node < nodes; node++) {
            Declared here = declared.of(node);
            int place = here.nodeClass.id & known.length - 1;
            Declared other = known[place];
            if (other == null || !other.sameAs(here)) {
                known[place] = here;
                knownSlots[place] = of(shape, here);
            }
            all += knownSlots[place];
        }
        return all;
    }

    /** How many there were when they were counted last. */
    public long slots() {
        return slots;
    }

    /** How many an empty node of that would hold. */
    static int of(Shape shape, @Nullable Declared node) {
        if (node == null) {
            return 0;
        }
        long slots = Integer.MAX_VALUE;
        for (int i = 0; i < shape.needs(); i++) {
            slots = StrictMath.min(slots, node.total(shape.column(i)) / shape.amount(i));
        }
        if (slots > 0 && shape.gpus() > 0) {
            slots = StrictMath.min(slots, node.devices().emptySlots(shape.devices()));
        }
        if (slots > 0 && ClassRule.refuses(shape.demand(), node.nodeClass) != null) {
            return 0;
        }
        return (int) slots;
    }
}
