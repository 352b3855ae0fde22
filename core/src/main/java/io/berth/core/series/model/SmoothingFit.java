package io.berth.core.series.model;

import io.berth.core.series.model.Smoothing.Gains;
import io.berth.core.series.model.Smoothing.Shape;
import io.berth.core.series.model.Smoothing.Trend;

/**
 * Finds the gains of a {@link Smoothing}. What is made small is the mean error of forecasts over the whole horizon, from moments half a horizon
 * apart: gains that are best for one step follow every turn, and are poor for two days of hours.
 */
final class SmoothingFit {
    private static final int COSTS_PER_GAIN = 40;

    private final double[] past;
    private final Shape shape;
    private final int horizon;
    private final int seasons;
    private final int first;
    private final Smoothing.Start start;
    private final double[] ahead;

    SmoothingFit(double[] past, Seasons all, Shape shape, int horizon) {
        Seasons fitting = all.within(past.length, 2);
        this.past = past;
        this.shape = shape;
        this.horizon = horizon;
        this.seasons = fitting.count();
        this.first = StrictMath.min(past.length / 3, StrictMath.max(2, fitting.longest()));
        this.start = start(fitting);
        this.ahead = new double[horizon];
    }

    private Smoothing.Start start(Seasons fitting) {
        int window = StrictMath.min(past.length, StrictMath.max(fitting.longest(), 2));
        Cycle[] cycles = Decomposition.seasons(past, fitting, 4 * fitting.longest(), shape.multiplied());
        double level = 0;
        for (int i = 0; i < window; i++) {
            double season = shape.multiplied() ? 1 : 0;
            for (Cycle cycle : cycles) {
                double value = cycle.values[i % cycle.values.length];
                season = shape.multiplied() ? season * value : season + value;
            }
            level += (shape.multiplied() ? past[i] / season : past[i] - season) / window;
        }
        if (shape.trend() == Trend.NONE || past.length < 2 * window) {
            return new Smoothing.Start(level, 0, cycles);
        }
        double slope = (Decomposition.mean(past, window, 2 * window) - Decomposition.mean(past, 0, window)) / window;
        return new Smoothing.Start(level - slope * (window + 1) / 2.0, slope, cycles);
    }

    Smoothing best() {
        int numbers = 1 + slopes() + (shape.carried() ? 1 : 0) + seasons;
        double[] begin = new double[numbers];
        int at = 0;
        begin[at++] = shape.carried() ? -2 : -1;
        if (shape.trend() != Trend.NONE) {
            begin[at++] = -3;
        }
        if (shape.trend() == Trend.DAMPED) {
            begin[at++] = 1;
        }
        if (shape.carried()) {
            begin[at++] = 1;
        }
        while (at < numbers) {
            begin[at++] = -2;
        }
        double[] found = Simplex.least(this::cost, begin, 1.5, COSTS_PER_GAIN * numbers);
        return Model.follow(made(found), past, 0, past.length);
    }

    private int slopes() {
        return switch (shape.trend()) {
            case NONE -> 0;
            case LINEAR -> 1;
            case DAMPED -> 2;
        };
    }

    private Smoothing made(double[] point) {
        int at = 0;
        double level = part(point[at++]);
        double slope = shape.trend() == Trend.NONE ? 0 : level * part(point[at++]);
        double damping = shape.trend() == Trend.DAMPED ? 0.8 + 0.19 * part(point[at++]) : 1;
        double carried = shape.carried() ? 0.99 * part(point[at++]) : 0;
        double[] ofSeasons = new double[seasons];
        for (int i = 0; i < seasons; i++) {
            ofSeasons[i] = (1 - level) * part(point[at++]);
        }
        return new Smoothing(new Gains(level, slope, damping, carried, ofSeasons), shape.multiplied(), start);
    }

    private static double part(double any) {
        return 1 / (1 + StrictMath.exp(-any));
    }

    private double cost(double[] point) {
        Smoothing model = made(point);
        int n = past.length;
        int every = StrictMath.max(1, horizon / 2);
        double oneStep = 0;
        double far = 0;
        int fars = 0;
        for (int i = 0; i < n; i++) {
            if (i > first && i <= n - horizon && (n - i) % every == 0) {
                far += farError(model, i);
                fars++;
            }
            double wrong = model.step(past[i]);
            oneStep += i < first ? 0 : StrictMath.abs(wrong);
        }
        double mean = fars > 0 ? far / fars : oneStep / StrictMath.max(1, n - first);
        return mean * (1 + 0.01 * beyond(point));
    }

    private double farError(Smoothing model, int from) {
        model.ahead(ahead);
        double sum = 0;
        for (int i = 0; i < horizon; i++) {
            sum += StrictMath.abs(past[from + i] - ahead[i]);
        }
        return sum / horizon;
    }

    /** Gains of practically 0 or 1 are as good as those a little inside, and the search is kept there. */
    private static double beyond(double[] point) {
        double sum = 0;
        for (double number : point) {
            sum += StrictMath.max(0, StrictMath.abs(number) - 7);
        }
        return sum;
    }
}
