package io.berth.console.curve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The points of one metric of one task in bounded memory. Points that follow each other share a bucket, of which the least and the
 * greatest are kept, so that no spike is lost; where there are too many buckets, neighbours become one. The first point, the last
 * one and the first that is no number are kept as they are.
 */
final class Series {
    /** Two points each. */
    static final int MOST_BUCKETS = 500;

    private List<Bucket> buckets = new ArrayList<>();
    private long perBucket = 1;
    private @Nullable Point first;
    private @Nullable Point last;
    private @Nullable Point broken;

    /** The least and the greatest of {@code count} points. */
    private record Bucket(long count, Point low, Point high) {
        Bucket and(Bucket other) {
            return new Bucket(
                    count + other.count,
                    other.low.value() < low.value() ? other.low : low,
                    other.high.value() > high.value() ? other.high : high);
        }
    }

    /** A series as it was when {@code points} were taken of it. */
    static Series restored(List<Point> points, long perBucket) {
        Series series = new Series();
        points.forEach(series::add);
        series.perBucket = Math.max(series.perBucket, perBucket);
        return series;
    }

    void add(Point point) {
        first = first == null ? point : first;
        last = point;
        if (!Double.isFinite(point.value())) {
            broken = broken == null ? point : broken;
            return;
        }
        Bucket single = new Bucket(1, point, point);
        int end = buckets.size() - 1;
        if (end >= 0 && buckets.get(end).count < perBucket) {
            buckets.set(end, buckets.get(end).and(single));
            return;
        }
        buckets.add(single);
        if (buckets.size() > MOST_BUCKETS) {
            halve();
        }
    }

    /** The job began again from an earlier step: what came after it is of a life whose work was lost. */
    void rewind(long step) {
        List<Point> kept =
                points().stream().filter(point -> point.step() < step).toList();
        long per = perBucket;
        buckets.clear();
        first = null;
        last = null;
        broken = null;
        kept.forEach(this::add);
        perBucket = Math.max(perBucket, per);
    }

    /** By step, at most two for each bucket and three more. */
    List<Point> points() {
        List<Point> points = new ArrayList<>();
        put(first, points);
        for (Bucket bucket : buckets) {
            boolean lowFirst =
                    bucket.low.timeNanos() <= bucket.high.timeNanos() && bucket.low.step() <= bucket.high.step();
            put(lowFirst ? bucket.low : bucket.high, points);
            put(lowFirst ? bucket.high : bucket.low, points);
        }
        put(broken, points);
        put(last, points);
        points.sort(Comparator.comparingLong(Point::step).thenComparingLong(Point::timeNanos));
        return points.stream().distinct().toList();
    }

    /** At most about {@code most} of {@code points}: of each stretch the least and the greatest, and both ends. */
    static List<Point> thin(List<Point> points, int most) {
        if (points.size() <= most) {
            return points;
        }
        int stretch = Math.max(2, (2 * points.size() + most - 1) / most);
        Series thin = new Series();
        thin.perBucket = stretch;
        points.forEach(thin::add);
        return thin.points();
    }

    @Nullable
    Point last() {
        return last;
    }

    /** How many points a bucket is of. */
    long perBucket() {
        return perBucket;
    }

    private static void put(@Nullable Point point, List<Point> points) {
        if (point != null) {
            points.add(point);
        }
    }

    private void halve() {
        List<Bucket> half = new ArrayList<>(buckets.size() / 2 + 1);
        for (int i = 0; i + 1 < buckets.size(); i += 2) {
            half.add(buckets.get(i).and(buckets.get(i + 1)));
        }
        if (buckets.size() % 2 == 1) {
            half.add(buckets.getLast());
        }
        buckets = half;
        perBucket *= 2;
    }
}
