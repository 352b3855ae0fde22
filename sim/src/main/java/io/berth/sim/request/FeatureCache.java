package io.berth.sim.request;

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

    /** Whether the result of {@code stage} is there; counts as a use. */
    public boolean hit(Stage stage) {
        if (stage.feature() == Stage.NOT_KEPT) {
            return false;
        }
        boolean there = kept.get(stage.feature()) != null;
        lookups++;
        hits += there ? 1 : 0;
        return there;
    }

    /** Keeps the result of {@code stage}. */
    public void keep(Stage stage) {
        if (stage.feature() != Stage.NOT_KEPT) {
            kept.put(stage.feature(), true);
        }
    }

    /** Hits over lookups; NaN where nothing was looked up. */
    public double hitRate() {
        return lookups == 0 ? Double.NaN : (double) hits / lookups;
    }
}
