package io.berth.core.cluster.load;

import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** What is known of the load of nodes, by node number, and when that is worth less. A state without measurements has none of it. */
public final class Loads {
    private @Nullable NodeLoad[] byNode = new @Nullable NodeLoad[0];
    /** When what is known of nodes is worth less; what was measured anew since is passed over. */
    private final PriorityQueue<Aging> aging = new PriorityQueue<>();

    private Thresholds thresholds = Thresholds.NONE;
    private int known;

    private record Aging(long atNanos, int node) implements Comparable<Aging> {
        @Override
        public int compareTo(Aging other) {
            int order = Long.compare(atNanos, other.atNanos);
            return order != 0 ? order : Integer.compare(node, other.node);
        }
    }

    /** The same once more, for another thread if need be. */
    public Loads copy() {
        Loads copy = new Loads();
        copy.byNode = byNode.clone();
        copy.aging.addAll(aging);
        copy.thresholds = thresholds;
        copy.known = known;
        return copy;
    }

    /** True where something was ever measured. */
    public boolean any() {
        return known > 0;
    }

    /** What is known of a node; null for nothing. */
    public @Nullable NodeLoad of(int node) {
        return node < byNode.length ? byNode[node] : null;
    }

    /** What is too much. */
    public Thresholds thresholds() {
        return thresholds;
    }

    public void thresholds(Thresholds now) {
        thresholds = now;
    }

    /** Something else is known of a node; null for nothing. */
    public void set(int node, @Nullable NodeLoad now) {
        if (node >= byNode.length && now != null) {
            byNode = Arrays.copyOf(byNode, StrictMath.max(node + 1, byNode.length + (byNode.length >> 1)));
        }
        NodeLoad before = of(node);
        if (node < byNode.length) {
            byNode[node] = now;
        }
        known += (now == null ? 0 : 1) - (before == null ? 0 : 1);
        if (now == null || nextNanos(now) == Nanos.NEVER) {
            return;
        }
        if (before == null || nextNanos(now) != nextNanos(before)) {
            aging.add(new Aging(nextNanos(now), node));
        }
    }

    /** When the first of what is known is worth less; {@link Nanos#NEVER} for never. */
    public long nextNanos() {
        Aging next = aging.peek();
        while (next != null && stale(next)) {
            aging.remove();
            next = aging.peek();
        }
        return next == null ? Nanos.NEVER : next.atNanos;
    }

    /** It is {@code now}: {@code each} hears of the nodes of which what is known is worth less. */
    public void age(long now, IntConsumer each) {
        while (nextNanos() <= now) {
            int node = aging.remove().node;
            NodeLoad load = of(node);
            if (load != null) {
                set(node, load.aged(Freshness.of(now - load.measuredNanos())));
                each.accept(node);
            }
        }
    }

    private boolean stale(Aging aged) {
        NodeLoad load = of(aged.node);
        return load == null || nextNanos(load) != aged.atNanos;
    }

    private static long nextNanos(NodeLoad load) {
        return load.freshness() == Freshness.BLIND
                ? Nanos.NEVER
                : Nanos.after(load.measuredNanos(), load.freshness().untilNanos());
    }
}
