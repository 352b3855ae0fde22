package io.berth.app.solve.run;

import io.berth.optimize.solver.Watcher;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The best value and bound over time, as a solver tells them; in costs of the normal form. From any thread. */
public final class Convergence implements Watcher {
    /** More points than a picture can show: beyond, every other is dropped. */
    private static final int MOST_POINTS = 4000;

    /**
     * What was known from a moment on.
     *
     * @param value {@link Long#MAX_VALUE} for none
     * @param bound {@link Long#MIN_VALUE} for none
     */
    public record Point(double seconds, long value, long bound) {}

    private final Deadline deadline;
    private final List<Point> points = new ArrayList<>();
    private long value = Long.MAX_VALUE;
    private long bound = Long.MIN_VALUE;
    private int @Nullable [] agents;
    private boolean closed;
    private volatile boolean met;

    Convergence(Deadline deadline) {
        this.deadline = deadline;
    }

    /** Whether nothing can be better than what was found: a solver that has not noticed need not go on. */
    boolean met() {
        return met;
    }

    @Override
    public synchronized void found(long cost, int[] assignment) {
        if (cost < value && !closed) {
            value = cost;
            agents = assignment;
            add();
        }
    }

    @Override
    public synchronized void bounded(long newBound) {
        if (newBound > bound && !closed) {
            bound = newBound;
            add();
        }
    }

    /** Hears nothing from now on: what is told of it stays true while a solver that does not end goes on. */
    synchronized void close() {
        closed = true;
    }

    public synchronized long value() {
        return value;
    }

    public synchronized long bound() {
        return bound;
    }

    synchronized int @Nullable [] agents() {
        return agents;
    }

    /** All that changed, by time. */
    synchronized List<Point> points() {
        return List.copyOf(points);
    }

    private void add() {
        met = value <= bound;
        points.add(new Point(deadline.elapsedSeconds(), value, bound));
        if (points.size() > MOST_POINTS) {
            for (int at = points.size() - 2; at > 0; at -= 2) {
                points.remove(at);
            }
        }
    }
}
