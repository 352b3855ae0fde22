package io.berth.core.dispatch.flow;

import java.util.LinkedHashMap;
import java.util.Map;

/** Results of stages that later requests for the same content need not compute; the one unused for longest leaves first. */
public final class FeatureCache {
    private final LinkedHashMap<Long, Boolean> kept;
    private long hits;
    private long lookups;

    /** @param entries how many results it holds; 0 for no cache */
    public FeatureCache(int entries) {
        kept = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
                return size() > entries;
            }
        };
    }

    /** Whether {@code feature} is there; counts as a use. {@link Stage#NOT_KEPT} never is. */
    public boolean hit(long feature) {
        if (feature == Stage.NOT_KEPT) {
            return false;
        }
        boolean there = kept.get(feature) != null;
        lookups++;
        hits += there ? 1 : 0;
        return there;
    }

    /** Keeps {@code feature}, unless it is {@link Stage#NOT_KEPT}. */
    public void keep(long feature) {
        if (feature != Stage.NOT_KEPT) {
            kept.put(feature, true);
        }
    }

    /** Hits over lookups; NaN where nothing was looked up. */
    public double hitRate() {
        return lookups == 0 ? Double.NaN : (double) hits / lookups;
    }
}
