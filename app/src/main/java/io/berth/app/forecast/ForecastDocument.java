package io.berth.app.forecast;

import io.berth.core.series.Forecast;
import io.berth.core.series.Method;
import io.berth.core.series.model.Seasons;
import io.berth.sim.report.TextTable;
import io.berth.spec.quantity.Percents;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code berth forecast} prints.
 *
 * @param interval the part of what may come that intervals hold
 * @param judged how good it was, where that is known
 */
record ForecastDocument(
        String file,
        String column,
        int values,
        List<Integer> seasons,
        double interval,
        List<Say> methods,
        List<Step> forecast,
        @Nullable Judged judged) {
    /** Where a series came from, and how much of it there was. */
    record Origin(String file, String column, int values) {}

    /** A method that had a say, and how much: all together have 1. */
    record Say(String method, double weight) {}

    /**
     * One step ahead, from 1.
     *
     * @param came what came, where that is known
     */
    record Step(
            int step,
            double mean,
            double low,
            double high,
            @Nullable Double came) {}

    /**
     * How good a forecast was.
     *
     * @param within the part of steps within the interval
     */
    record Judged(int steps, double smape, double mase, double within) {}

    static ForecastDocument of(
            Origin origin, Seasons seasons, double interval, Map<Method, Double> weights, List<Step> steps) {
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < seasons.count(); i++) {
            lengths.add(seasons.length(i));
        }
        List<Say> says = new ArrayList<>();
        weights.forEach((method, weight) -> says.add(new Say(method.key(), weight)));
        says.sort((one, other) -> Double.compare(other.weight, one.weight));
        return new ForecastDocument(origin.file, origin.column, origin.values, lengths, interval, says, steps, null);
    }

    ForecastDocument with(Judged now) {
        return new ForecastDocument(file, column, values, seasons, interval, methods, forecast, now);
    }

    static List<Step> steps(Forecast forecast, double[] came, int horizon) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < horizon; i++) {
            steps.add(new Step(
                    i + 1,
                    forecast.mean()[i],
                    forecast.low()[i],
                    forecast.high()[i],
                    i < came.length ? (Double) came[i] : null));
        }
        return steps;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(column)
                .append(", ")
                .append(values)
                .append(values == 1 ? " value, " : " values, ")
                .append(seasons.isEmpty() ? "no season" : "seasons " + seasons)
                .append('\n');
        List<String> parts = new ArrayList<>();
        for (Say say : methods) {
            parts.add(say.method + " " + String.format(Locale.ROOT, "%.0f %%", 100 * say.weight));
        }
        text.append("by ").append(String.join(", ", parts)).append("\n\n");
        text.append(table().text());
        text.append('\n').append(Percents.format(interval)).append(" of what may come is between low and high.\n");
        if (judged != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "Of %d steps that came: sMAPE %.3f, MASE %.3f, %.1f %% between low and high.%n",
                    judged.steps,
                    judged.smape,
                    judged.mase,
                    100 * judged.within));
        }
        return text.toString();
    }

    private TextTable table() {
        List<String> heads = new ArrayList<>(List.of("step", "forecast", "low", "high"));
        if (judged != null) {
            heads.add("came");
        }
        TextTable table = new TextTable(heads);
        for (Step step : forecast) {
            List<String> row = new ArrayList<>(
                    List.of(Integer.toString(step.step), number(step.mean), number(step.low), number(step.high)));
            if (judged != null) {
                row.add(step.came == null ? "" : number(step.came));
            }
            table.row(row);
        }
        return table;
    }

    private static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 1e7 || size > 0 && size < 1e-3 ? "%.4g" : size >= 1000 ? "%.0f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
