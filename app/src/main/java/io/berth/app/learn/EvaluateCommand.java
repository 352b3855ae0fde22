package io.berth.app.learn;

import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.command.SharedOptions;
import io.berth.app.command.WidthOption;
import io.berth.app.home.BerthHome;
import io.berth.app.learn.file.LearnEnvironment;
import io.berth.app.learn.file.LearnFile;
import io.berth.app.learn.window.WindowDocument;
import io.berth.app.learn.window.WindowTraining;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.core.model.LearntModel;
import io.berth.core.model.SequenceModel;
import io.berth.learn.store.ModelStore;
import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.PairedBootstrap;
import io.berth.sim.report.TextTable;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code berth evaluate}: learnt models on parts of a workload, beside well-known policies. */
public record EvaluateCommand(Output output) implements Command {
    /** One policy: its figure on each part, the mean, and the difference to the first model; null for that one itself. */
    private record Row(
            String policy,
            double mean,
            List<Double> sequences,
            @Nullable Difference difference) {}

    private record Document(String scenario, String figure, List<Row> policies) {}

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] SCENARIO MODEL...",
                "Plays learnt models on parts of a workload that berth train tests on, beside well-known policies;"
                        + " differences to the first model with 95 % intervals over the parts (paired bootstrap)."
                        + " SCENARIO is a file, or ordering, engine-ordering, engine-placement, dispatch or windows; a MODEL is a"
                        + " file, or the id of a stored one. Of windows it tells how far plans are from the optimum, and how much"
                        + " sooner they are there.",
                SharedOptions.SET,
                Answer.JSON,
                PluginsOption.OPTION,
                WidthOption.OPTION);
    }

    @Override
    public int run(Arguments arguments) {
        PluginsOption.use(arguments);
        List<String> words = arguments.words();
        if (words.size() < 2) {
            throw new InputException(
                    arguments.place(), "needs a scenario and models: berth evaluate SCENARIO.yaml MODEL...");
        }
        String name = words.getFirst();
        List<String> models = words.subList(1, words.size());
        LearnFile file = LearnFile.open(name, SharedOptions.settings(arguments));
        ModelStore store = new ModelStore(BerthHome.of(null, System.getenv()).models());
        List<LearntModel> read =
                models.stream().map(model -> Parent.named(model, store).model()).toList();
        if (file.environment() == LearnEnvironment.WINDOWS) {
            TreeMap<String, SequenceModel> orders = new TreeMap<>();
            for (int i = 0; i < models.size(); i++) {
                orders.put(models.get(i), ModelTests.window(models.get(i), read.get(i)));
            }
            Answer.of(arguments, output).print(WindowTraining.tested(file, orders), WindowDocument::text);
            return 0;
        }
        ModelTests tests = ModelTests.of(file, models.getFirst(), read.getFirst());
        Goal goal = Goal.of(tests.figure());
        double[] reference = tests.figures(models.getFirst(), read.getFirst());
        List<Row> rows = new ArrayList<>();
        rows.add(row(models.getFirst(), reference, null, goal));
        for (int i = 1; i < read.size(); i++) {
            rows.add(row(models.get(i), tests.figures(models.get(i), read.get(i)), reference, goal));
        }
        for (String known : tests.known()) {
            rows.add(row(known, tests.figures(known), reference, goal));
        }
        int width = WidthOption.columns(arguments, output);
        Answer.of(arguments, output).print(new Document(name, tests.figure(), rows), document -> text(document, width));
        return 0;
    }

    private static Row row(String policy, double[] figures, double @Nullable [] reference, Goal goal) {
        double mean = Arrays.stream(figures).average().orElse(0);
        List<Double> sequences = Arrays.stream(figures).boxed().toList();
        if (reference == null) {
            return new Row(policy, mean, sequences, null);
        }
        double[] differences = new double[figures.length];
        for (int i = 0; i < figures.length; i++) {
            differences[i] = figures[i] - reference[i];
        }
        return new Row(policy, mean, sequences, PairedBootstrap.of(differences, 1, goal));
    }

    private static String text(Document document, int width) {
        TextTable table = new TextTable(List.of("policy", document.figure, "more than the first", "95 % interval"));
        for (Row row : document.policies) {
            Difference difference = row.difference;
            table.row(List.of(
                    row.policy,
                    fixed(row.mean),
                    difference == null ? "" : fixed(difference.mean()),
                    difference == null ? "" : fixed(difference.low()) + " to " + fixed(difference.high())));
        }
        return table.text(width);
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
