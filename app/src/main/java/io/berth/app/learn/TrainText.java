package io.berth.app.learn;

import io.berth.app.Sparkline;
import io.berth.learn.training.Task;
import io.berth.learn.training.TrainingPoint;
import io.berth.learn.training.TrainingResult;
import io.berth.sim.report.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/** What {@code berth train} prints for people. */
final class TrainText {
    private static final int CURVE_WIDTH = 40;

    private TrainText() {}

    static String of(Task task, List<TrainingResult> results, SortedMap<String, Double> baselines, String model) {
        StringBuilder text = new StringBuilder();
        TextTable table = new TextTable(List.of("policy", task.figure(), "median of last 10", "kept", "curve"));
        for (Map.Entry<String, Double> baseline : baselines.entrySet()) {
            table.row(List.of(baseline.getKey(), fixed(baseline.getValue()), "", "", ""));
        }
        for (TrainingResult result : results) {
            List<Double> tests =
                    result.points().stream().map(TrainingPoint::test).toList();
            table.row(List.of(
                    "learnt, seed " + result.seed(),
                    fixed(result.test()),
                    fixed(result.medianOfLastTests()),
                    "update " + result.chosen(),
                    Sparkline.of(tests, CURVE_WIDTH)));
        }
        text.append(table.text());
        if (!model.isEmpty()) {
            text.append("\nmodel ").append(model).append(" was written\n");
        }
        return text.toString();
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
