package io.berth.app.simulate;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.Copies;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.command.SideBySide;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.sim.fleet.FleetMetrics;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.report.Comparison;
import io.berth.sim.report.RequestRows;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import io.berth.sim.report.SummaryTable;
import io.berth.sim.report.identity.RequestDigest;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What {@code berth simulate} does with a scenario of requests. */
record FleetSimulation(SimulateOptions options, Output output) {
    private record Point(Map<String, String> set, FleetScenario scenario, PreparedFleet prepared) {}

    private record Run(
            Point point, FleetRun.Setup setup, @Nullable RequestRows rows) {
        RunFiles.Rows written() {
            return new RunFiles.Rows(
                    point.set(), setup.strategy().name(), setup.seed(), () -> rows == null ? "" : rows.text());
        }
    }

    /** Whether {@code file} is for this class. */
    static boolean reads(String file) {
        return FleetScenarioReader.reads(Source.file(file));
    }

    int run() {
        List<Point> points = new ArrayList<>();
        for (Sweep.Point point : Sweep.points(options.sweeps())) {
            FleetScenario scenario = scenario(point);
            points.add(new Point(point.set(), scenario, PreparedFleet.read(scenario, FullCatalog.dispatch())));
        }
        Point first = points.getFirst();
        Path csv = options.csv();
        RunFiles files = csv == null ? null : new RunFiles(csv, points.size() > 1);
        long skipped = output.noteSkipped(first.prepared().skippedRows());
        List<Run> runs = runs(points);
        List<RunReport> reports = simulate(runs);
        if (files != null) {
            files.write(RequestRows.HEADER, runs.stream().map(Run::written).toList());
        }
        List<Comparison> comparisons = Comparison.of(
                reports.stream().map(report -> new Comparison.Run(report, null)).toList(), options.baseline());
        List<RunSummary> summary = RunSummary.of(reports);
        if (options.json()) {
            output.json(new SimulationDocument(
                    first.scenario().name(), skipped, List.of(), reports, summary, comparisons, null, null));
        } else {
            output.out().println(head(points));
            output.out().print(Copies.text(reports));
            output.out().println();
            output.out().print(SummaryTable.ofRequests(summary, comparisons, options.width(output)));
        }
        return 0;
    }

    private FleetScenario scenario(Sweep.Point point) {
        List<Assignment> overrides = options.settings();
        overrides.addAll(point.assignments());
        FleetScenario scenario = FleetScenarioReader.read(
                Source.file(options.file()), overrides, FullCatalog.models(), FullCatalog.dispatch());
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
        DispatchReader reader = new DispatchReader(Path.of(""), FullCatalog.models(), FullCatalog.dispatch());
        List<DispatchSpec> chosen = new ArrayList<>();
        for (String name : options.strategies()) {
            DispatchSpec strategy = scenario.strategies().stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst()
                    .orElseGet(() -> reader.named(name, "--strategy"));
            if (chosen.contains(strategy)) {
                throw new InputException("--strategy", name + " is there twice");
            }
            chosen.add(strategy);
        }
        return chosen;
    }

    private List<Run> runs(List<Point> points) {
        List<Run> runs = new ArrayList<>();
        for (Point point : points) {
            for (DispatchSpec strategy : point.scenario().strategies()) {
                for (long seed : point.scenario().seeds()) {
                    FleetRun.Setup setup = point.prepared().setup(strategy, seed);
                    RequestRows rows = options.csv() == null
                            ? null
                            : new RequestRows(setup, point.prepared().models());
                    runs.add(new Run(point, setup, rows));
                }
            }
        }
        return runs;
    }

    private List<RunReport> simulate(List<Run> runs) {
        long total =
                runs.stream().mapToLong(run -> run.setup().requests().size()).sum();
        try (Progress progress = new Progress("requests", total, output.err())) {
            return SideBySide.run(
                    runs.stream().map(run -> report(run, progress)).toList());
        }
    }

    private static Callable<RunReport> report(Run run, Progress progress) {
        return () -> {
            FleetObserver observer = run.rows() == null ? FleetObserver.NONE : run.rows();
            RequestDigest digest = new RequestDigest(observer);
            FleetRun simulated = new FleetRun(run.setup(), digest);
            long start = System.nanoTime();
            FleetMetrics metrics = simulated.run(progress::add);
            double wallSeconds = (System.nanoTime() - start) / 1e9;
            return RunReport.of(run.setup().strategy().name(), run.setup().seed(), metrics, wallSeconds)
                    .as(digest.identity())
                    .at(run.point().set());
        };
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
