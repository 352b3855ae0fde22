package io.berth.app.learn;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.OutFile;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.app.command.SharedOptions;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.tuning.BoxSearch;
import io.berth.learn.tuning.VariedStrategy;
import io.berth.sim.comparison.Goal;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** {@code berth tune}: the numbers of a strategy, tuned by whole simulations. */
public record TuneCommand(Output output) implements Command {
    /** Of a round, and of those the ones that the next is drawn around. */
    private static final int POINTS = 16;

    private static final int ELITE = 4;
    private static final int VALIDATION_SEEDS = 10;

    private static final Option VARY = Option.value(
            "--vary",
            "KEY=LOW..HIGH",
            "A number of the strategy, such as order.rule.wait=-3..3; may come several times.");
    private static final Option STRATEGY =
            Option.value("--strategy", "NAME", "Which of the scenario's strategies; the first by default.");
    private static final Option GOAL =
            Option.value("--goal", "FIGURE", "The figure that counts; bounded_slowdown_mean by default.");
    private static final Option BUDGET = Option.value("--budget", "N", "Simulations at most; 320 by default.");
    private static final Option VALIDATE =
            Option.value("--validate", "SEEDS", "Seeds for the comparison; the ten after the scenario's by default.");
    private static final Option OUT = Option.value("--out", "FILE", "Write the tuned strategy there, as YAML.");

    /** What is tuned, and by which figure. */
    private record Tuning(TuningScenario scenario, VariedStrategy varied, String figure, Progress progress) {}

    @Override
    public Options options() {
        return Options.of(
                        "[OPTION...] SCENARIO.yaml",
                        "Tunes numbers of a strategy by simulating it, and compares it before and after on other seeds."
                                + " The result is the strategy with its numbers, to be read and changed.",
                        VARY,
                        STRATEGY,
                        GOAL,
                        BUDGET,
                        VALIDATE,
                        SharedOptions.SEED.saying("The seed of the search; 1 by default."),
                        SharedOptions.SET,
                        OUT,
                        Answer.JSON,
                        PluginsOption.OPTION)
                .with(Operand.of("SCENARIO.yaml", "What is simulated; its seeds are what is tuned on."));
    }

    @Override
    public int run(Arguments typed) {
        PluginsOption.use(typed.once(VARY, SharedOptions.SET));
        String name = typed.needed("needs a scenario: berth tune SCENARIO.yaml");
        long seed = SharedOptions.seed(typed);
        int budget = typed.whole(BUDGET.name(), 0, Integer.MAX_VALUE, 320);
        String figure = typed.text(GOAL.name(), "bounded_slowdown_mean");
        Goal goal = Goal.of(figure);
        if (goal == Goal.NEITHER) {
            throw new InputException(GOAL.name(), figure + " is neither better high nor better low");
        }
        Path out = typed.path(OUT.name());
        OutFile.check(OUT.name(), out);
        TuningScenario scenario = TuningScenario.read(
                name, SharedOptions.settings(typed), seeds -> validation(typed.text(VALIDATE.name(), ""), seeds));
        VariedStrategy varied = scenario.varied(typed.text(STRATEGY.name(), ""), typed.texts(VARY.name()));
        check(varied);
        List<Long> training = scenario.seeds();
        List<Long> others = validation(typed.text(VALIDATE.name(), ""), training);
        int rounds = rounds(budget, training.size());
        long runs = (long) rounds * POINTS * training.size() + 2L * training.size() + 2L * others.size();
        try (Progress progress = new Progress("simulations", runs, output.err())) {
            Tuning tuning = new Tuning(scenario, varied, figure, progress);
            double[] before = figures(tuning, varied.before(), training);
            double[] point = search(tuning, rounds, seed);
            double[] after = figures(tuning, varied.at(point), training);
            TuneResult tuned = new TuneResult(
                    figure,
                    goal,
                    varied.before().name(),
                    TreeText.of(varied.tree(point)),
                    (long) rounds * POINTS * training.size(),
                    new TuneResult.Seeds(training, before, after),
                    new TuneResult.Seeds(
                            others,
                            figures(tuning, varied.before(), others),
                            figures(tuning, varied.at(point), others)));
            if (out != null) {
                OutFile.write(out, tuned.tuned() + "\n", "strategy");
            }
            Answer.of(typed, output).print(tuned.document(name), _ -> tuned.text());
        }
        return 0;
    }

    /** Both ends of all ranges must be values that the strategy takes, before anything runs. */
    private static void check(VariedStrategy varied) {
        CatalogNames names = new CatalogNames(FullCatalog.get());
        names.check(varied.before(), "strategy");
        for (double[] corner : varied.corners()) {
            names.check(varied.at(corner), "--vary");
        }
    }

    private static List<Long> validation(String seeds, List<Long> training) {
        if (seeds.isEmpty()) {
            long last = Collections.max(training);
            List<Long> others = new ArrayList<>();
            for (int i = 1; i <= VALIDATION_SEEDS; i++) {
                others.add(last + i);
            }
            return others;
        }
        List<Long> others = Fields.seeds(new Tree.Scalar(Position.of("--validate"), "", seeds, true));
        for (long other : others) {
            if (training.contains(other)) {
                throw new InputException("--validate", "seed " + other + " is one that is tuned on");
            }
        }
        return others;
    }

    private static int rounds(int budget, int seeds) {
        int rounds = budget / (POINTS * seeds);
        if (rounds < 1) {
            throw new InputException(
                    "--budget",
                    "must be at least " + POINTS * seeds + ", a round of " + POINTS + " points on " + seeds
                            + " seeds, but is \"" + budget + "\"");
        }
        return rounds;
    }

    private double[] search(Tuning tuning, int rounds, long seed) {
        VariedStrategy varied = tuning.varied;
        TuningScenario scenario = tuning.scenario;
        BoxSearch search =
                new BoxSearch(varied.ranges(), varied.start(), new BoxSearch.Options(POINTS, ELITE, rounds), seed);
        double sign = Goal.of(tuning.figure) == Goal.MORE ? -1 : 1;
        int seeds = scenario.seeds().size();
        for (int round = 1; round <= rounds; round++) {
            List<StrategySpec> drawn = search.draw().stream().map(varied::at).toList();
            double[] figures = scenario.figures(drawn, scenario.seeds(), tuning.figure, tuning.progress);
            List<Double> costs = new ArrayList<>();
            for (int point = 0; point < drawn.size(); point++) {
                double mean = Arrays.stream(figures, point * seeds, (point + 1) * seeds)
                        .average()
                        .orElse(Double.NaN);
                costs.add(sign * mean);
            }
            search.tell(costs);
            output.note(String.format(
                    Locale.ROOT,
                    "round %d of %d: best %s %.4g",
                    round,
                    rounds,
                    tuning.figure,
                    sign * search.leastCost()));
        }
        return search.best();
    }

    private static double[] figures(Tuning tuning, StrategySpec spec, List<Long> seeds) {
        return tuning.scenario.figures(List.of(spec), seeds, tuning.figure, tuning.progress);
    }
}
