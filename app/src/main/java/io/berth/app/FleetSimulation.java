package io.berth.app;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.sim.fleet.FleetMetrics;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.report.Comparison;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import io.berth.sim.report.SummaryTable;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What {@code berth simulate} does with a scenario of requests. */
final class FleetSimulation {
    private final Options options;
    private final Output output;

    /**
     * As given on the command line.
     *
     * @param settings values of the scenario
     * @param sweeps values that vary
     * @param strategies names of the scenario's strategies, or balancers, in place of all of those; empty for them
     * @param seeds numbers or ranges in place of the scenario's, likewise
     * @param baseline the strategy that the others are compared with; empty for the first
     */
    record Options(
            String file,
            List<Assignment> settings,
            List<String> sweeps,
            List<String> strategies,
            List<String> seeds,
            String baseline,
            boolean json) {}

    private record Point(Map<String, String> set, FleetScenario scenario, PreparedFleet prepared) {}

    private record Document(
            String scenario,
            long skippedRows,
            List<RunReport> runs,
            List<RunSummary> summary,
            List<Comparison> comparisons) {}

    FleetSimulation(Options options, Output output) {
        this.options = options;
        this.output = output;
    }

    /** Whether {@code file} is for this class. */
    static boolean reads(String file) {
        return FleetScenarioReader.reads(Source.file(file));
    }

    int run() {
        List<Point> points = new ArrayList<>();
        for (Sweep.Point point : Sweep.points(options.sweeps())) {
            FleetScenario scenario = scenario(point);
            points.add(new Point(point.set(), scenario, PreparedFleet.read(scenario)));
        }
        Point first = points.getFirst();
        long skipped = skippedRows(first.prepared());
        List<RunReport> reports = simulate(points);
        List<Comparison.Run> runs =
                reports.stream().map(report -> new Comparison.Run(report, null)).toList();
        List<Comparison> comparisons = Comparison.of(runs, options.baseline());
        List<RunSummary> summary = RunSummary.of(reports);
        if (options.json()) {
            output.json(new Document(first.scenario().name(), skipped, reports, summary, comparisons));
        } else {
            output.out().println(head(points));
            output.out().println();
            output.out().print(SummaryTable.ofRequests(summary, comparisons));
        }
        return 0;
    }

    private FleetScenario scenario(Sweep.Point point) {
        List<Assignment> overrides = new ArrayList<>(options.settings());
        overrides.addAll(point.assignments());
        FleetScenario scenario = FleetScenarioReader.read(Source.file(options.file()), overrides);
        if (!options.strategies().isEmpty()) {
            scenario = scenario.withStrategies(chosen(scenario));
        }
        if (!options.seeds().isEmpty()) {
            List<Tree> items = new ArrayList<>();
            for (String text : options.seeds()) {
                items.add(new Tree.Scalar(Position.of("--seed"), "", text, true));
            }
            scenario = scenario.withSeeds(ScenarioReader.seeds(new Tree.Items(Position.of("--seed"), "", items)));
        }
        List<String> names =
                scenario.strategies().stream().map(DispatchSpec::name).toList();
        if (!options.baseline().isEmpty() && !names.contains(options.baseline())) {
            throw new InputException("--baseline", InputException.unknown("strategy", options.baseline(), names));
        }
        return scenario;
    }

    private List<DispatchSpec> chosen(FleetScenario scenario) {
        List<DispatchSpec> chosen = new ArrayList<>();
        for (String name : options.strategies()) {
            DispatchSpec strategy = scenario.strategies().stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst()
                    .orElseGet(() -> DispatchReader.named(name, "--strategy"));
            if (chosen.contains(strategy)) {
                throw new InputException("--strategy", name + " is there twice");
            }
            chosen.add(strategy);
        }
        return chosen;
    }

    private List<RunReport> simulate(List<Point> points) {
        long total = 0;
        for (Point point : points) {
            for (long seed : point.scenario().seeds()) {
                total += point.prepared().requests(seed)
                        * point.scenario().strategies().size();
            }
        }
        try (Progress progress = new Progress("requests", total, output.err())) {
            List<Callable<RunReport>> tasks = new ArrayList<>();
            points.forEach(point -> addRuns(point, tasks, progress));
            return SideBySide.run(tasks);
        }
    }

    private static void addRuns(Point point, List<Callable<RunReport>> tasks, Progress progress) {
        for (DispatchSpec strategy : point.scenario().strategies()) {
            for (long seed : point.scenario().seeds()) {
                tasks.add(() -> report(point, strategy, seed, progress));
            }
        }
    }

    private static RunReport report(Point point, DispatchSpec strategy, long seed, Progress progress) {
        FleetRun run = new FleetRun(point.prepared().setup(strategy, seed), FleetObserver.NONE);
        long start = System.nanoTime();
        FleetMetrics metrics = run.run(progress::add);
        double wallSeconds = (System.nanoTime() - start) / 1e9;
        return RunReport.of(strategy.name(), seed, metrics, wallSeconds).at(point.set());
    }

    private long skippedRows(PreparedFleet prepared) {
        long skipped = 0;
        for (Map.Entry<String, Long> reason : prepared.skippedRows().entrySet()) {
            output.note(
                    "skipped " + reason.getValue() + (reason.getValue() == 1 ? " row: " : " rows: ") + reason.getKey());
            skipped += reason.getValue();
        }
        return skipped;
    }

    private static String head(List<Point> points) {
        Point first = points.getFirst();
        List<Long> seeds = first.scenario().seeds();
        String what = first.scenario().name() + ": " + first.prepared().requests(seeds.getFirst()) + " requests, "
                + first.prepared().servers() + " servers, "
                + (seeds.size() == 1
                        ? "seed " + seeds.getFirst()
                        : seeds.size() + " seeds (mean ± half of its 95 % interval)");
        return points.size() == 1 ? what : what + "; at the first of " + points.size() + " points of a sweep";
    }
}
