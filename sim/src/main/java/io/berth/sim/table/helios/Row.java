package io.berth.sim.table.helios;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.strategy.PolicySpec;
import io.berth.sim.table.CatalogOrder;
import java.util.List;
import java.util.Locale;

/** The schedulers of the table that are reproduced; QSSF is not, for its published run drew errors without a seed. */
enum Row {
    FIFO("fcfs"),
    SJF("sjf"),
    SRTF("srtf");

    private final String order;

    Row(String order) {
        this.order = order;
    }

    /** What it is called in cells and, behind what is measured, in the header of the published file. */
    String rowName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Runs all of {@code jobs}, which are by submission, to their end. */
    void replay(List<SimulatedJob> jobs, int nodes) {
        KeyedOrder by = CatalogOrder.of(PolicySpec.of(order));
        ConsolidatedNodes free = new ConsolidatedNodes(nodes);
        if (this == SRTF) {
            new PreemptiveReplay(jobs, free, by).run();
        } else {
            new QueueReplay(jobs, free, by).run();
        }
    }
}
