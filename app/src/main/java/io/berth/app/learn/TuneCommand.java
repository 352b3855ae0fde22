package io.berth.app.learn;

import io.berth.app.catalog.AnswerOptions;
import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.tuning.BoxSearch;
import io.berth.learn.tuning.VariedStrategy;
import io.berth.sim.comparison.Goal;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth tune}: the numbers of a strategy, tuned by whole simulations. */
@CommandLine.Command(
        name = "tune",
        description = "Tunes numbers of a strategy by simulating it, and compares it before and after on other seeds."
                + " The result is the strategy with its numbers, to be read and changed.")
public final class TuneCommand implements Command {
    /** Of a round, and of those the ones that the next is drawn around. */
    private static final int POINTS = 16;

    private static final int ELITE = 4;
    private static final int VALIDATION_SEEDS = 10;

    @Parameters(paramLabel = "SCENARIO.yaml", description = "What is simulated; its seeds are what is tuned on.")
    private String name = "";

    @Option(
            names = "--vary",
            paramLabel = "KEY=LOW..HIGH",
            description = "A number of the strategy, such as order.rule.wait=-3..3; may come several times.")
    private List<String> variations = new ArrayList<>();

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            description = "Which of the scenario's strategies; the first by default.")
    private String strategy = "";

    @Option(
            names = "--goal",
            paramLabel = "FIGURE",
            description = "The figure that counts; ${DEFAULT-VALUE} by default.")
    private String figure = "bounded_slowdown_mean";

    @Option(names = "--budget", paramLabel = "N", description = "Simulations at most; ${DEFAULT-VALUE} by default.")
    private int budget = 320;

    @Option(
            names = "--validate",
            paramLabel = "SEEDS",
            description = "Seeds for the comparison; the ten after the scenario's by default.")
    private String validation = "";

    @Option(names = "--seed", paramLabel = "N", description = "The seed of the search; ${DEFAULT-VALUE} by default.")
    private long seed = 1;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set a value of the scenario; may come several times.")
    private List<String> settings = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE", description = "Write the tuned strategy there, as YAML.")
    private @Nullable Path out;

    @CommandLine.Mixin
    private final AnswerOptions answer;

    public TuneCommand(Output output) {
        this.answer = new AnswerOptions(output);
    }

    @Override
    public int run() {
        answer.begin();
        Goal goal = Goal.of(figure);
        if (goal == Goal.NEITHER) {
            throw new InputException("--goal", figure + " is neither better high nor better low");
        }
        checkOut();
        TuningScenario scenario = TuningScenario.read(
                name, settings.stream().map(Assignment::parse).toList(), this::validation);
        VariedStrategy varied = scenario.varied(strategy, variations);
        check(varied);
        List<Long> training = scenario.seeds();
        List<Long> others = validation(training);
        int rounds = rounds(training.size());
        long runs = (long) rounds * POINTS * training.size() + 2L * training.size() + 2L * others.size();
        try (Progress progress =
                new Progress("simulations", runs, answer.output().err())) {
            double[] before = figures(scenario, varied.before(), training, progress);
            double[] point = search(scenario, varied, rounds, progress);
            double[] after = figures(scenario, varied.at(point), training, progress);
            tell(new TuneResult(
                    figure,
                    goal,
                    varied.before().name(),
                    TreeText.of(varied.tree(point)),
                    (long) rounds * POINTS * training.size(),
                    new TuneResult.Seeds(training, before, after),
                    new TuneResult.Seeds(
                            others,
                            figures(scenario, varied.before(), others, progress),
                            figures(scenario, varied.at(point), others, progress))));
        }
        return 0;
    }

    private void checkOut() {
        Path folder = out == null ? null : out.toAbsolutePath().getParent();
        if (out != null && (folder == null || !Files.isDirectory(folder) || Files.isDirectory(out))) {
            throw new InputException("--out", "\"" + out + "\" is no file in a folder that exists");
        }
    }

    /** Both ends of all ranges must be values that the strategy takes, before anything runs. */
    private static void check(VariedStrategy varied) {
        CatalogNames names = new CatalogNames(FullCatalog.get());
        names.check(varied.before(), "strategy");
        for (double[] corner : varied.corners()) {
            names.check(varied.at(corner), "--vary");
        }
    }

    private List<Long> validation(List<Long> training) {
        if (validation.isEmpty()) {
            long last = Collections.max(training);
            List<Long> others = new ArrayList<>();
            for (int i = 1; i <= VALIDATION_SEEDS; i++) {
                others.add(last + i);
            }
            return others;
        }
        List<Long> others = Fields.seeds(new Tree.Scalar(Position.of("--validate"), "", validation, true));
        for (long other : others) {
            if (training.contains(other)) {
                throw new InputException("--validate", "seed " + other + " is one that is tuned on");
            }
        }
        return others;
    }

    private int rounds(int seeds) {
        int rounds = budget / (POINTS * seeds);
        if (rounds < 1) {
            throw new InputException(
                    "--budget",
                    "must be at least " + POINTS * seeds + ", a round of " + POINTS + " points on " + seeds
                            + " seeds, but is \"" + budget + "\"");
        }
        return rounds;
    }

    private double[] search(TuningScenario scenario, VariedStrategy varied, int rounds, Progress progress) {
        BoxSearch search =
                new BoxSearch(varied.ranges(), varied.start(), new BoxSearch.Options(POINTS, ELITE, rounds), seed);
        double sign = Goal.of(figure) == Goal.MORE ? -1 : 1;
        int seeds = scenario.seeds().size();
        for (int round = 1; round <= rounds; round++) {
            List<StrategySpec> drawn = search.draw().stream().map(varied::at).toList();
            double[] figures = scenario.figures(drawn, scenario.seeds(), figure, progress);
            List<Double> costs = new ArrayList<>();
            for (int point = 0; point < drawn.size(); point++) {
                double mean = Arrays.stream(figures, point * seeds, (point + 1) * seeds)
                        .average()
                        .orElse(Double.NaN);
                costs.add(sign * mean);
            }
            search.tell(costs);
            answer.output()
                    .note(String.format(
                            Locale.ROOT,
                            "round %d of %d: best %s %.4g",
                            round,
                            rounds,
                            figure,
                            sign * search.leastCost()));
        }
        return search.best();
    }

    private double[] figures(TuningScenario scenario, StrategySpec spec, List<Long> seeds, Progress progress) {
        return scenario.figures(List.of(spec), seeds, figure, progress);
    }

    private void tell(TuneResult tuned) {
        if (out != null) {
            try {
                Files.writeString(out, tuned.tuned() + "\n");
            } catch (IOException e) {
                throw new UncheckedIOException("The strategy cannot be written: " + e.getMessage(), e);
            }
        }
        answer.print(tuned.document(name), _ -> tuned.text());
    }
}
