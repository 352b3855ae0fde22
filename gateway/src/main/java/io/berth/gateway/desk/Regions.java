package io.berth.gateway.desk;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Where the rows of the fleet are, and which regions requests of a tenant may go to. Of most tenants nothing is said: anywhere. */
final class Regions {
    private final List<String> rows = new ArrayList<>();
    private final Map<Integer, Set<String>> tenants = new TreeMap<>();

    /** The server at {@code row} is in {@code region}; empty where that is not known. */
    void put(int row, String region) {
        while (rows.size() <= row) {
            rows.add("");
        }
        rows.set(row, region);
    }

    /** @param regions empty for all */
    void confine(int tenant, Set<String> regions) {
        if (regions.isEmpty()) {
            tenants.remove(tenant);
        } else {
            tenants.put(tenant, Set.copyOf(regions));
        }
    }

    /** Of whom something is said. */
    Set<Integer> confined() {
        return tenants.keySet();
    }

    /** The rows that requests of {@code tenant} may go to; null for all. */
    @Nullable
    BitSet allowed(int tenant) {
        Set<String> regions = tenants.get(tenant);
        if (regions == null) {
            return null;
        }
        BitSet allowed = new BitSet();
        for (int row = 0; row < rows.size(); row++) {
            allowed.set(row, regions.contains(rows.get(row)));
        }
        return allowed;
    }
}
