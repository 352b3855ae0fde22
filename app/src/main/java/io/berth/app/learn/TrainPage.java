package io.berth.app.learn;

import io.berth.learn.training.TrainingPoint;
import io.berth.sim.comparison.Goal;
import io.berth.sim.report.page.HtmlText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Trainings as one HTML file with curves and tables, which asks no network for anything and needs no script. */
final class TrainPage {
    private TrainPage() {}

    /** Writes the page where somebody asked for it. */
    static void write(@Nullable Path file, TrainDocument trained, SortedMap<String, String> settings) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, of(trained, settings));
        } catch (IOException e) {
            throw new UncheckedIOException("The report cannot be written: " + e, e);
        }
    }

    /** The page; {@code settings} are what is written in the scenario, by key. */
    static String of(TrainDocument trained, SortedMap<String, String> settings) {
        TreeMap<String, String> parts = new TreeMap<>();
        parts.put("STYLE", HtmlText.style());
        parts.put("NAME", HtmlText.escaped(trained.scenario()));
        parts.put("FACTS", HtmlText.escaped(facts(trained)));
        parts.put("CHOICE", choice());
        parts.put("STAGES", stages(trained));
        parts.put("RESULTS", results(trained));
        parts.put("CURVES", curves(trained));
        parts.put("SETTINGS", settings(settings));
        parts.put("FOOT", trained.model().isEmpty() ? "No model was written." : "Model " + trained.model() + ".");
        return HtmlText.filled(template(), parts);
    }

    private static String facts(TrainDocument trained) {
        int seeds = trained.seeds().size();
        return trained.environment() + " · " + trained.agent() + " · " + seeds + (seeds == 1 ? " seed" : " seeds");
    }

    private static String choice() {
        return "Of each seed the parameters are kept that brought most on validation episodes, which are neither learnt from"
                + " nor tested on; of several seeds the one whose kept parameters did best there. The test decides nothing."
                + " Update 0 is what learning began with.";
    }

    private static String stages(TrainDocument trained) {
        boolean rule = trained.seeds().stream()
                .flatMap(seed -> seed.curve().stream())
                .anyMatch(point -> point.stage().equals("rule"));
        return (rule ? "Left of the dashed line a rule is tuned, right of it " : "By its updates ")
                + HtmlText.escaped(trained.agent()) + " learns.";
    }

    private static String results(TrainDocument trained) {
        StringBuilder table = new StringBuilder("<table><thead><tr><th>policy</th><th>")
                .append(HtmlText.escaped(trained.figure()))
                .append(
                        "</th><th>median of last 10</th><th>validation</th><th>kept</th><th>ended</th></tr></thead><tbody>\n");
        for (Map.Entry<String, Double> baseline : trained.baselines().entrySet()) {
            table.append(row(List.of(baseline.getKey(), fixed(baseline.getValue()), "", "", "", "")));
        }
        for (TrainDocument.Seed seed : trained.seeds()) {
            table.append(row(List.of(
                    "learnt, seed " + seed.seed(),
                    fixed(seed.test()),
                    fixed(seed.medianOfLastTests()),
                    String.format(Locale.ROOT, "%.3f", seed.validation()),
                    "update " + seed.chosenUpdate(),
                    seed.diverged().isEmpty() ? "as planned" : seed.diverged())));
        }
        return table.append("</tbody></table>").toString();
    }

    private static String curves(TrainDocument trained) {
        List<TrainDocument.Seed> seeds = trained.seeds();
        boolean more = Goal.of(trained.figure()) == Goal.MORE;
        CurveChart tests = new CurveChart(
                "Test: " + trained.figure() + (more ? ", more is better" : ", less is better"),
                seeds,
                TrainingPoint::test,
                trained.baselines());
        CurveChart validation = new CurveChart(
                "Validation: mean reward of an episode, more is better",
                seeds,
                TrainingPoint::validation,
                new TreeMap<>());
        CurveChart learnt = new CurveChart(
                "Learning: mean reward of the episodes that were played, with chance",
                seeds.stream().map(TrainPage::learning).toList(),
                TrainingPoint::reward,
                new TreeMap<>());
        return tests.draw() + validation.draw() + learnt.draw();
    }

    /** The same without the rule, whose rewards are of other episodes. */
    private static TrainDocument.Seed learning(TrainDocument.Seed seed) {
        List<TrainingPoint> points = seed.curve().stream()
                .filter(point -> point.stage().equals("learn"))
                .sorted(Comparator.comparingInt(TrainingPoint::update))
                .toList();
        return new TrainDocument.Seed(
                seed.seed(),
                seed.medianOfLastTests(),
                seed.chosenUpdate(),
                seed.validation(),
                seed.test(),
                seed.diverged(),
                points);
    }

    private static String settings(SortedMap<String, String> settings) {
        StringBuilder table = new StringBuilder("<table><tbody>\n");
        settings.forEach((key, value) -> table.append("<tr><td>")
                .append(HtmlText.escaped(key))
                .append("</td><td class=\"text wrap\">")
                .append(HtmlText.escaped(value))
                .append("</td></tr>\n"));
        return table.append("</tbody></table>").toString();
    }

    private static String row(List<String> cells) {
        StringBuilder row = new StringBuilder("<tr>");
        cells.forEach(cell -> row.append("<td>").append(HtmlText.escaped(cell)).append("</td>"));
        return row.append("</tr>\n").toString();
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String template() {
        try (InputStream in = TrainPage.class.getResourceAsStream("page.html")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
