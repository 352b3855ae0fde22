package io.berth.app.learn;

import io.berth.app.command.Sparkline;
import io.berth.learn.training.TrainingPoint;
import io.berth.sim.report.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code berth train} prints for people. */
final class TrainText {
    private static final int CURVE_WIDTH = 40;

    private TrainText() {}

    static String of(TrainDocument trained) {
        StringBuilder text = new StringBuilder();
        TextTable table = new TextTable(List.of("policy", trained.figure(), "median of last 10", "kept", "curve"));
        for (Map.Entry<String, Double> baseline : trained.baselines().entrySet()) {
            table.row(List.of(baseline.getKey(), fixed(baseline.getValue()), "", "", ""));
        }
        for (TrainDocument.Seed seed : trained.seeds()) {
            List<Double> tests = seed.curve().stream().map(TrainingPoint::test).toList();
            table.row(List.of(
                    "learnt, seed " + seed.seed(),
                    fixed(seed.test()),
                    fixed(seed.medianOfLastTests()),
                    "update " + seed.chosenUpdate() + (seed.diverged().isEmpty() ? "" : ", diverged"),
                    Sparkline.of(tests, CURVE_WIDTH)));
        }
        text.append(table.text());
        if (!trained.model().isEmpty()) {
            text.append("\nmodel ").append(trained.model()).append(" was written\n");
        }
        return text.toString();
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
