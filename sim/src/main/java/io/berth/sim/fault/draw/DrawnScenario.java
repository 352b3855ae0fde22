package io.berth.sim.fault.draw;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.FaultScenario.HeldData;
import io.berth.spec.fault.TimedJob;
import java.util.ArrayList;
import java.util.List;

/** The scenario of a seed. */
public final class DrawnScenario {
    private static final int FEWEST_NODES = 16;
    private static final int MORE_NODES = 17;
    private static final long GIB = 1L << 30;

    private DrawnScenario() {}

    /**
     * The scenario of {@code seed}, with strategies of {@code catalog}: 16 to 32 nodes, some 200 to 400 jobs, 30 to 45 faults. A fifth of the
     * jobs come when the last fault is over, at 95 per cent of the load at most.
     */
    public static FaultScenario of(long seed, Catalog catalog) {
        Chance chance = new Chance(seed, "simtest", 0);
        List<NodeSpec> nodes =
                new DrawnNodes(new Chance(seed, "simtest.nodes", 0)).nodes(FEWEST_NODES + chance.below(MORE_NODES));
        List<HeldData> data = data(nodes.size(), chance);
        DrawnStrategies strategies = new DrawnStrategies(catalog, seed);
        DrawnJobs drawn = new DrawnJobs(nodes, data, seed);
        List<TimedJob> jobs = new ArrayList<>(drawn.early());
        List<Fault> faults = new DrawnFaults(nodes.size(), jobs, strategies, seed).faults();
        StrategySpec first = strategies.strategy();
        FaultScenario early = new FaultScenario(
                "seed " + seed,
                "",
                seed,
                chance.below(3) * Nanos.SECOND,
                catalog.planners() == null || chance.below(4) > 0,
                nodes,
                first,
                jobs,
                data,
                faults,
                List.of());
        jobs.addAll(drawn.late(early.calmNanos()));
        return early.withJobs(jobs);
    }

    private static List<HeldData> data(int nodes, Chance chance) {
        List<HeldData> data = new ArrayList<>();
        int sets = chance.below(4);
        for (int set = 0; set < sets; set++) {
            data.add(new HeldData("set-" + set, (1 + chance.below(40)) * GIB, List.of(chance.below(nodes))));
        }
        return data;
    }
}
