package io.berth.core.plan.queue;

import io.berth.core.state.Job;
import java.util.Arrays;

/** How many jobs of each shape wait, and which of them a pass has found out that they cannot start. */
public final class WaitingShapes {
    /** By shape: how many wait, and the fewest tasks of those that came since none waited. */
    private int[] waiting = new int[16];

    private int[] fewestTasks = new int[16];
    /** By shape: how many the plan in the making disposes of, and whether it can start no other. */
    private int[] planned = new int[16];

    private boolean[] closed = new boolean[16];
    /** By shape: whether those with more left than {@code limitNanos} cannot start in this pass either. */
    private boolean[] limited = new boolean[16];

    private long limitNanos;
    /** By the shape's number modulo 64, its bit: how many shapes wait. */
    private final int[] distinct = new int[Long.SIZE];
    /** Of those, the ones that are not closed, and that are not limited either. */
    private final int[] open = new int[Long.SIZE];

    private final int[] unlimited = new int[Long.SIZE];
    /** The bits of which there are some. */
    private long openBits;

    private long unlimitedBits;
    private boolean passesOver;

    public void add(Job job) {
        int shape = job.shape().id();
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
        fewestTasks[shape] = first
                ? job.spec().tasks()
                : StrictMath.min(fewestTasks[shape], job.spec().tasks());
    }

    public void remove(Job job) {
        int shape = job.shape().id();
        count(shape, --waiting[shape] == 0 ? -1 : 0);
    }

    /** A pass begins. */
    public void begin() {
        Arrays.fill(planned, 0);
        Arrays.fill(closed, false);
        Arrays.fill(limited, false);
        openBits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            open[bit] = distinct[bit];
            unlimited[bit] = distinct[bit];
            openBits |= distinct[bit] > 0 ? 1L << bit : 0;
        }
        unlimitedBits = openBits;
        passesOver = false;
    }

    /** From now on nothing but starts is asked of the jobs that wait. */
    public void passOver() {
        passesOver = true;
    }

    /** The plan in the making disposes of a job of {@code shape}. */
    public void planned(int shape) {
        if (++planned[shape] == waiting[shape]) {
            close(shape);
        }
    }

    /** No job of {@code shape} with {@code tasks} or more can start in this pass. */
    public void cannotStart(int shape, int tasks) {
        if (tasks <= fewestTasks[shape]) {
            close(shape);
        }
    }

    /** The same for those that have more left than {@code nanos}, which is one time in all of a pass. */
    public void cannotStart(int shape, int tasks, long nanos) {
        if (tasks <= fewestTasks[shape] && !limited[shape]) {
            leaveUnlimited(shape);
            limited[shape] = true;
            limitNanos = nanos;
        }
    }

    /** True where the pass need not look at a job of {@code shape} that has {@code nanos} left. */
    public boolean rulesOut(int shape, long nanos) {
        return passesOver && (closed[shape] || limited[shape] && nanos > limitNanos);
    }

    /** True where it need not look at any job of the shapes of {@code bits}, of which each bit has {@code least} left or more. */
    public boolean rulesOutAll(long bits, long[] least) {
        boolean all = passesOver && (bits & unlimitedBits) == 0;
        for (long rest = bits & openBits; all && rest != 0; rest &= rest - 1) {
            all = least[Long.numberOfTrailingZeros(rest)] > limitNanos;
        }
        return all;
    }

    private void count(int shape, int change) {
        distinct[shape % Long.SIZE] += change;
    }

    private void close(int shape) {
        if (closed[shape]) {
            return;
        }
        leaveUnlimited(shape);
        closed[shape] = true;
        if (--open[shape % Long.SIZE] == 0) {
            openBits &= ~(1L << shape);
        }
    }

    private void leaveUnlimited(int shape) {
        if (!closed[shape] && !limited[shape] && --unlimited[shape % Long.SIZE] == 0) {
            unlimitedBits &= ~(1L << shape);
        }
    }
}
