package io.berth.core.workload.term;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many times as fast a job is with so many of its tasks as with one. Between two points that are named it is in proportion, as it is
 * below the first; above the last it is no faster.
 *
 * @param points by rising number of tasks, none slower than the one before; none where it is as many times as fast as it has tasks
 */
public record Speedup(List<Point> points) {
    /** Of a job that is as many times as fast as it has tasks. */
    public static final Speedup IN_PROPORTION = new Speedup(List.of());

    /** As many times as fast as with one task a job may be at most. */
    public static final int MOST = 1_000_000;

    private static final int MILLI = 1_000;

    /**
     * A number of tasks whose speed is known.
     *
     * @param tasks from 1
     * @param milli thousandths of the speed with one task, above 0
     */
    public record Point(int tasks, long milli) {
        public Point {
            if (tasks < 1 || milli < 1 || milli > (long) MOST * MILLI) {
                throw new IllegalArgumentException("With " + tasks + " tasks a job cannot be " + milli
                        + " thousandths as fast as with one: tasks from 1, thousandths from 1 to "
                        + (long) MOST * MILLI + ".");
            }
        }
    }

    public Speedup {
        points = List.copyOf(points);
        for (int i = 1; i < points.size(); i++) {
            Point before = points.get(i - 1);
            Point point = points.get(i);
            if (point.tasks <= before.tasks || point.milli < before.milli) {
                throw new IllegalArgumentException(
                        "More tasks make a job no slower, but (" + point + ") follows (" + before + ").");
            }
        }
    }

    /** That of Amdahl's law where {@code serial} of the work of one task, from 0 to 1, is not divided among more, up to {@code tasks} of them. */
    public static Speedup amdahl(double serial, int tasks) {
        List<Point> points = new ArrayList<>();
        for (int n = 1; serial > 0 && n < tasks; n *= 2) {
            points.add(amdahlPoint(serial, n));
        }
        if (serial > 0) {
            points.add(amdahlPoint(serial, tasks));
        }
        return new Speedup(points);
    }

    private static Point amdahlPoint(double serial, int tasks) {
        return new Point(tasks, StrictMath.round(MILLI / (serial + (1 - serial) / tasks)));
    }

    /** True where it is as many times as fast as it has tasks. */
    public boolean inProportion() {
        return points.isEmpty();
    }

    /** Thousandths of the speed with one task that it has with {@code tasks} tasks, from 1. */
    public long with(int tasks) {
        if (points.isEmpty()) {
            return (long) tasks * MILLI;
        }
        @Nullable Point below = null;
        for (Point point : points) {
            if (point.tasks >= tasks) {
                return StrictMath.max(1, between(below, point, tasks));
            }
            below = point;
        }
        return points.getLast().milli;
    }

    private static long between(@Nullable Point below, Point above, int tasks) {
        int fromTasks = below == null ? 0 : below.tasks;
        long from = below == null ? 0 : below.milli;
        return from + (above.milli - from) * (tasks - fromTasks) / (above.tasks - fromTasks);
    }
}
