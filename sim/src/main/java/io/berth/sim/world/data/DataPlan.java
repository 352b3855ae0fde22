package io.berth.sim.world.data;

import io.berth.core.cluster.data.DataSet;
import java.util.List;

/**
 * Which data sets there are in a world, and over what they are brought.
 *
 * @param sets in their order; a store has all of them
 * @param links what they are brought over
 * @param cacheBytes of data sets that a node keeps when nobody there reads them
 */
public record DataPlan(List<Named> sets, Capacities links, long cacheBytes) {
    /** No data sets. */
    public static final DataPlan NONE = new DataPlan(List.of(), new Capacities(1, "", 1, 0), 0);

    public DataPlan {
        sets = List.copyOf(sets);
    }

    /**
     * One data set.
     *
     * @param set its size, and the nodes that hold it to begin with
     * @param ratio of its size to what it is compressed; 1 where it cannot be
     */
    public record Named(String name, DataSet set, double ratio) {}

    /**
     * Of what is shared, bytes a second; those of a node are what is declared of its network.
     *
     * @param store of the store, to all nodes together
     * @param domain the label whose domains share a link to all others; empty for none
     * @param uplink of such a domain, each way
     * @param unpack of what came compressed, what a node makes of it; 0 where nothing is compressed
     */
    public record Capacities(long store, String domain, long uplink, long unpack) {}

    /** True where there are some. */
    public boolean any() {
        return !sets.isEmpty();
    }
}
