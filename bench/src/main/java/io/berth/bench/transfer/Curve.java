package io.berth.bench.transfer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The tests of one training by the steps that were played on the log until then. */
final class Curve {
    /** Tests that must be at a level in their median, so that one lucky test does not count. */
    private static final int IN_A_ROW = 3;

    private static final int LAST = 10;

    private final List<Point> points = new ArrayList<>();

    private record Point(long steps, double test) {}

    void add(long steps, double test) {
        points.add(new Point(steps, test));
    }

    double first() {
        return points.getFirst().test();
    }

    /** The median of the last ten tests. */
    double end() {
        return median(points.size() - LAST, points.size());
    }

    /** The steps at the first test that, with the two after it, is at {@code level} or below in the median; -1 where none is. */
    long stepsTo(double level) {
        for (int at = 0; at + IN_A_ROW <= points.size(); at++) {
            if (points.get(at).test() <= level && median(at, at + IN_A_ROW) <= level) {
                return points.get(at).steps();
            }
        }
        return -1;
    }

    long steps() {
        return points.getLast().steps();
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        points.forEach(point -> text.add(String.format(Locale.ROOT, "%d %.1f", point.steps(), point.test())));
        return text.toString();
    }

    private double median(int from, int to) {
        return median(points.subList(Math.max(0, from), to).stream()
                .mapToDouble(Point::test)
                .toArray());
    }

    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
