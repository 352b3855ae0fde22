package io.berth.core.series;

import java.util.Arrays;
import java.util.List;

/**
 * How far from forecasts the truth was, by lead: a mean distance that does not fall with the lead, and how errors measured by it were distributed, at all leads
 * together. Where a series is above 0 throughout, distances are parts of what was forecast: a busy hour errs by more than a quiet one.
 */
final class Spread {
    /** Errors are of few moments that overlap, and gains and weights were chosen by some of them: the truth errs by so much more. */
    private static final double WIDER = 1.15;

    private static final double TINY = 1e-150;

    private final boolean relative;
    private final double[] scales;
    private final double[] errors;

    private Spread(boolean relative, double[] scales, double[] errors) {
        this.relative = relative;
        this.scales = scales;
        this.errors = errors;
    }

    /** The spread of what {@code forecasts} of a trial missed. */
    static Spread of(Trial trial, List<double[]> forecasts, int horizon, boolean relative) {
        double[] sums = new double[horizon];
        int[] counts = new int[horizon];
        int all = 0;
        for (int i = 0; i < forecasts.size(); i++) {
            double[] one = forecasts.get(i);
            for (int k = 0; k < one.length; k++) {
                sums[k] += StrictMath.abs(trial.came(i, k) - one[k]) / unit(relative, one[k]);
                counts[k]++;
                all++;
            }
        }
        double[] scales = scales(sums, counts);
        double[] errors = new double[all];
        int at = 0;
        for (int i = 0; i < forecasts.size(); i++) {
            double[] one = forecasts.get(i);
            for (int k = 0; k < one.length; k++) {
                errors[at++] = (trial.came(i, k) - one[k]) / (unit(relative, one[k]) * scales[k]);
            }
        }
        Arrays.sort(errors);
        return new Spread(relative, scales, errors);
    }

    /** How many mean distances of the first lead a value is above what was forecast. */
    double distance(double value, double forecast) {
        return (value - forecast) / (unit(relative, forecast) * scales[0]);
    }

    private static double unit(boolean relative, double forecast) {
        return relative ? StrictMath.max(StrictMath.abs(forecast), TINY) : 1;
    }

    private static double[] scales(double[] sums, int[] counts) {
        double[] scales = new double[sums.length];
        double before = TINY;
        for (int k = 0; k < scales.length; k++) {
            int near = 1 + k / 4;
            double sum = 0;
            int count = 0;
            for (int other = StrictMath.max(0, k - near); other <= k + near && other < sums.length; other++) {
                sum += sums[other];
                count += counts[other];
            }
            before = count == 0 ? before : StrictMath.max(before, sum / count);
            scales[k] = before;
        }
        return scales;
    }

    /** How far above what is forecast {@code share} of all truths end, at a lead from 0; below 0 where it is below. */
    double at(double share, int lead, double forecast) {
        double place = share * (errors.length + 1) - 1;
        int under = (int) StrictMath.floor(place);
        double error;
        if (under < 0) {
            error = errors[0];
        } else if (under + 1 >= errors.length) {
            error = errors[errors.length - 1];
        } else {
            error = errors[under] + (place - under) * (errors[under + 1] - errors[under]);
        }
        double scale = scales[StrictMath.min(lead, scales.length - 1)];
        return WIDER * error * scale * unit(relative, forecast);
    }
}
