package io.berth.app.advise;

import io.berth.core.time.Nanos;
import io.berth.sim.comparison.Goal;
import io.berth.sim.portfolio.Gain;
import io.berth.sim.portfolio.Guard;
import io.berth.sim.portfolio.Objective;
import io.berth.sim.portfolio.Race;
import io.berth.sim.report.TextTable;
import io.berth.sim.report.Wrapped;
import io.berth.spec.json.Json;
import io.berth.spec.strategy.StrategyWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An advice for people. */
final class AdviceText {
    private final Advice advice;
    private final Objective objective;
    private final int width;
    private final StringBuilder text = new StringBuilder();

    private AdviceText(Advice advice, int width) {
        this.advice = advice;
        this.objective = advice.rules().objective();
        this.width = width;
    }

    /** All of it, within {@code width} columns; 0 for any. */
    static String of(Advice advice, int width) {
        AdviceText text = new AdviceText(advice, width);
        text.text.append(advice.work().name()).append("\n\n");
        FactorsText.lines(advice.work().cluster(), advice.work().work())
                .forEach(line -> text.text.append(Wrapped.text(line, width)));
        text.candidates();
        text.choice();
        return text.text.toString();
    }

    private void candidates() {
        TextTable table = new TextTable(List.of("candidate", "draws", objective.text(), "change", "95 %", "fell out"));
        List<Race.Row> rows = advice.result().rows();
        int rounds = rows.stream().mapToInt(Race.Row::rounds).max().orElse(0);
        for (int place = 0; place < rows.size(); place++) {
            Race.Row row = rows.get(place);
            boolean own = place == advice.result().inForce();
            table.row(List.of(
                    row.candidate().name(),
                    Integer.toString(row.draws()),
                    value(objective, row.value()),
                    own ? "in force" : percent(objective.change(row.gain().mean())),
                    own ? "" : interval(objective, row.gain()),
                    fellOut(row, rounds)));
        }
        text.append('\n').append(table.text(width)).append('\n');
        for (Race.Row row : rows) {
            text.append(Wrapped.text(
                    row.candidate().name() + ": " + row.candidate().why() + " ("
                            + row.candidate().strategy().partsText(" ") + ")",
                    width));
        }
    }

    private static String fellOut(Race.Row row, int rounds) {
        Guard broken = row.broken();
        if (broken != null) {
            return "guard: " + broken.of().text();
        }
        return row.rounds() == rounds ? "" : "round " + row.rounds();
    }

    private void choice() {
        Race.Result result = advice.result();
        String best = advice.best().name();
        String workloads = result.compared().gain().draws()
                + (advice.rules().redrawn() ? " workloads drawn from this one" : " further seeds");
        Gain gain = result.compared().gain();
        String fact = "Under " + best + " the " + objective.text() + " " + objective.moves(gain) + ", from "
                + value(objective, result.compared().own()) + " to "
                + value(objective, result.compared().other())
                + ", on " + workloads + " that had no part in the choice.";
        text.append('\n').append(Wrapped.text(verdict(result, best) + " " + fact, width));
        List<String> others = new ArrayList<>();
        for (Race.Compared other : result.others()) {
            if (Double.isFinite(other.own()) && Double.isFinite(other.other())) {
                others.add(other.objective().text() + " "
                        + (other.objective().counts()
                                ? "from " + value(other.objective(), other.own()) + " to "
                                        + value(other.objective(), other.other())
                                : other.objective().moves(other.gain())));
            }
        }
        text.append(Wrapped.text("Beside that: " + String.join("; ", others) + ".", width));
        text.append(Wrapped.text(
                result.runs() + " simulations; the interval is "
                        + (advice.rules().redrawn()
                                ? "that of one more such workload: what is not on record says nothing."
                                : "that of the mean over seeds."),
                width));
        if (advice.advised()) {
            text.append("\nTo put it in force: berth strategy set '")
                    .append(Json.line(StrategyWriter.document(advice.best().strategy())))
                    .append("'\n");
        }
    }

    private String verdict(Race.Result result, String best) {
        Guard broken = result.broken();
        if (advice.advised()) {
            return "Switch to " + best + ".";
        }
        String stays = "No switch: " + advice.inForce().name() + " stays.";
        if (broken != null && result.compared().gain().above(0)) {
            return stays + " " + best + " is better and breaks the guard (" + broken.text() + ").";
        }
        return result.compared().gain().high() < 0
                ? stays + " The best of the others is worse."
                : stays + " The best of the others shows no real difference.";
    }

    private static String interval(Objective of, Gain gain) {
        double one = of.change(gain.low());
        double other = of.change(gain.high());
        boolean known = Double.isFinite(one) && Double.isFinite(other);
        return known ? percent(Math.min(one, other)) + " to " + percent(Math.max(one, other)) : "";
    }

    private static String percent(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%+.1f %%", 100 * share) : "-";
    }

    /** A figure in its unit. */
    private static String value(Objective of, double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        if (of.figure().endsWith("_s")) {
            return value == 0 ? "0s" : Nanos.format((long) (value * Nanos.SECOND));
        }
        if (of.figure().endsWith("_pct")) {
            return String.format(Locale.ROOT, "%.1f %%", value);
        }
        return String.format(Locale.ROOT, of.goal() == Goal.MORE ? "%.3f" : "%.4g", value);
    }
}
