package io.berth.core.plan.queue;

import io.berth.core.state.Job;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Some waiting jobs in order, and what a walk must know to pass over them; see {@link JobBlocks}. */
final class Block {
    static final int MOST = 256;

    private final @Nullable Job[] jobs = new @Nullable Job[MOST];
    private final int[] gangs = new int[MOST];
    private final long[] remaining = new long[MOST];
    int size;
    /** By bit of the gang: the least that is left of one of them. */
    private final long[] least = new long[Long.SIZE];
    /** The bits of the gangs in it. */
    private long bits;

    Block() {
        Arrays.fill(least, Long.MAX_VALUE);
    }

    Job first() {
        return job(0);
    }

    Job job(int at) {
        return Objects.requireNonNull(jobs[at]);
    }

    /** Behind all that are not after {@code job}. */
    int place(Job job, Comparator<Job> order) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (order.compare(job(middle), job) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    void insert(int at, Job job) {
        shift(at, at + 1);
        jobs[at] = job;
        gangs[at] = job.gang().id();
        remaining[at] = job.longestNanos(0);
        size++;
        summarise(at, at + 1);
    }

    void remove(int at) {
        int bit = gangs[at] % Long.SIZE;
        boolean wasLeast = remaining[at] == least[bit];
        shift(at + 1, at);
        jobs[--size] = null;
        if (wasLeast) {
            least[bit] = Long.MAX_VALUE;
            bits &= ~(1L << bit);
            summarise(0, size);
        }
    }

    /** The second half, which this gives up. */
    Block split() {
        Block second = new Block();
        int half = size / 2;
        System.arraycopy(jobs, half, second.jobs, 0, size - half);
        System.arraycopy(gangs, half, second.gangs, 0, size - half);
        System.arraycopy(remaining, half, second.remaining, 0, size - half);
        second.size = size - half;
        Arrays.fill(jobs, half, size, null);
        size = half;
        Arrays.fill(least, Long.MAX_VALUE);
        bits = 0;
        summarise(0, size);
        second.summarise(0, second.size);
        return second;
    }

    /** The first from {@code at} on that {@code filter} does not rule out, else {@link #size}. */
    int next(int at, @Nullable WaitingShapes filter) {
        if (filter == null) {
            return at;
        }
        if (filter.rulesOutAll(bits, least)) {
            return size;
        }
        int next = at;
        while (next < size && filter.rulesOut(gangs[next], remaining[next])) {
            next++;
        }
        return next;
    }

    private void shift(int from, int to) {
        System.arraycopy(jobs, from, jobs, to, size - from);
        System.arraycopy(gangs, from, gangs, to, size - from);
        System.arraycopy(remaining, from, remaining, to, size - from);
    }

    private void summarise(int from, int to) {
        for (int at = from; at < to; at++) {
            int bit = gangs[at] % Long.SIZE;
            least[bit] = StrictMath.min(least[bit], remaining[at]);
            bits |= 1L << bit;
        }
    }
}
