package io.berth.app.forecast;

import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.core.series.Accuracy;
import io.berth.core.series.Ensemble;
import io.berth.core.series.Forecast;
import io.berth.core.series.Method;
import io.berth.core.series.SeasonSearch;
import io.berth.core.series.model.Seasons;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.quantity.Percents;
import io.berth.spec.quantity.QuantityException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth forecast}: what comes of a series in a file, with intervals. */
public record ForecastCommand(Output output) implements Command {
    private static final int LONGEST = 10_000;
    private static final int USUAL = 24;
    private static final String ENSEMBLE = "ensemble";

    private static final Option COLUMN =
            Option.value("--column", "NAME", "Which column has the series; not needed where there is one.");
    private static final Option SEASON = Option.value(
            "--season",
            "N[,N]",
            "After how many rows the series repeats itself, such as 24,168; found by itself by default, none for no season.");
    private static final Option HORIZON = Option.value(
            "--horizon", "N", "How many rows ahead; the shortest season by default, 24 where there is none.");
    private static final Option INTERVAL =
            Option.value("--interval", "PART", "How much of what may come intervals hold; 80% by default.");
    private static final Option METHOD =
            Option.value("--method", "NAME", "One method instead of the ensemble of all: " + names() + ".");
    private static final Option HELD = Option.value(
            "--held",
            "N",
            "Forecast the last N rows from those before them instead, and say how good that was; at most the horizon.");

    @Override
    public Options options() {
        return Options.of(
                        "[OPTION...] FILE.csv",
                        "Forecasts a series: one column of a file with a header, a value in each row, at even distances.",
                        COLUMN,
                        SEASON,
                        HORIZON,
                        INTERVAL,
                        METHOD,
                        HELD,
                        Answer.JSON)
                .with(Operand.of("FILE.csv", "Comma-separated values, plain or gzip, the oldest row first."));
    }

    @Override
    public int run(Arguments typed) {
        Path file = Path.of(typed.once().needed("needs a file: berth forecast FILE.csv"));
        SeriesColumn series = SeriesColumn.read(file, typed.text(COLUMN.name()));
        int held = typed.whole(HELD.name(), 1, LONGEST, 0);
        if (held >= series.values().length) {
            throw new InputException(
                    HELD.name(), "must leave some of the " + series.values().length + " values, but is " + held);
        }
        double[] past = Arrays.copyOf(series.values(), series.values().length - held);
        String season = typed.text(SEASON.name());
        Seasons seasons = season == null ? SeasonSearch.find(past) : seasons(season, past.length);
        int usual = seasons.count() == 0 ? USUAL : seasons.length(0);
        int horizon = typed.whole(HORIZON.name(), 1, LONGEST, held > 0 ? held : usual);
        if (held > horizon) {
            throw new InputException(HELD.name(), "must be at most the horizon, " + horizon + ", but is " + held);
        }
        double level = level(typed.text(INTERVAL.name(), "80%"));
        Ensemble ensemble = Ensemble.fit(past, methods(typed.text(METHOD.name())), seasons, horizon);
        Forecast forecast = ensemble.ahead(level);
        double[] came = Arrays.copyOfRange(series.values(), past.length, series.values().length);
        ForecastDocument document = ForecastDocument.of(
                new ForecastDocument.Origin(file.toString(), series.column(), past.length),
                seasons,
                level,
                ensemble.weights(),
                ForecastDocument.steps(forecast, came, horizon));
        Answer.of(typed, output)
                .print(held == 0 ? document : document.with(judged(past, seasons, forecast, came)), d -> d.text());
        return 0;
    }

    private static ForecastDocument.Judged judged(double[] past, Seasons seasons, Forecast forecast, double[] came) {
        int season = seasons.count() == 0 ? 1 : seasons.length(0);
        return new ForecastDocument.Judged(
                came.length,
                Accuracy.smape(forecast.mean(), came),
                Accuracy.mase(past, season, forecast.mean(), came),
                Accuracy.within(forecast, came));
    }

    private static Seasons seasons(String text, int values) {
        if (text.equals("none")) {
            return Seasons.NONE;
        }
        List<Integer> lengths = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            try {
                lengths.add(Integer.parseInt(part.strip()));
            } catch (NumberFormatException e) {
                lengths.add(0);
            }
        }
        if (lengths.stream().anyMatch(length -> length < 2 || length > values)) {
            throw new InputException(
                    SEASON.name(),
                    "is " + Quote.of(text) + "; allowed: none, or whole numbers from 2 to the " + values
                            + " values that there are, such as 24 or 24,168");
        }
        return Seasons.of(lengths.stream().mapToInt(Integer::intValue).toArray());
    }

    private static double level(String text) {
        try {
            double level = Percents.parseFraction(text);
            if (level > 0 && level < 1) {
                return level;
            }
        } catch (QuantityException e) {
            throw new InputException(INTERVAL.name(), String.valueOf(e.getMessage()));
        }
        throw new InputException(INTERVAL.name(), "must be above 0% and below 100%, but is " + Quote.of(text));
    }

    private static List<Method> methods(@Nullable String name) {
        List<Method> all = List.of(Method.values());
        if (name == null || name.equals(ENSEMBLE)) {
            return all;
        }
        for (Method method : all) {
            if (method.key().equals(name)) {
                return List.of(method);
            }
        }
        List<String> known = new ArrayList<>(List.of(ENSEMBLE));
        all.forEach(method -> known.add(method.key()));
        throw new InputException(METHOD.name(), InputException.unknown("method", name, known));
    }

    private static String names() {
        return String.join(", ", Arrays.stream(Method.values()).map(Method::key).toList());
    }
}
