package io.berth.sim.trace;

import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes each distinct demand of a list once; 151 serve the 8,152 pods of openb's default list. */
public final class DemandPool {
    private static final char MODEL_SEPARATOR = '|';

    private @Nullable Entry[] table = new Entry[512];
    private int entries;

    /** The demand of these numbers on one of {@code models}, names separated by bars, or any model if empty. */
    public Demand demand(long cpuMilli, long memoryBytes, int gpus, int gpuMilli, String models) {
        Entry found = table[slot(cpuMilli, memoryBytes, gpus, gpuMilli, models)];
        if (found != null) {
            return found.demand;
        }
        Demand demand = fresh(cpuMilli, memoryBytes, gpus, gpuMilli, models);
        if (entries * 2 >= table.length) {
            grow();
        }
        // Looked up again: the table may have grown, or taken the sorted spelling.
        table[slot(cpuMilli, memoryBytes, gpus, gpuMilli, models)] = new Entry(models, demand);
        entries++;
        return demand;
    }

    /** Names written in another order, or twice, mean the demand that has them sorted. */
    private Demand fresh(long cpuMilli, long memoryBytes, int gpus, int gpuMilli, String models) {
        Demand demand = Demand.cpu(cpuMilli, memoryBytes).withGpuShare(gpus, gpuMilli);
        if (models.isEmpty()) {
            return demand;
        }
        demand = demand.onModels(split(models));
        String sorted = String.join("|", demand.gpuModels());
        return sorted.equals(models) ? demand : demand(cpuMilli, memoryBytes, gpus, gpuMilli, sorted);
    }

    private int slot(long cpuMilli, long memoryBytes, int gpus, int gpuMilli, String models) {
        long hash = ((cpuMilli * 31 + (memoryBytes >>> 20)) * 31 + gpus) * 1009 + gpuMilli + models.hashCode();
        int slot = (int) ((hash * 0x9E3779B97F4A7C15L) >>> 40) & (table.length - 1);
        for (Entry entry = table[slot]; entry != null; entry = table[slot]) {
            Demand known = entry.demand;
            if (known.cpuMilli() == cpuMilli
                    && known.memoryBytes() == memoryBytes
                    && known.gpus() == gpus
                    && known.gpuMilli() == gpuMilli
                    && entry.models.equals(models)) {
                return slot;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private void grow() {
        @Nullable Entry[] old = table;
        table = new Entry[2 * old.length];
        for (Entry entry : old) {
            if (entry != null) {
                Demand demand = entry.demand;
                int slot =
                        slot(demand.cpuMilli(), demand.memoryBytes(), demand.gpus(), demand.gpuMilli(), entry.models);
                table[slot] = entry;
            }
        }
    }

    private static List<String> split(String models) {
        List<String> names = new ArrayList<>();
        int start = 0;
        for (int bar = models.indexOf(MODEL_SEPARATOR); bar >= 0; bar = models.indexOf(MODEL_SEPARATOR, start)) {
            names.add(models.substring(start, bar));
            start = bar + 1;
        }
        names.add(models.substring(start));
        return names;
    }

    /** @param models as written in the list */
    private record Entry(String models, Demand demand) {}
}
