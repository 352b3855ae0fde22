package io.berth.core.dispatch.flow;

import io.berth.core.time.Nanos;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Results of stages that later requests for the same content need not compute; the one unused for longest leaves first. */
public final class FeatureCache {
    private final FeatureLimits limits;
    private final LongConsumer dropped;
    /** The one used last stands last. */
    private final LinkedHashMap<Long, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    /** Those that do not stay for ever, by until when. */
    private final TreeSet<Kept> ending = new TreeSet<>();

    private long bytes;
    private long hits;
    private long lookups;

    private record Kept(long untilNanos, long feature, long bytes) implements Comparable<Kept> {
        @Override
        public int compareTo(Kept other) {
            int order = Long.compare(untilNanos, other.untilNanos);
            return order == 0 ? Long.compare(feature, other.feature) : order;
        }
    }

    /** @param dropped told of each that is no longer there */
    public FeatureCache(FeatureLimits limits, LongConsumer dropped) {
        this.limits = limits;
        this.dropped = dropped;
    }

    /** One that holds so many {@code entries}. */
    public FeatureCache(int entries) {
        this(FeatureLimits.of(entries), _ -> {});
    }

    /** Whether {@code feature} is there; counts as a use. {@link Stage#NOT_KEPT} never is. */
    public boolean hit(long feature, long nowNanos) {
        if (feature == Stage.NOT_KEPT) {
            return false;
        }
        while (!ending.isEmpty() && ending.first().untilNanos <= nowNanos) {
            drop(kept.remove(ending.first().feature));
        }
        boolean there = kept.get(feature) != null;
        lookups++;
        hits += there ? 1 : 0;
        return there;
    }

    /**
     * Keeps {@code feature}, unless it is {@link Stage#NOT_KEPT} or there is no room for it, which {@code dropped} is told.
     *
     * @param size its bytes
     */
    public void keep(long feature, long size, long nowNanos) {
        if (feature == Stage.NOT_KEPT) {
            return;
        }
        if (limits.entries() == 0 || size > limits.bytes()) {
            dropped.accept(feature);
            return;
        }
        Kept before = kept.remove(feature);
        if (before != null) {
            bytes -= before.bytes;
            ending.remove(before);
        }
        Kept entry = new Kept(Nanos.after(nowNanos, limits.nanos()), feature, size);
        kept.put(feature, entry);
        bytes += size;
        if (entry.untilNanos != Nanos.NEVER) {
            ending.add(entry);
        }
        Iterator<Map.Entry<Long, Kept>> eldest = kept.entrySet().iterator();
        while (kept.size() > limits.entries() || bytes > limits.bytes()) {
            Kept leaves = eldest.next().getValue();
            eldest.remove();
            drop(leaves);
        }
    }

    private void drop(@Nullable Kept leaves) {
        if (leaves != null) {
            bytes -= leaves.bytes;
            ending.remove(leaves);
            dropped.accept(leaves.feature);
        }
    }

    /** Hits over lookups; NaN where nothing was looked up. */
    public double hitRate() {
        return lookups == 0 ? Double.NaN : (double) hits / lookups;
    }
}
