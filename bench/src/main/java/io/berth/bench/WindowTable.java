package io.berth.bench;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.Observer;
import io.berth.core.journal.Journal;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.StrategySpec;
import io.berth.core.policy.WindowPlanners;
import io.berth.core.time.Nanos;
import io.berth.optimize.strategy.WindowSolver;
import io.berth.sim.run.Simulation;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.OpenbArrivals;
import io.berth.sim.trace.OpenbNodes;
import io.berth.sim.trace.OpenbOrder;
import io.berth.sim.trace.OpenbPods;
import io.berth.sim.trace.OpenbWorkload;
import io.berth.sim.world.WorldOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/** quick */
public final class WindowTable {
    static SortedMap<String, Double> run(Path data, String list, long seed, StrategySpec strategy, Catalog catalog) {
        List<NodeSpec> nodes = OpenbNodes.read(data.resolve("openb_node_list_gpu_node.csv"), Lenience.STRICT);
        OpenbPods pods = OpenbPods.read(data.resolve("openb_pod_list_" + list + ".csv"), Lenience.STRICT);
        OpenbArrivals order = OpenbArrivals.read(
                data.resolve("arrivals/" + list + "_" + seed + ".csv"), nodes, pods.pods(), Lenience.STRICT);
        Simulation.Setup setup = new Simulation.Setup(
                OpenbOrder.nodesOf(order, pods, nodes, seed),
                OpenbWorkload.arriving(pods, order),
                strategy,
                seed,
                WorldOptions.IDEAL,
                Nanos.NEVER,
                0);
        return new Simulation(setup, catalog, Journal.NONE, new Observer() {})
                .run()
                .figures();
    }

    public static void main(String[] a) {
        Path data = Path.of(a[0]);
        Catalog catalog = Catalog.standard().with(new WindowPlanners(WindowSolver::new, 200));
        int seeds = Integer.parseInt(a[2]);
        for (String list : a[1].split(",")) {
            double[][] base = new double[seeds][];
            for (String name : a[3].split(",")) {
                StrategySpec spec = name.equals("fgd")
                        ? StrategySpec.of("fgd", "fcfs", "fgd", "none")
                        : catalog.presets().stream()
                                .filter(p -> p.name().equals(name))
                                .findFirst()
                                .orElseThrow();
                StringBuilder sb = new StringBuilder();
                double d1 = 0, d2 = 0;
                long t0 = System.nanoTime();
                SortedMap<String, Double> f = null;
                for (int s = 0; s < seeds; s++) {
                    f = run(data, list, 42 + s, spec, catalog);
                    double[] r = {f.get("gpu_allocation_pct_at_arrived_100"), f.get("gpu_allocation_pct_at_arrived_130")
                    };
                    if (base[s] == null) base[s] = r;
                    d1 += r[0] - base[s][0];
                    d2 += r[1] - base[s][1];
                    sb.append(String.format(" %.2f/%.2f", r[0], r[1]));
                }
                System.out.printf(
                        "%-12s %-14s %+.3f %+.3f |%s %.1fs windows %s fallbacks %s gap %s work %s rejected %s waiting %s%n",
                        list,
                        name,
                        d1 / seeds,
                        d2 / seeds,
                        sb,
                        (System.nanoTime() - t0) / 1e9 / seeds,
                        f.get("windows"),
                        f.get("window_fallbacks"),
                        f.get("window_gap_mean_pct"),
                        f.get("window_work_mean"),
                        f.get("jobs_rejected"),
                        f.get("jobs_waiting_at_end"));
            }
        }
    }
}
