package io.berth.core.series;

import io.berth.core.series.model.Model;
import io.berth.core.series.model.Seasons;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Several methods together, each with a weight by how it did on the last part of the past, which none was fitted to; what they erred there is the
 * interval. A value that is observed costs the same however long the past was.
 *
 * <p>Weights are the inverse squares of mean errors, as if methods erred independently (Bates and Granger 1969); who errs twice as much as the best has none.
 */
public final class Ensemble {
    /** So many horizons at the end of the past are held out, or a tenth of it where that is more, but never over a third. */
    private static final int HELD_HORIZONS = 3;

    private static final double NO_SAY = 2;

    /** Squares of larger values are not numbers. */
    public static final double MOST = 1e100;

    /** Fewer values than these have no part to try methods on: the last value is all that is said. */
    private static final int FEWEST = 8;

    private final int horizon;
    private final double floor;
    private final Map<Method, Double> weights = new EnumMap<>(Method.class);
    private final Map<Method, Model> models = new EnumMap<>(Method.class);
    private final Spread spread;
    private double last;

    private Ensemble(double[] past, List<Method> methods, Seasons seasons, int horizon) {
        this.horizon = horizon;
        double least = Arrays.stream(past).min().orElseThrow();
        this.last = past[past.length - 1];
        this.floor = least >= 0 ? 0 : Double.NEGATIVE_INFINITY;
        int held = StrictMath.max(
                1, StrictMath.min(past.length / 3, StrictMath.max(HELD_HORIZONS * horizon, past.length / 10)));
        Trial trial = new Trial(past, held, horizon, floor);
        Map<Method, Double> errors = tried(trial, methods, seasons, past.length - held);
        if (errors.isEmpty()) {
            List<Method> plain = methods.stream().map(Method::withoutSeason).toList();
            errors.putAll(tried(trial, plain, seasons, past.length - held));
        }
        weigh(errors);
        this.spread = Spread.of(trial, trial.together(weights), horizon, least > 0);
    }

    /**
     * The methods {@code methods} as of the end of {@code past}.
     *
     * @param past at least one value, none beyond {@link #MOST}
     * @param horizon for forecasts of how many steps they are fitted
     * @throws IllegalArgumentException where a value is beyond that or not a number
     */
    public static Ensemble fit(double[] past, List<Method> methods, Seasons seasons, int horizon) {
        for (double value : past) {
            check(value);
        }
        // Of one value nothing could be held out.
        double[] known = past.length == 1 ? new double[] {past[0], past[0]} : past;
        return new Ensemble(known, past.length < FEWEST ? List.of(Method.NAIVE) : methods, seasons, horizon);
    }

    /** All methods as of the end of {@code past}. */
    public static Ensemble fit(double[] past, Seasons seasons, int horizon) {
        return fit(past, List.of(Method.values()), seasons, horizon);
    }

    /** Tries those of {@code methods} that so many values are enough for; their errors. */
    private Map<Method, Double> tried(Trial trial, List<Method> methods, Seasons seasons, int values) {
        Map<Method, Double> errors = new EnumMap<>(Method.class);
        for (Method method : methods) {
            Seasons fitting = seasons.within(values, method == Method.SEASONAL_NAIVE ? 1 : 2);
            if (method.fits(values, fitting)) {
                models.put(method, trial.run(method, fitting));
                errors.put(method, trial.error(method));
            }
        }
        return errors;
    }

    private void weigh(Map<Method, Double> errors) {
        double best = Double.POSITIVE_INFINITY;
        for (double error : errors.values()) {
            best = StrictMath.min(best, error);
        }
        double sum = 0;
        for (Map.Entry<Method, Double> one : errors.entrySet()) {
            double error = one.getValue();
            if (error <= NO_SAY * best) {
                double weight = best == 0 || error == best ? 1 : best * best / (error * error);
                weights.put(one.getKey(), weight);
                sum += weight;
            }
        }
        models.keySet().retainAll(weights.keySet());
        double whole = sum;
        weights.replaceAll((method, weight) -> weight / whole);
    }

    private static void check(double value) {
        if (!(StrictMath.abs(value) <= MOST)) {
            throw new IllegalArgumentException(value + " is not between -1e100 and 1e100.");
        }
    }

    /**
     * The next value of the series came.
     *
     * @return how many mean distances of one step it is above what was expected
     */
    public double observe(double value) {
        check(value);
        double error = spread.distance(value, mean(1)[0]);
        last = value;
        for (Model model : models.values()) {
            model.observe(value);
        }
        return error;
    }

    /** What comes, over the horizon that it was fitted for; the interval holds {@code level} of what may, such as 0.8. */
    public Forecast ahead(double level) {
        double[] mean = mean(horizon);
        double[] low = new double[horizon];
        double[] high = new double[horizon];
        for (int i = 0; i < horizon; i++) {
            low[i] = StrictMath.max(floor, mean[i] + spread.at((1 - level) / 2, i, mean[i]));
            high[i] = StrictMath.max(floor, mean[i] + spread.at((1 + level) / 2, i, mean[i]));
        }
        return new Forecast(mean, low, high);
    }

    private double[] mean(int steps) {
        double[] mean = new double[steps];
        double[] one = new double[steps];
        for (Map.Entry<Method, Model> model : models.entrySet()) {
            double weight = weights.getOrDefault(model.getKey(), 0.0);
            model.getValue().ahead(one);
            for (int i = 0; i < steps; i++) {
                mean[i] += weight * StrictMath.max(floor, Double.isFinite(one[i]) ? one[i] : last);
            }
        }
        return mean;
    }

    /** For how many steps it was fitted. */
    public int horizon() {
        return horizon;
    }

    /** The methods that have a say, with their weights, which sum to 1. */
    public Map<Method, Double> weights() {
        return new EnumMap<>(weights);
    }
}
