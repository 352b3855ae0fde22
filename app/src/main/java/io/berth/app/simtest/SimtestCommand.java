package io.berth.app.simtest;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.OutFile;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.command.SideBySide;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.core.catalog.Catalog;
import io.berth.sim.fault.Coverage;
import io.berth.sim.fault.FaultRun;
import io.berth.sim.fault.NamedBugs;
import io.berth.sim.fault.Shrinker;
import io.berth.sim.fault.Verdict;
import io.berth.sim.fault.draw.DrawnScenario;
import io.berth.sim.safety.Rule;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.FaultScenarioReader;
import io.berth.spec.fault.FaultScenarioWriter;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.LongStream;

/** {@code berth simtest}: many seeds, one, files, or the bugs that others had. */
public record SimtestCommand(Output output) implements Command {
    private static final int FAILED = 1;
    private static final int USUAL_SEEDS = 100;
    private static final int MOST_SEEDS = 10_000_000;
    private static final int MOST_TRIES = 1500;
    private static final int MOST_SHRUNK = 3;

    private static final Option SEEDS = Option.value(
            "--seeds", "N", "How many seeds are run; 100 by default. From 500 on all kinds must be covered.");
    private static final Option FROM = Option.value("--from", "N", "The first of them; 1 by default.");
    private static final Option SEED = Option.value("--seed", "N", "Run one seed.");
    private static final Option WRITE =
            Option.value("--write", "FILE.yaml", "Write the scenario of the one seed, whatever comes of it.");
    private static final Option OUT = Option.value(
            "--out", "FOLDER", "Where scenarios of seeds that fail are written, made small; here by default.");
    private static final Option BUGS =
            Option.flag("--bugs", "Run the bugs that other schedulers had, which Berth must not have.");

    @Override
    public Options options() {
        return Options.of(
                        "[OPTION...] [FILE.yaml...]",
                        "Runs the scheduler in virtual time on clusters, jobs and strategies drawn from seeds, while nodes are lost, outcomes"
                                + " come late and Berth itself is killed, and checks after each event that nothing is broken. A"
                                + " seed that fails is made a small file, which runs again. Exit code 0: nothing was broken; 1: something"
                                + " was, or a kind of event, decision, policy or fault never came in 500 seeds; 2: the input"
                                + " is wrong.",
                        SEEDS,
                        FROM,
                        SEED,
                        WRITE,
                        OUT,
                        BUGS,
                        Answer.JSON)
                .with(Operand.of("FILE.yaml", "A scenario to run again, such as one that was made small."));
    }

    @Override
    public int run(Arguments typed) {
        typed.once();
        Catalog catalog = FullCatalog.get();
        boolean one = typed.text(SEED.name()) != null;
        checkTogether(typed, one);
        SimtestReport report;
        if (!typed.words().isEmpty()) {
            report = named(typed.words(), SimtestCommand::read, catalog);
        } else if (typed.flag(BUGS.name())) {
            report = named(NamedBugs.NAMES, name -> NamedBugs.scenario(name, catalog), catalog);
        } else {
            report = seeds(typed, one, catalog);
        }
        Answer.of(typed, output).print(report.document(), _ -> report.text());
        output.out().flush();
        return report.good() ? 0 : FAILED;
    }

    private static void checkTogether(Arguments typed, boolean one) {
        List<String> ways = new ArrayList<>();
        if (one) {
            ways.add(SEED.name());
        }
        if (typed.text(SEEDS.name()) != null || typed.text(FROM.name()) != null) {
            ways.add(SEEDS.name());
        }
        if (typed.flag(BUGS.name())) {
            ways.add(BUGS.name());
        }
        if (!typed.words().isEmpty()) {
            ways.add("a file");
        }
        if (ways.size() > 1) {
            throw new InputException(typed.place(), "takes one of " + String.join(" and ", ways));
        }
        if (typed.text(WRITE.name()) != null && !one) {
            throw new InputException(WRITE.name(), "goes only with " + SEED.name());
        }
    }

    private static FaultScenario read(String name) {
        return new FaultScenarioReader(FullCatalog.names()).read(Source.file(name));
    }

    private SimtestReport named(List<String> names, Function<String, FaultScenario> scenarios, Catalog catalog) {
        List<FaultScenario> all = names.stream().map(scenarios).toList();
        Coverage coverage = new Coverage();
        List<SimtestReport.Line> lines = SideBySide.run(all.stream()
                .<Callable<SimtestReport.Line>>map(scenario -> () ->
                        line(scenario.title(), new FaultRun(scenario, catalog, FaultRun.Seams.NONE).run(), coverage))
                .toList());
        return new SimtestReport(lines, coverage.lines(catalog), false, List.of());
    }

    private SimtestReport seeds(Arguments typed, boolean one, Catalog catalog) {
        long first =
                one ? typed.whole(SEED.name(), 0, Integer.MAX_VALUE, 0) : typed.whole(FROM.name(), 0, MOST_SEEDS, 1);
        int count = one ? 1 : typed.whole(SEEDS.name(), 1, MOST_SEEDS, USUAL_SEEDS);
        Path write = typed.path(WRITE.name());
        OutFile.check(WRITE.name(), write);
        if (write != null) {
            OutFile.write(write, FaultScenarioWriter.write(DrawnScenario.of(first, catalog)), "scenario");
        }
        Coverage coverage = new Coverage();
        List<SimtestReport.Line> lines;
        try (Progress progress = new Progress("seeds", count, output.err())) {
            lines = SideBySide.run(LongStream.range(first, first + count)
                    .<Callable<SimtestReport.Line>>mapToObj(seed -> () -> {
                        FaultScenario scenario = DrawnScenario.of(seed, catalog);
                        Verdict verdict = new FaultRun(scenario, catalog, FaultRun.Seams.NONE).run();
                        progress.add(1);
                        return line(Long.toString(seed), verdict, coverage);
                    })
                    .toList());
        }
        List<Path> files = new ArrayList<>();
        for (SimtestReport.Line line : lines) {
            Rule rule = line.rule();
            if (rule != null && files.size() < MOST_SHRUNK) {
                files.add(small(Long.parseLong(line.name()), rule, typed, catalog));
            }
        }
        return new SimtestReport(lines, coverage.lines(catalog), !one, files);
    }

    private static SimtestReport.Line line(String name, Verdict verdict, Coverage coverage) {
        synchronized (coverage) {
            coverage.add(verdict.covered());
        }
        return new SimtestReport.Line(name, verdict.rule(), verdict.what(), verdict.figures());
    }

    /** Writes a small scenario that breaks the same rule as {@code seed}. */
    private Path small(long seed, Rule rule, Arguments typed, Catalog catalog) {
        output.note("seed " + seed + " is made small");
        Shrinker shrinker = new Shrinker(
                scenario -> new FaultRun(scenario, catalog, FaultRun.Seams.NONE)
                                .run()
                                .rule()
                        == rule,
                MOST_TRIES);
        FaultScenario small =
                shrinker.shrunk(DrawnScenario.of(seed, catalog)).titled("seed " + seed + " breaks: " + rule.sentence());
        Path folder = typed.path(OUT.name());
        Path name = Path.of("simtest-seed-" + seed + ".yaml");
        Path file = folder == null ? name : folder.resolve(name);
        OutFile.write(file, FaultScenarioWriter.write(small), "scenario");
        return file;
    }
}
