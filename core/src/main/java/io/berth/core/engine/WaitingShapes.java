package io.berth.core.engine;

import java.util.Arrays;

/**
 * How many jobs of each shape wait. A pass that has seen that no job of any shape can start need not look at the rest of a long
 * queue.
 */
final class WaitingShapes {
    /** By shape: how many wait, and the fewest tasks of those that came since none waited. */
    private int[] waiting = new int[16];

    private int[] fewestTasks = new int[16];
    /** By shape: how many the plan in the making disposes of, and whether it can start no other. */
    private int[] planned = new int[16];

    private boolean[] closed = new boolean[16];
    /** Shapes that wait. */
    private int distinct;
    /** Of those, the ones of which the plan in the making may still start one. */
    private int open;

    void add(Job job) {
        int shape = job.shape.id();
        if (shape >= waiting.length) {
            int size = StrictMath.max(shape + 1, waiting.length * 2);
            waiting = Arrays.copyOf(waiting, size);
            fewestTasks = Arrays.copyOf(fewestTasks, size);
            planned = Arrays.copyOf(planned, size);
            closed = Arrays.copyOf(closed, size);
        }
        boolean first = waiting[shape]++ == 0;
        distinct += first ? 1 : 0;
        fewestTasks[shape] = first ? job.spec.tasks() : StrictMath.min(fewestTasks[shape], job.spec.tasks());
    }

    void remove(Job job) {
        int shape = job.shape.id();
        distinct -= --waiting[shape] == 0 ? 1 : 0;
    }

    /** A pass begins. */
    void begin() {
        Arrays.fill(planned, 0);
        Arrays.fill(closed, false);
        open = distinct;
    }

    /** The plan in the making disposes of a job of {@code shape}. */
    void planned(int shape) {
        if (++planned[shape] == waiting[shape]) {
            close(shape);
        }
    }

    /** No job of {@code shape} with {@code tasks} or more can start in this pass. */
    void cannotStart(int shape, int tasks) {
        if (tasks <= fewestTasks[shape]) {
            close(shape);
        }
    }

    /** True where no job that waits can start any more in this pass. */
    boolean allClosed() {
        return open == 0;
    }

    private void close(int shape) {
        open -= closed[shape] ? 0 : 1;
        closed[shape] = true;
    }
}
