package io.berth.core.state.part;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Of a job whose tasks may come and go while it runs: what it did with other tasks than now, and which decisions brought those that it has. */
public final class JobSize {
    private static final long[] NONE = {};

    private long doneNanos;
    private long sinceNanos = -1;
    private long[] decisions = NONE;
    private long[] decidedNanos = NONE;

    /** Of a job that has the tasks that it started with. */
    public JobSize() {}

    /**
     * @param doneNanos as {@link #doneNanos()}
     * @param sinceNanos as {@link #sinceNanos()}
     * @param decisions as {@link #decisions()}
     * @param decidedNanos as {@link #decidedNanos()}
     */
    public JobSize(long doneNanos, long sinceNanos, List<Long> decisions, List<Long> decidedNanos) {
        this.doneNanos = doneNanos;
        this.sinceNanos = sinceNanos;
        this.decisions = decisions.stream().mapToLong(Long::longValue).toArray();
        this.decidedNanos =
                Arrays.copyOf(decidedNanos.stream().mapToLong(Long::longValue).toArray(), this.decisions.length);
    }

    /** How much of its work it did in this life before {@link #sinceNanos}, as the time that all its tasks would have needed. */
    public long doneNanos() {
        return doneNanos;
    }

    /** From when on it works with the tasks that work now; -1 where that is since it runs. */
    public long sinceNanos() {
        return sinceNanos;
    }

    /** By task, the decision that brought it where that is not the start of its job, else 0; shorter than there are tasks. */
    public List<Long> decisions() {
        return LongStream.of(decisions).boxed().toList();
    }

    /** By task, when that decision was made, UTC nanoseconds; as long as {@link #decisions()}. */
    public List<Long> decidedNanos() {
        return LongStream.of(decidedNanos).boxed().toList();
    }

    /** True where it is not as it was when the job started. */
    public boolean changed() {
        return sinceNanos >= 0 || decisions.length > 0;
    }

    /** It did {@code newDoneNanos} of its work until {@code now}, and goes on with other tasks. */
    public void goesOn(long newDoneNanos, long now) {
        doneNanos = newDoneNanos;
        sinceNanos = now;
    }

    /** The decision that brought task {@code task}; 0 for the start of its job. */
    public long decision(int task) {
        return task < decisions.length ? decisions[task] : 0;
    }

    /** When that decision was made, UTC nanoseconds; 0 where {@link #decision(int)} is 0. */
    public long decidedNanos(int task) {
        return task < decidedNanos.length ? decidedNanos[task] : 0;
    }

    /** Task {@code task} comes by {@code decision}, which was made at {@code atNanos}. */
    public void comes(int task, long decision, long atNanos) {
        if (task >= decisions.length) {
            decisions = Arrays.copyOf(decisions, task + 1);
            decidedNanos = Arrays.copyOf(decidedNanos, task + 1);
        }
        decisions[task] = decision;
        decidedNanos[task] = atNanos;
    }

    /** Task {@code task} is gone. */
    public void goes(int task) {
        if (task < decisions.length) {
            decisions[task] = 0;
            decidedNanos[task] = 0;
        }
    }

    /** The same once more, of which nothing is shared that changes. */
    public JobSize copy() {
        JobSize copy = new JobSize();
        copy.doneNanos = doneNanos;
        copy.sinceNanos = sinceNanos;
        copy.decisions = decisions.clone();
        copy.decidedNanos = decidedNanos.clone();
        return copy;
    }
}
