package io.berth.app.simulate;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.catalog.StrategyNames;
import io.berth.app.command.Command;
import io.berth.app.command.Copies;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.command.SideBySide;
import io.berth.app.command.WidthOption;
import io.berth.app.replay.StoredJournals;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.report.JobRows;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.SummaryTable;
import io.berth.sim.report.page.ReportPage;
import io.berth.sim.report.page.RunTrace;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.Sweep;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth simulate}: a scenario's strategies on its workload, once per seed. */
@CommandLine.Command(
        name = "simulate",
        description =
                "Runs the jobs or requests of a scenario under each of its strategies in virtual time and compares them.")
public final class SimulateCommand implements Command {
    /** Of so many jobs of a point's runs times are kept: 240 MB at most. */
    private static final long MOST_KEPT = 10_000_000;

    @Parameters(arity = "0..1", paramLabel = "SCENARIO.yaml", description = "What is simulated.")
    private String file = "";

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set a value of the scenario; may come several times.")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--sweep",
            paramLabel = "KEY=V1,V2..",
            description = "Run with each value of a list, or of a range like 0.5..0.9/0.1; of several, with all"
                    + " combinations.")
    private List<String> sweeps = new ArrayList<>();

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "Compare the others with this strategy; without it, with the first.")
    private String baseline = "";

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            completionCandidates = StrategyNames.class,
            description =
                    "Run this in place of the scenario's strategies: the name of one of them or of a ready one, or"
                            + " {order: sjf, place: fgd} in full.")
    private List<String> strategies = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Run this seed, or range like 42..46, in place of its seeds.")
    private List<String> seeds = new ArrayList<>();

    @Option(names = "--lenient", description = "Count and skip bad rows of traces.")
    private boolean lenient;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Option(
            names = "--csv",
            paramLabel = "FILE|DIR",
            description = "Write the jobs or requests to a file, or one file per run to a folder.")
    private @Nullable Path csv;

    @Option(
            names = "--journal",
            paramLabel = "DIR",
            description = "Write the journal; of several runs, one per folder in DIR.")
    private @Nullable Path journal;

    @Option(
            names = "--whole-run",
            description = "Show the figures of whole runs, with the filling and the draining of the cluster.")
    private boolean wholeRun;

    @CommandLine.Mixin
    private ReportOptions page = new ReportOptions();

    @CommandLine.Mixin
    private WidthOption width = new WidthOption();

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec command = CommandLine.Model.CommandSpec.create();

    @CommandLine.Mixin
    private PluginsOption plugins = new PluginsOption();

    private final Output output;

    public SimulateCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        plugins.use();
        if (file.isEmpty()) {
            throw new InputException("berth simulate", "needs a scenario: berth simulate SCENARIO.yaml");
        }
        if (FleetSimulation.reads(file)) {
            return requests();
        }
        page.check();
        List<SimulatedPoint> points = points();
        long skipped = skippedRows(points);
        @Nullable RunFiles files = csv == null ? null : new RunFiles(csv, points.size() > 1);
        List<Warmups> warmups =
                points.stream().map(point -> Warmups.of(point, output)).toList();
        List<SimulatedRun> runs = runs(points, warmups);
        List<RunReport> reports = simulate(runs);
        if (files != null) {
            files.write(JobRows.HEADER, runs.stream().map(SimulatedRun::jobs).toList());
        }
        String name = points.getFirst().scenario().name();
        Headline headline = Headline.of(runs, reports, baseline, !wholeRun);
        page.write(
                subject(points.getFirst()).from(origin(points.getFirst(), headline)),
                new ReportPage.Results(reports, headline.summary(), headline.comparisons(), traces(runs)));
        if (json) {
            List<Warmups.Chosen> chosen =
                    warmups.stream().flatMap(found -> found.chosen().stream()).toList();
            output.json(SimulationDocument.of(name, skipped, chosen, reports, headline));
        } else {
            output.out().println(head(points));
            output.out().print(warmups.getFirst().text());
            output.out().print(Copies.text(reports));
            output.out().println();
            output.out().print(SummaryTable.of(headline.summary(), headline.comparisons(), width.columns(output)));
            output.out().print(headline.text(width.columns(output)));
        }
        return 0;
    }

    private int requests() {
        if (journal != null) {
            throw new InputException(
                    "--journal",
                    "goes only with jobs: requests never enter the journal; --csv writes what became of them");
        }
        if (page.wanted()) {
            throw new InputException("--report", "goes only with jobs, not with requests");
        }
        FleetSimulation.Options options = new FleetSimulation.Options(
                file, overrides(), sweeps, strategies, seeds, baseline, json, csv, width.columns(output));
        return new FleetSimulation(options, output).run();
    }

    private List<Assignment> overrides() {
        List<Assignment> overrides =
                new ArrayList<>(settings.stream().map(Assignment::parse).toList());
        if (lenient) {
            overrides.add(Assignment.parse("lenient=true"));
        }
        return overrides;
    }

    /** All points of the sweeps, checked before the first of them runs. */
    private List<SimulatedPoint> points() {
        CatalogNames names = FullCatalog.names();
        Source source = Source.file(file);
        List<SimulatedPoint> points = new ArrayList<>();
        for (Sweep.Point point : Sweep.points(sweeps)) {
            Scenario scenario = scenario(names, source, point);
            for (StrategySpec strategy : scenario.strategies()) {
                names.check(strategy, file);
            }
            checkBaseline(scenario);
            StoredJournals journals = new StoredJournals();
            PreparedScenario prepared = points.isEmpty()
                    ? PreparedScenario.read(scenario, file, journals)
                    : points.getLast().prepared().like(scenario, file, journals);
            points.add(new SimulatedPoint(point.set(), scenario, prepared));
        }
        return points;
    }

    private void checkBaseline(Scenario scenario) {
        List<String> names =
                scenario.strategies().stream().map(StrategySpec::name).toList();
        if (!baseline.isEmpty() && !names.contains(baseline)) {
            throw new InputException("--baseline", InputException.unknown("strategy", baseline, names));
        }
    }

    private Scenario scenario(CatalogNames names, Source source, Sweep.Point point) {
        List<Assignment> overrides = overrides();
        overrides.addAll(point.assignments());
        Scenario scenario = new ScenarioReader(names).readWith(source, overrides);
        if (!strategies.isEmpty()) {
            StrategyReader reader = new StrategyReader(names, Path.of(""));
            List<StrategySpec> chosen = new ArrayList<>();
            for (String name : strategies) {
                chosen.add(reader.named(name, "--strategy", scenario.strategies()));
            }
            scenario = scenario.withStrategies(distinct("--strategy", chosen));
        }
        if (!seeds.isEmpty()) {
            List<Long> chosen = new ArrayList<>();
            for (String text : seeds) {
                chosen.addAll(Fields.seeds(new Tree.Scalar(Position.of("--seed"), "", text, true)));
            }
            scenario = scenario.withSeeds(distinct("--seed", chosen));
        }
        return scenario;
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
            boolean drawn = page.draws(rows, seeds.indexOf(seed));
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
        Path folder = journal == null ? null : point.folderIn(journal);
        if (folder != null && several) {
            folder = folder.resolve(RunFiles.runName(strategy.name(), seed));
        }
        return new SimulatedRun.Kept(folder, csv != null, pairs, drawn);
    }

    private static ReportPage.Subject subject(SimulatedPoint first) {
        long seed = first.scenario().seeds().getFirst();
        PreparedScenario prepared = first.prepared();
        return ReportPage.Subject.of(first.scenario().name(), prepared.jobs(seed), prepared.nodes(seed));
    }

    private ReportPage.Origin origin(SimulatedPoint first, Headline headline) {
        List<String> arguments = command.root().commandLine().getParseResult().originalArgs();
        return PageOrigin.of(file, arguments, first.scenario().strategies(), headline);
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
        long skipped = output.noteSkipped(points.getFirst().prepared().skippedRows());
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
                + first.prepared().nodes(seed).size() + " nodes, " + gpus + " GPUs, "
                + (seeds == 1 ? "seed " + seed : seeds + " seeds (mean ± half of its 95 % interval)");
        return points.size() == 1 ? what : what + "; at the first of " + points.size() + " points of a sweep";
    }
}
