package io.berth.sim.workload;

import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Counts demands that are shared: equal demands must be one object, as readers and the generator make them. Looking up
 * by identity spares the comparison of ten fields per job.
 */
public final class DemandTally {
    private final IdentityHashMap<Demand, Integer> places = new IdentityHashMap<>();
    private final List<Demand> demands = new ArrayList<>();
    private long[] counts = new long[64];

    /** Counts {@code demand} {@code times} more. */
    public void add(Demand demand, long times) {
        Integer known = places.get(demand);
        int place = known == null ? demands.size() : known;
        if (known == null) {
            places.put(demand, place);
            demands.add(demand);
            if (place == counts.length) {
                counts = Arrays.copyOf(counts, 2 * place);
            }
        }
        counts[place] += times;
    }

    /** The counts, the largest first; equal ones in the order of first appearance. */
    public List<DemandCount> mix() {
        List<DemandCount> mix = new ArrayList<>(demands.size());
        for (int place = 0; place < demands.size(); place++) {
            mix.add(new DemandCount(demands.get(place), counts[place]));
        }
        // A plain insertion keeps equal counts in order; there are some hundred at most.
        for (int end = 1; end < mix.size(); end++) {
            DemandCount moved = mix.get(end);
            int place = end;
            for (; place > 0 && mix.get(place - 1).count() < moved.count(); place--) {
                mix.set(place, mix.get(place - 1));
            }
            mix.set(place, moved);
        }
        return List.copyOf(mix);
    }
}
