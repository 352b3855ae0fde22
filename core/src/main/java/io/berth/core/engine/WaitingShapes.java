package io.berth.core.engine;

import java.util.Arrays;

/** How many jobs of each shape wait, and which of them a pass has found out that they cannot start. */
final class WaitingShapes {
    /** By shape: how many wait, and the fewest tasks of those that came since none waited. */
    private int[] waiting = new int[16];

    private int[] fewestTasks = new int[16];
    /** By shape: how many the plan in the making disposes of, and whether it can start no other. */
    private int[] planned = new int[16];

    private boolean[] closed = new boolean[16];
    /** By shape: whether those with more left than {@code limitNanos} cannot start in this pass either. */
    private boolean[] limited = new boolean[16];

    private long limitNanos;
    /** By bit: the shapes that wait, and of those the ones that are not closed. */
    private final int[] distinct = new int[Long.SIZE];

    private final int[] open = new int[Long.SIZE];
    private long openBits;
    /** Shapes that wait, and of those the ones that are neither closed nor limited. */
    private int all;

    private int unlimited;
    private boolean passesOver;

    /** That of the shape in a set of 64; shapes may share one. */
    static long bit(int shape) {
        return 1L << shape;
    }

    void add(Job job) {
        int shape = job.shape.id();
        if (shape >= waiting.length) {
            int size = StrictMath.max(shape + 1, waiting.length * 2);
            waiting = Arrays.copyOf(waiting, size);
            fewestTasks = Arrays.copyOf(fewestTasks, size);
            planned = Arrays.copyOf(planned, size);
            closed = Arrays.copyOf(closed, size);
            limited = Arrays.copyOf(limited, size);
        }
        boolean first = waiting[shape]++ == 0;
        count(shape, first ? 1 : 0);
        fewestTasks[shape] = first ? job.spec.tasks() : StrictMath.min(fewestTasks[shape], job.spec.tasks());
    }

    void remove(Job job) {
        int shape = job.shape.id();
        count(shape, --waiting[shape] == 0 ? -1 : 0);
    }

    /** A pass begins. */
    void begin() {
        Arrays.fill(planned, 0);
        Arrays.fill(closed, false);
        Arrays.fill(limited, false);
        openBits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            open[bit] = distinct[bit];
            openBits |= distinct[bit] > 0 ? bit(bit) : 0;
        }
        unlimited = all;
        passesOver = false;
    }

    /** From now on nothing but starts is asked of the jobs that wait. */
    void passOver() {
        passesOver = true;
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

    /** The same for those that have more left than {@code nanos}, which is one time in all of a pass. */
    void cannotStart(int shape, int tasks, long nanos) {
        if (tasks <= fewestTasks[shape] && !limited[shape]) {
            unlimited -= closed[shape] ? 0 : 1;
            limited[shape] = true;
            limitNanos = nanos;
        }
    }

    /** True where the pass need not look at a job of {@code shape} that has {@code nanos} left. */
    boolean rulesOut(int shape, long nanos) {
        return passesOver && (closed[shape] || limited[shape] && nanos > limitNanos);
    }

    /** True where it need not look at any job of the shapes of {@code bits} that have {@code nanos} left or more. */
    boolean rulesOutAll(long bits, long nanos) {
        return passesOver && ((bits & openBits) == 0 || unlimited == 0 && nanos > limitNanos);
    }

    private void count(int shape, int change) {
        all += change;
        distinct[shape % Long.SIZE] += change;
    }

    private void close(int shape) {
        if (closed[shape]) {
            return;
        }
        closed[shape] = true;
        unlimited -= limited[shape] ? 0 : 1;
        if (--open[shape % Long.SIZE] == 0) {
            openBits &= ~bit(shape);
        }
    }
}
