package io.berth.app.advise;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.OutFile;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.command.SharedOptions;
import io.berth.app.command.SideBySide;
import io.berth.app.command.WidthOption;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.sim.portfolio.Candidate;
import io.berth.sim.portfolio.Guard;
import io.berth.sim.portfolio.Objective;
import io.berth.sim.portfolio.Race;
import io.berth.spec.json.Json;
import io.berth.spec.strategy.StrategyWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;

/** {@code berth advise}: the strategy that suits a workload, found by running candidates on it and on others like it. */
public record AdviseCommand(Output output) implements Command {
    private static final String USUAL = "mean-wait";

    /** Figures that are told of the best beside the objective. */
    private static final List<String> TOLD =
            List.of("mean-wait", "p90-wait", "p99-wait", "bounded-slowdown", "allocation", "preemptions", "cost");

    private static final Option CANDIDATES = Option.value(
            "--candidates",
            "FILE.yaml",
            "More candidates: a list of strategies as a scenario has it; may come several times.");
    private static final Option ONLY = Option.flag(
            "--only", "No candidates but the ones that are written: those of --candidates and of the scenario.");
    private static final Option STRATEGY = Option.value(
            "--strategy",
            "NAME",
            "The strategy in force; by default the first of the scenario, or the last of the journal.");
    private static final Option OBJECTIVE = Option.value(
            "--objective",
            "FIGURE",
            "What counts: one of " + String.join(", ", Objective.shortNames())
                    + ", or a figure of berth simulate --json; " + USUAL + " by default.");
    private static final Option GUARD = Option.value(
            "--guard",
            "FIGURE=TIMES",
            "No candidate that makes this figure more than so many times as bad, such as p99-wait=1.5; may come several"
                    + " times.");
    private static final Option BUDGET = Option.value(
            "--budget",
            "N|TIME",
            "How many simulations there may be, or how long they may take: 200, 90s; 200 by default.");
    private static final Option JOBS = Option.value(
            "--jobs", "N", "Jobs of a workload that is drawn from a log or a journal, at most; 2000 by default.");
    private static final Option OUT =
            Option.value("--out", "FILE", "Write the strategy that is advised there, as YAML.");

    @Override
    public Options options() {
        return Options.of(
                        "[OPTION...] SCENARIO.yaml|JOURNAL",
                        "Says which strategy suits a workload: what there is and what is asked for, which strategies may suit"
                                + " that, and by how much the best of them is better than the one in force, with the"
                                + " interval of that. Each runs in the engine that decides in production: on the seeds of a"
                                + " scenario and further ones, or on workloads that a log or a journal could have been.",
                        OBJECTIVE,
                        GUARD,
                        CANDIDATES,
                        ONLY,
                        STRATEGY,
                        BUDGET,
                        JOBS,
                        SharedOptions.SEED.saying("The seed of what is drawn from a log or a journal; 1 by default."),
                        SharedOptions.SET,
                        OUT,
                        Answer.JSON,
                        WidthOption.OPTION,
                        PluginsOption.OPTION)
                .with(Operand.of("SCENARIO.yaml|JOURNAL", "The workload: a scenario, or the folder of a journal."));
    }

    @Override
    public int run(Arguments typed) {
        PluginsOption.use(typed.once(GUARD, CANDIDATES, SharedOptions.SET));
        String name = typed.needed("needs a scenario or a journal: berth advise SCENARIO.yaml");
        Path out = typed.path(OUT.name());
        OutFile.check(OUT.name(), out);
        Objective objective = Objective.of(typed.text(OBJECTIVE.name(), USUAL), OBJECTIVE.name());
        List<Guard> guards = typed.texts(GUARD.name()).stream()
                .map(text -> Guard.parse(text, GUARD.name()))
                .toList();
        AdvisedWork work = AdvisedWork.read(
                name,
                new AdvisedWork.Wanted(
                        SharedOptions.settings(typed),
                        typed.text(STRATEGY.name(), ""),
                        typed.whole(JOBS.name(), 10, 10_000_000, 2_000),
                        SharedOptions.seed(typed)));
        List<Candidate> candidates =
                work.candidates(CandidateFile.read(typed.texts(CANDIDATES.name())), typed.flag(ONLY.name()));
        RunBudget budget = RunBudget.parse(BUDGET.name(), typed.text(BUDGET.name(), "200"));
        budget.check(BUDGET.name(), candidates.size());
        Advice advice = advice(
                work, candidates, new Race.Rules(objective, guards, work.draws().redrawn()), budget);
        if (out != null && advice.advised()) {
            OutFile.write(out, Json.line(StrategyWriter.document(advice.best().strategy())) + "\n", "strategy");
        }
        int width = WidthOption.columns(typed, output);
        Answer.of(typed, output).print(AdviceDocument.of(advice), _ -> AdviceText.of(advice, width));
        return 0;
    }

    private Advice advice(AdvisedWork work, List<Candidate> candidates, Race.Rules rules, RunBudget budget) {
        try (Progress progress = new Progress("simulations", budget.total(), output.err())) {
            Race race = new Race(candidates, 0, rules, wanted -> figures(work, candidates, wanted, progress));
            Race.Result result = race.run(
                    budget.begun(),
                    TOLD.stream().map(told -> Objective.of(told, told)).toList());
            return new Advice(work, rules, result);
        }
    }

    private static List<SortedMap<String, Double>> figures(
            AdvisedWork work, List<Candidate> candidates, List<Race.Run> wanted, Progress progress) {
        List<Callable<SortedMap<String, Double>>> runs = new ArrayList<>();
        for (Race.Run run : wanted) {
            runs.add(() -> {
                SortedMap<String, Double> figures =
                        work.draws().figures(candidates.get(run.candidate()).strategy(), run.draw(), FullCatalog.get());
                progress.add(1);
                return figures;
            });
        }
        return SideBySide.run(runs);
    }
}
