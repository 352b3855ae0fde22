package io.berth.core.series;

import io.berth.core.series.model.Model;
import io.berth.core.series.model.Seasons;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How methods did on the last part of a past that they were not fitted to: fitted once to what was before it, they follow it value by value and
 * forecast from many moments of it.
 */
final class Trial {
    private static final int MOMENTS_PER_HORIZON = 12;

    private final double[] past;
    private final int horizon;
    private final int[] moments;
    private final double floor;
    private final Map<Method, double[][]> forecasts = new EnumMap<>(Method.class);

    /**
     * @param held how many values at the end of {@code past} no method is fitted to
     * @param floor no forecast is below it
     */
    Trial(double[] past, int held, int horizon, double floor) {
        this.past = past;
        this.horizon = horizon;
        this.floor = floor;
        int every = StrictMath.max(1, horizon / MOMENTS_PER_HORIZON);
        this.moments = new int[(held - 1) / every + 1];
        for (int i = 0; i < moments.length; i++) {
            moments[i] = past.length - held + i * every;
        }
    }

    /** Tries one method; the model that it became, as of the end. */
    Model run(Method method, Seasons seasons) {
        Model model = method.fit(Arrays.copyOf(past, moments[0]), seasons, horizon);
        double[][] all = new double[moments.length][];
        for (int i = 0; i < moments.length; i++) {
            all[i] = new double[StrictMath.min(horizon, past.length - moments[i])];
            model.ahead(all[i]);
            for (int k = 0; k < all[i].length; k++) {
                all[i][k] = StrictMath.max(floor, all[i][k]);
            }
            Model.follow(model, past, moments[i], i + 1 < moments.length ? moments[i + 1] : past.length);
        }
        forecasts.put(method, all);
        return model;
    }

    /** The mean error of a method that was tried, leads alike. */
    double error(Method method) {
        double[][] all = forecasts.get(method);
        double sum = 0;
        int count = 0;
        for (int i = 0; all != null && i < moments.length; i++) {
            for (int k = 0; k < all[i].length; k++) {
                sum += StrictMath.abs(past[moments[i] + k] - all[i][k]);
                count++;
            }
        }
        return count == 0 || !Double.isFinite(sum) ? Double.POSITIVE_INFINITY : sum / count;
    }

    /** What the methods together would have said, each by its weight: by moment, then by lead. */
    List<double[]> together(Map<Method, Double> weights) {
        List<double[]> all = new ArrayList<>();
        for (int i = 0; i < moments.length; i++) {
            double[] sum = new double[StrictMath.min(horizon, past.length - moments[i])];
            for (Map.Entry<Method, Double> weight : weights.entrySet()) {
                double[] one = Objects.requireNonNull(forecasts.get(weight.getKey()))[i];
                for (int k = 0; k < sum.length; k++) {
                    sum[k] += weight.getValue() * one[k];
                }
            }
            all.add(sum);
        }
        return all;
    }

    /** What came of the moment of that number and lead. */
    double came(int moment, int lead) {
        return past[moments[moment] + lead];
    }
}
