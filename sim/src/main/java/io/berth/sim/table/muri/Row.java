package io.berth.sim.table.muri;

import io.berth.core.strategy.PolicySpec;
import io.berth.sim.table.CatalogOrder;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The schedulers of the table that are reproduced; Themis, AntMan and Muri itself are not. */
enum Row {
    SRTF("SRTF", "srtf", PolicySpec.of("srtf")),
    SRSF("SRSF", "srsf", PolicySpec.of("srsf")),
    TIRESIAS_L("Tiresias_L", "tiresias-l", PolicySpec.of("multi-level", limits("3250 7200")));

    private final String label;
    private final String rowName;
    private final PolicySpec order;

    Row(String label, String rowName, PolicySpec order) {
        this.label = label;
        this.rowName = rowName;
        this.order = order;
    }

    /** The scheduler that the published file calls {@code label}; null for one that is not reproduced. */
    static @Nullable Row called(String label) {
        for (Row row : values()) {
            if (row.label.equals(label)) {
                return row;
            }
        }
        return null;
    }

    /** What it is called in cells. */
    String rowName() {
        return rowName;
    }

    /** Runs all of {@code jobs} to their end. */
    void replay(List<ReplayedJob> jobs) {
        if (this == TIRESIAS_L) {
            new LevelsReplay(jobs, CatalogOrder.of(order)).run();
        } else {
            new RefillReplay(jobs, CatalogOrder.of(order)).run();
        }
    }

    private static SortedMap<String, String> limits(String gpuSeconds) {
        TreeMap<String, String> parameters = new TreeMap<>();
        parameters.put("limits", gpuSeconds);
        return parameters;
    }
}
