package io.berth.console.alert;

import io.berth.console.curve.Point;
import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.List;

/**
 * Whether a loss still gets smaller: the median of its last values beside the median of those before, measured by the noise around
 * them. The standard error of a median of n values is 1.2533 σ / √n, and σ is 1.4826 times their median absolute deviation where
 * they are normal (Rousseeuw and Croux, Alternatives to the Median Absolute Deviation, JASA 88, 1993). Neither medians nor
 * deviations care for spikes.
 */
final class LossTrend {
    /** Of fewer values in each half a median says little. */
    private static final int LEAST_VALUES = 20;

    private static final double MEDIAN_ERROR = 1.2533 * 1.4826;

    /** A change of less is none, whatever the noise. */
    private static final double LEAST_CHANGE = 0.001;

    private static final double CLEAR_ERRORS = 3;

    private LossTrend() {}

    /** How the {@code points} of the last {@code spanNanos} until {@code nowNanos} stand beside those of as long before. */
    static Finding.Level over(List<Point> points, long spanNanos, long nowNanos) {
        double[] late = between(points, nowNanos - spanNanos, nowNanos);
        double[] early = between(points, nowNanos - 2 * spanNanos, nowNanos - spanNanos);
        if (late.length < LEAST_VALUES || early.length < LEAST_VALUES || spanNanos < Nanos.SECOND) {
            return Finding.Level.BETWEEN;
        }
        double before = median(early);
        double gain = before - median(late);
        double error = MEDIAN_ERROR
                * Math.sqrt(square(deviation(early)) / (double) early.length
                        + square(deviation(late)) / (double) late.length);
        double least = LEAST_CHANGE * Math.abs(before);
        return Finding.level(gain <= Math.max(error, least), gain > Math.max(CLEAR_ERRORS * error, 2 * least));
    }

    private static double[] between(List<Point> points, long from, long to) {
        return points.stream()
                .filter(point -> point.timeNanos() > from && point.timeNanos() <= to)
                .mapToDouble(Point::value)
                .filter(Double::isFinite)
                .toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int size = sorted.length;
        return (sorted[(size - 1) / 2] + sorted[size / 2]) / 2;
    }

    private static double deviation(double[] values) {
        double middle = median(values);
        return median(
                Arrays.stream(values).map(value -> Math.abs(value - middle)).toArray());
    }

    private static double square(double value) {
        return value * value;
    }
}
