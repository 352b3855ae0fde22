package io.berth.core.plan.queue;

import io.berth.core.state.Job;
import java.util.Arrays;

/** How many jobs of each gang wait, and which of them a pass has found out that they cannot start. */
public final class WaitingShapes {
    /** By gang: how many wait, and the fewest tasks of those that came since none waited. */
    private int[] waiting = new int[16];

    private int[] fewestTasks = new int[16];
    /** By gang: how many the plan in the making disposes of, and whether it can start no other. */
    private int[] planned = new int[16];

    private boolean[] closed = new boolean[16];
    /** By gang: whether those with more left than {@code limitNanos} cannot start in this pass either. */
    private boolean[] limited = new boolean[16];

    private long limitNanos;
    /** By the gang's number modulo 64, its bit: how many gangs wait. */
    private final int[] distinct = new int[Long.SIZE];
    /** The bits of which some wait. */
    private long waitingBits;

    /** Of those, the ones that are not closed, and that are not limited either. */
    private final int[] open = new int[Long.SIZE];

    private final int[] unlimited = new int[Long.SIZE];
    /** The bits of which there are some. */
    private long openBits;

    private long unlimitedBits;
    private boolean passesOver;
    /** How many wait that have several groups. */
    private int mixed;

    public void add(Job job) {
        int gang = job.gang().id();
        if (gang >= waiting.length) {
            int size = StrictMath.max(gang + 1, waiting.length * 2);
            waiting = Arrays.copyOf(waiting, size);
            fewestTasks = Arrays.copyOf(fewestTasks, size);
            planned = Arrays.copyOf(planned, size);
            closed = Arrays.copyOf(closed, size);
            limited = Arrays.copyOf(limited, size);
        }
        mixed += job.uniform() ? 0 : 1;
        boolean first = waiting[gang]++ == 0;
        count(gang, first ? 1 : 0);
        fewestTasks[gang] = first ? job.leastTasks() : StrictMath.min(fewestTasks[gang], job.leastTasks());
    }

    public void remove(Job job) {
        int gang = job.gang().id();
        mixed -= job.uniform() ? 0 : 1;
        count(gang, --waiting[gang] == 0 ? -1 : 0);
    }

    /** True where none that waits has several groups. */
    public boolean uniform() {
        return mixed == 0;
    }

    /** A pass begins. */
    public void begin() {
        Arrays.fill(planned, 0);
        Arrays.fill(closed, false);
        Arrays.fill(limited, false);
        openAll();
        passesOver = false;
    }

    /** What could not start may be able to now: only gangs of which the plan disposes of all that wait stay closed. */
    public void reopen() {
        Arrays.fill(closed, false);
        Arrays.fill(limited, false);
        openAll();
        for (int gang = 0; gang < planned.length; gang++) {
            if (planned[gang] > 0 && planned[gang] == waiting[gang]) {
                close(gang);
            }
        }
    }

    private void openAll() {
        System.arraycopy(distinct, 0, open, 0, Long.SIZE);
        System.arraycopy(distinct, 0, unlimited, 0, Long.SIZE);
        openBits = waitingBits;
        unlimitedBits = waitingBits;
    }

    /** From now on nothing but starts is asked of the jobs that wait. */
    public void passOver() {
        passesOver = true;
    }

    /** The plan in the making disposes of a job of {@code gang}. */
    public void planned(int gang) {
        if (++planned[gang] == waiting[gang]) {
            close(gang);
        }
    }

    /** No job of {@code gang} with {@code tasks} or more can start in this pass. */
    public void cannotStart(int gang, int tasks) {
        if (tasks <= fewestTasks[gang]) {
            close(gang);
        }
    }

    /** The same for those that have more left than {@code nanos}, which is one time in all of a pass. */
    public void cannotStart(int gang, int tasks, long nanos) {
        if (tasks <= fewestTasks[gang] && !limited[gang]) {
            leaveUnlimited(gang);
            limited[gang] = true;
            limitNanos = nanos;
        }
    }

    /** True where the pass need not look at a job of {@code gang} that has {@code nanos} left. */
    public boolean rulesOut(int gang, long nanos) {
        return passesOver && (closed[gang] || limited[gang] && nanos > limitNanos);
    }

    /** True where it need not look at any job of the gangs of {@code bits}, of which each bit has {@code least} left or more. */
    public boolean rulesOutAll(long bits, long[] least) {
        boolean all = passesOver && (bits & unlimitedBits) == 0;
        for (long rest = bits & openBits; all && rest != 0; rest &= rest - 1) {
            all = least[Long.numberOfTrailingZeros(rest)] > limitNanos;
        }
        return all;
    }

    /** True where the pass need not look at any job that waits. */
    public boolean rulesOutAll() {
        return passesOver && openBits == 0;
    }

    private void count(int gang, int change) {
        int bit = gang % Long.SIZE;
        distinct[bit] += change;
        waitingBits = distinct[bit] == 0 ? waitingBits & ~(1L << bit) : waitingBits | 1L << bit;
    }

    private void close(int gang) {
        if (closed[gang]) {
            return;
        }
        leaveUnlimited(gang);
        closed[gang] = true;
        if (--open[gang % Long.SIZE] == 0) {
            openBits &= ~(1L << gang);
        }
    }

    private void leaveUnlimited(int gang) {
        if (!closed[gang] && !limited[gang] && --unlimited[gang % Long.SIZE] == 0) {
            unlimitedBits &= ~(1L << gang);
        }
    }
}
