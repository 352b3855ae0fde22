package io.berth.sim.report.page;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A run on nodes of eight GPUs that was recorded. */
record Recorded(RunTrace trace, GanttBars.Picture picture, RunMetrics metrics) {
    private static final long SEED = 42;

    static Recorded run(int nodes, Workload workload, StrategySpec strategy) {
        Simulation.Setup setup = setup(nodes, workload, strategy);
        RunRecorder recorder = new RunRecorder(setup, Collections.emptySortedMap(), Catalog.standard());
        RunMetrics metrics = new Simulation(setup, Catalog.standard(), Journal.NONE, recorder).run();
        return new Recorded(recorder.trace(), recorder.picture(), metrics);
    }

    static Recorded run(int nodes, List<Arrival> arrivals, StrategySpec strategy) {
        return run(nodes, new ListedWorkload(arrivals, List.of()), strategy);
    }

    /** The figures of the same run without a recorder. */
    static RunMetrics unrecorded(int nodes, Workload workload, StrategySpec strategy) {
        return new Simulation(setup(nodes, workload, strategy), Catalog.standard(), Journal.NONE, new Observer() {})
                .run();
    }

    RunReport report() {
        return RunReport.of(trace.strategy(), trace.seed(), metrics, 1.5);
    }

    /** The page of this run alone. */
    String page(String scenario) {
        List<RunReport> reports = List.of(report());
        return ReportPage.of(
                "en",
                ReportPage.Subject.of(scenario, trace.submitted(), cluster(1)),
                new ReportPage.Results(reports, RunSummary.of(reports), List.of(), List.of(trace)));
    }

    private static Simulation.Setup setup(int nodes, Workload workload, StrategySpec strategy) {
        return new Simulation.Setup(cluster(nodes), workload, strategy, SEED, WorldOptions.IDEAL, Nanos.NEVER, 0);
    }

    static List<NodeSpec> cluster(int nodes) {
        List<NodeSpec> specs = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            specs.add(NodeSpec.of("node-" + node, 96_000, 1L << 40, 8, "H100"));
        }
        return specs;
    }
}
