package io.berth.app.simulate;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.Copies;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.command.SideBySide;
import io.berth.app.replay.StoredJournals;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.adaptive.Selector;
import io.berth.sim.report.JobRows;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.SummaryTable;
import io.berth.sim.report.page.ReportPage;
import io.berth.sim.report.page.RunTrace;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.sim.service.PreparedService;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.Sweep;
import io.berth.spec.schema.Fields;
import io.berth.spec.service.ServedScenario;
import io.berth.spec.service.ServedScenarioReader;
import io.berth.spec.service.ServedSpec;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What {@code berth simulate} does with a scenario of jobs. */
record JobSimulation(SimulateOptions options, Output output) {
    /** Of so many jobs of a point's runs times are kept: 240 MB at most. */
    private static final long MOST_KEPT = 10_000_000;

    /** Runs all of it and returns the exit code. */
    int run() {
        options.page().check();
        List<SimulatedPoint> points = points();
        long skipped = skippedRows(points);
        Path csv = options.csv();
        @Nullable RunFiles files = csv == null ? null : new RunFiles(csv, points.size() > 1);
        List<Warmups> warmups =
                points.stream().map(point -> Warmups.of(point, output)).toList();
        List<SimulatedRun> runs = runs(points, warmups);
        Hindsight hindsight = new Hindsight(runs);
        List<RunReport> all = simulate(hindsight.all());
        List<Hindsight.Row> adaptive = hindsight.rows(all);
        List<RunReport> reports = hindsight.reports(all, adaptive);
        if (files != null) {
            files.write(JobRows.HEADER, runs.stream().map(SimulatedRun::jobs).toList());
        }
        String name = points.getFirst().scenario().name();
        // What is served has figures of whole runs only.
        boolean steady = !options.wholeRun() && points.getFirst().service() == null;
        Headline headline = Headline.of(runs, reports, options.baseline(), steady);
        if (options.page().wanted()) {
            options.page()
                    .write(
                            subject(points.getFirst()).from(origin(points.getFirst(), headline)),
                            new ReportPage.Results(reports, headline.summary(), headline.comparisons(), traces(runs)));
        }
        if (options.json()) {
            List<Warmups.Chosen> chosen =
                    warmups.stream().flatMap(found -> found.chosen().stream()).toList();
            output.json(SimulationDocument.of(name, skipped, chosen, reports, headline)
                    .with(adaptive));
        } else {
            output.out().println(head(points));
            output.out().print(warmups.getFirst().text());
            output.out().print(Copies.text(reports));
            output.out().println();
            int width = options.width(output);
            output.out().print(SummaryTable.of(headline.summary(), headline.comparisons(), width));
            output.out().print(SummaryTable.ofService(headline.summary(), headline.comparisons(), width));
            output.out().print(headline.text(width));
            output.out().print(Hindsight.text(adaptive));
        }
        return 0;
    }

    /** All points of the sweeps, checked before the first of them runs. */
    private List<SimulatedPoint> points() {
        CatalogNames names = FullCatalog.names();
        String file = options.file();
        Source source = Source.file(file);
        List<SimulatedPoint> points = new ArrayList<>();
        for (Sweep.Point point : Sweep.points(options.sweeps())) {
            ServedScenario served = scenario(names, source, point);
            Scenario scenario = served.jobs();
            for (StrategySpec strategy : scenario.strategies()) {
                names.check(strategy, file);
            }
            for (AdaptiveSpec adaptive : scenario.adaptive()) {
                adaptive.portfolio().forEach(strategy -> names.check(strategy, file));
                Selector.check(adaptive);
            }
            checkBaseline(scenario);
            StoredJournals journals = new StoredJournals();
            PreparedScenario prepared = points.isEmpty()
                    ? PreparedScenario.read(scenario, file, journals)
                    : points.getLast().prepared().like(scenario, file, journals);
            points.add(new SimulatedPoint(point.set(), scenario, prepared, service(served, prepared, file)));
        }
        return points;
    }

    private static @Nullable PreparedService service(ServedScenario served, PreparedScenario prepared, String file) {
        ServedSpec service = served.service();
        List<Long> seeds = served.jobs().seeds();
        return service == null
                ? null
                : PreparedService.read(service, FullCatalog.dispatch(), prepared.nodes(seeds.getFirst()), file);
    }

    private void checkBaseline(Scenario scenario) {
        List<String> names =
                scenario.strategies().stream().map(StrategySpec::name).toList();
        String baseline = options.baseline();
        if (!baseline.isEmpty() && !names.contains(baseline)) {
            throw new InputException("--baseline", InputException.unknown("strategy", baseline, names));
        }
    }

    private ServedScenario scenario(CatalogNames names, Source source, Sweep.Point point) {
        List<Assignment> overrides = options.settings();
        overrides.addAll(point.assignments());
        ServedScenario served = new ServedScenarioReader(
                        new ScenarioReader(names).withAdaptive(), FullCatalog.models(), FullCatalog.dispatch())
                .read(source, overrides);
        Scenario scenario = served.jobs();
        if (!options.strategies().isEmpty()) {
            StrategyReader reader = new StrategyReader(names, Path.of(""));
            List<StrategySpec> chosen = new ArrayList<>();
            for (String name : options.strategies()) {
                chosen.add(reader.named(name, "--strategy", scenario.strategies()));
            }
            scenario = scenario.withStrategies(distinct("--strategy", chosen));
        }
        if (!options.seeds().isEmpty()) {
            List<Long> chosen = new ArrayList<>();
            for (String text : options.seeds()) {
                chosen.addAll(Fields.seeds(new Tree.Scalar(Position.of("--seed"), "", text, true)));
            }
            scenario = scenario.withSeeds(distinct("--seed", chosen));
        }
        return served.with(scenario);
    }

    private static <T> List<T> distinct(String option, List<T> values) {
        for (int i = 0; i < values.size(); i++) {
            if (values.indexOf(values.get(i)) < i) {
                Object twice = values.get(i) instanceof StrategySpec strategy ? strategy.name() : values.get(i);
                throw new InputException(option, twice + " is there twice");
            }
        }
        return values;
    }

    private List<SimulatedRun> runs(List<SimulatedPoint> points, List<Warmups> warmups) {
        List<SimulatedRun> runs = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            SimulatedPoint point = points.get(i);
            int rows = points.size() * point.scenario().strategies().size();
            for (StrategySpec strategy : point.scenario().strategies()) {
                runs.addAll(runs(point, strategy, warmups.get(i), rows));
            }
        }
        return runs;
    }

    private List<SimulatedRun> runs(SimulatedPoint point, StrategySpec strategy, Warmups warmups, int rows) {
        List<Long> seeds = point.scenario().seeds();
        List<SimulatedRun> runs = new ArrayList<>();
        for (long seed : seeds) {
            boolean drawn = options.page().draws(rows, seeds.indexOf(seed));
            SimulatedRun.Kept kept = kept(point, strategy, seed, drawn);
            runs.add(new SimulatedRun(point, strategy, seed, warmups.window(seed), kept));
        }
        return runs;
    }

    private SimulatedRun.Kept kept(SimulatedPoint point, StrategySpec strategy, long seed, boolean drawn) {
        Scenario scenario = point.scenario();
        boolean several = scenario.strategies().size() * scenario.seeds().size() > 1;
        long jobs = point.prepared().jobs(seed);
        boolean few = jobs * scenario.seeds().size() * scenario.strategies().size() <= MOST_KEPT;
        boolean pairs =
                few || (scenario.strategies().size() > 1 && scenario.seeds().size() == 1);
        Path journal = options.journal();
        Path folder = journal == null ? null : point.folderIn(journal);
        if (folder != null && several) {
            folder = folder.resolve(RunFiles.runName(strategy.name(), seed));
        }
        return new SimulatedRun.Kept(folder, options.csv() != null, pairs, drawn);
    }

    private static ReportPage.Subject subject(SimulatedPoint first) {
        long seed = first.scenario().seeds().getFirst();
        PreparedScenario prepared = first.prepared();
        return ReportPage.Subject.of(first.scenario().name(), prepared.jobs(seed), prepared.nodes(seed));
    }

    private ReportPage.Origin origin(SimulatedPoint first, Headline headline) {
        return PageOrigin.of(options.file(), options.all(), first.scenario().strategies(), headline);
    }

    private static List<RunTrace> traces(List<SimulatedRun> runs) {
        return runs.stream().map(SimulatedRun::trace).filter(Objects::nonNull).toList();
    }

    private List<RunReport> simulate(List<SimulatedRun> runs) {
        long total = 0;
        for (SimulatedRun run : runs) {
            total += run.point().prepared().jobs(run.seed());
        }
        try (Progress progress = new Progress("jobs", total, output.err())) {
            List<Callable<RunReport>> tasks = new ArrayList<>();
            for (SimulatedRun run : runs) {
                tasks.add(() -> run.report(progress));
            }
            return SideBySide.run(tasks);
        }
    }

    /** Points that share their inputs count their rows once. */
    private long skippedRows(List<SimulatedPoint> points) {
        PreparedService service = points.getFirst().service();
        long skipped = output.noteSkipped(points.getFirst().prepared().skippedRows())
                + (service == null ? 0 : output.noteSkipped(service.skippedRows()));
        points.getFirst()
                .prepared()
                .assumptions()
                .forEach((what, jobs) -> output.note(jobs + (jobs == 1 ? " job: " : " jobs: ") + what));
        return skipped;
    }

    private static String head(List<SimulatedPoint> points) {
        SimulatedPoint first = points.getFirst();
        long seed = first.scenario().seeds().getFirst();
        long gpus = 0;
        for (var node : first.prepared().nodes(seed)) {
            gpus += node.gpus();
        }
        int seeds = first.scenario().seeds().size();
        String what = first.scenario().name() + ": " + first.prepared().jobs(seed) + " jobs, "
                + first.prepared().nodes(seed).size() + " nodes, " + gpus + " GPUs, " + first.served(seed)
                + (seeds == 1 ? "seed " + seed : seeds + " seeds (mean ± half of its 95 % interval)");
        return points.size() == 1 ? what : what + "; at the first of " + points.size() + " points of a sweep";
    }
}
