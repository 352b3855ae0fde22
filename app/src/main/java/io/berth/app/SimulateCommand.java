package io.berth.app;

import io.berth.core.policy.Catalog;
import io.berth.core.policy.StrategySpec;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.SummaryTable;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.StrategyReader;
import io.berth.spec.schema.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth simulate}: a scenario's strategies on its workload, once per seed. */
@CommandLine.Command(
        name = "simulate",
        description = "Runs the jobs of a scenario under each of its strategies in virtual time and compares them.")
final class SimulateCommand implements Command {
    @Parameters(arity = "0..1", paramLabel = "SCENARIO.yaml", description = "What is simulated.")
    private String file = "";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Set a value of the scenario; may be repeated.")
    private List<String> settings = new ArrayList<>();

    @Option(names = "--strategy", paramLabel = "NAME", description = "Run this in place of the scenario's strategies.")
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
            description = "Write the jobs to a file, or one file per run to a folder.")
    private @Nullable Path csv;

    @Option(
            names = "--journal",
            paramLabel = "DIR",
            description = "Write the journal; of several runs, one per folder in DIR.")
    private @Nullable Path journal;

    private final Output output;

    SimulateCommand(Output output) {
        this.output = output;
    }

    private record Document(String scenario, long skippedRows, List<RunReport> runs) {}

    @Override
    public int run() {
        if (file.isEmpty()) {
            throw new InputException("berth simulate", "needs a scenario: berth simulate SCENARIO.yaml");
        }
        CatalogNames names = new CatalogNames(Catalog.standard());
        Scenario scenario = scenario(names);
        for (StrategySpec strategy : scenario.strategies()) {
            names.check(strategy, file);
        }
        PreparedScenario prepared = PreparedScenario.read(scenario, file, new StoredJournals());
        long skipped = skippedRows(prepared);
        @Nullable JobFiles files = csv == null ? null : new JobFiles(csv);
        List<SimulatedRun> runs = runs(scenario, prepared);
        List<RunReport> reports = simulate(runs, prepared);
        if (files != null) {
            files.write(runs);
        }
        if (json) {
            output.json(new Document(scenario.name(), skipped, reports));
        } else {
            output.out().println(head(scenario, prepared));
            output.out().println();
            output.out().print(SummaryTable.of(reports));
        }
        return 0;
    }

    private Scenario scenario(CatalogNames names) {
        List<String> overrides = new ArrayList<>(settings);
        if (lenient) {
            overrides.add("lenient=true");
        }
        Scenario scenario = new ScenarioReader(names).read(Source.file(file), overrides);
        if (!strategies.isEmpty()) {
            StrategyReader reader = new StrategyReader(names);
            List<StrategySpec> chosen = new ArrayList<>();
            for (String name : strategies) {
                chosen.add(reader.named(name, "--strategy"));
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

    private List<SimulatedRun> runs(Scenario scenario, PreparedScenario prepared) {
        boolean several = scenario.strategies().size() * scenario.seeds().size() > 1;
        List<SimulatedRun> runs = new ArrayList<>();
        for (StrategySpec strategy : scenario.strategies()) {
            for (long seed : scenario.seeds()) {
                Path folder = journal;
                if (folder != null && several) {
                    folder = folder.resolve(JobFiles.runName(strategy.name(), seed));
                }
                runs.add(new SimulatedRun(prepared.setup(strategy, seed), folder, csv != null));
            }
        }
        return runs;
    }

    private List<RunReport> simulate(List<SimulatedRun> runs, PreparedScenario prepared) {
        long total = 0;
        for (SimulatedRun run : runs) {
            total += prepared.jobs(run.seed());
        }
        try (Progress progress = new Progress("jobs", total, output.err())) {
            List<Callable<RunReport>> tasks = new ArrayList<>();
            for (SimulatedRun run : runs) {
                tasks.add(() -> run.report(progress));
            }
            return SideBySide.run(tasks);
        }
    }

    private long skippedRows(PreparedScenario prepared) {
        long skipped = 0;
        for (Map.Entry<String, Long> reason : prepared.skippedRows().entrySet()) {
            output.note(
                    "skipped " + reason.getValue() + (reason.getValue() == 1 ? " row: " : " rows: ") + reason.getKey());
            skipped += reason.getValue();
        }
        return skipped;
    }

    private static String head(Scenario scenario, PreparedScenario prepared) {
        long seed = scenario.seeds().getFirst();
        long gpus = 0;
        for (var node : prepared.nodes(seed)) {
            gpus += node.gpus();
        }
        int seeds = scenario.seeds().size();
        return scenario.name() + ": " + prepared.jobs(seed) + " jobs, "
                + prepared.nodes(seed).size() + " nodes, " + gpus + " GPUs, "
                + (seeds == 1 ? "seed " + seed : seeds + " seeds (mean ± standard deviation)");
    }
}
