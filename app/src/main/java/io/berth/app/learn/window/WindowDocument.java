package io.berth.app.learn.window;

import io.berth.app.learn.window.WindowTests.Row;
import io.berth.learn.imitation.SequenceCloning.Round;
import io.berth.sim.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What training and tests of orders of windows print.
 *
 * @param jobs of a window
 * @param windows that were tested
 * @param plain windows of that size that came up beside them, in which every job gets its best place
 * @param proved of how many of those tested the optimum is proved; of the others its bound stands for it
 * @param policies how each does, the first one first
 * @param seeds what trainings came to; none where nothing was learnt
 * @param model what identifies the model that was written; empty where none was
 */
public record WindowDocument(
        String scenario,
        int jobs,
        int windows,
        long plain,
        long proved,
        List<Row> policies,
        List<Seed> seeds,
        String model) {
    private static final String UNTOLD = "";

    /** The training with one seed. */
    public record Seed(long seed, List<Round> rounds) {}

    /** Of tests alone. */
    static WindowDocument of(String scenario, int jobs, WindowTests tests, List<Row> policies) {
        return new WindowDocument(
                scenario, jobs, tests.count(), tests.plain(), tests.proved(), policies, List.of(), UNTOLD);
    }

    /** The same with what was learnt. */
    WindowDocument with(List<Seed> learnt, String written) {
        return new WindowDocument(scenario, jobs, windows, plain, proved, policies, learnt, written);
    }

    /** The same for people. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%d windows of %d jobs, the optimum of %d proved; %d others left nothing to choose%n%n",
                windows,
                jobs,
                proved,
                plain));
        TextTable table = new TextTable(
                List.of("policy", "gap %", "95 % interval", "worst %", "optimal %", "us per window", "times as fast"));
        for (Row row : policies) {
            boolean timed = row.micros() > 0;
            table.row(new ArrayList<>(List.of(
                    row.policy(),
                    number("%.3f", row.gapPct()),
                    number("%.3f", row.low()) + " to " + number("%.3f", row.high()),
                    number("%.2f", row.worstPct()),
                    number("%.1f", row.optimalPct()),
                    timed ? number("%.0f", row.micros()) : UNTOLD,
                    timed ? number("%.1f", row.timesFaster()) : UNTOLD)));
        }
        text.append(table.text(TextTable.WIDE));
        if (!model.isEmpty()) {
            text.append("\nmodel ").append(model).append(" was written\n");
        }
        return text.toString();
    }

    private static String number(String form, double value) {
        return String.format(Locale.ROOT, form, value);
    }
}
