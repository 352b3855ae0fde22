package io.berth.core.plan.queue;

import io.berth.core.state.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** What a planner notes of jobs, by their rows; no part of the state. */
public final class JobMarks {
    private static final byte DISPOSED = 1;
    private static final byte RELEASED = 2;
    private static final byte SEARCHED = 4;
    private static final byte PRESSES = 8;
    private static final byte GIVES = 16;

    private final List<Job> disposed = new ArrayList<>();
    private final List<Job> released = new ArrayList<>();
    private final List<Job> pressing = new ArrayList<>();
    private final List<Job> giving = new ArrayList<>();
    /** By job that gives some back: which tasks. */
    private final TreeMap<Long, BitSet> given = new TreeMap<>();

    private long[] keys = new long[64];
    private byte[] flags = new byte[64];

    /** By key, smaller ones first, then by submission, then by number. */
    public final Comparator<Job> byKey = (a, b) -> {
        int order = Long.compare(keys[a.row()], keys[b.row()]);
        if (order == 0) {
            order = Long.compare(a.submitNanos(), b.submitNanos());
        }
        return order != 0 ? order : Long.compare(a.id(), b.id());
    };

    /** Forgets what was noted of an earlier job of its row, or of its earlier life. */
    public void clear(Job job) {
        reach(job.row());
        flags[job.row()] = 0;
    }

    /** Its place in the order of the strategy. */
    public void key(Job job, long key) {
        reach(job.row());
        keys[job.row()] = key;
    }

    /** The plan in the making disposes of it. */
    public boolean disposed(Job job) {
        return has(job, DISPOSED);
    }

    public void dispose(Job job) {
        set(job, DISPOSED);
        disposed.add(job);
    }

    /** A pass is over. */
    public void forgetDisposed() {
        forget(disposed, DISPOSED);
    }

    /** The plan in the making counts its room as given back. */
    public boolean released(Job job) {
        return has(job, RELEASED);
    }

    public void release(Job job) {
        set(job, RELEASED);
        released.add(job);
    }

    /** A pass is over. */
    public void forgetReleased() {
        forget(released, RELEASED);
        forget(giving, GIVES);
        given.clear();
    }

    /** The plan in the making counts the room of task {@code task} as given back; its job goes on. */
    public void give(Job job, int task) {
        if (!has(job, GIVES)) {
            set(job, GIVES);
            giving.add(job);
        }
        given.computeIfAbsent(job.id(), _ -> new BitSet()).set(task);
    }

    /** True where task {@code task} holds its room, and the plan in the making does not count it as given back though its job goes on. */
    public boolean keeps(Job job, int task) {
        BitSet gone = has(job, GIVES) ? given.get(job.id()) : null;
        return job.holds(task) && (gone == null || !gone.get(task));
    }

    /** The plan in the making came to it before all others. */
    public boolean presses(Job job) {
        return has(job, PRESSES);
    }

    public void press(Job job) {
        set(job, PRESSES);
        pressing.add(job);
    }

    /** A pass is over. */
    public void forgetPressing() {
        forget(pressing, PRESSES);
    }

    /** Room was looked for on all nodes once since it entered the queue. */
    public boolean searched(Job job) {
        return has(job, SEARCHED);
    }

    public void search(Job job) {
        set(job, SEARCHED);
    }

    /** Room is looked for on all nodes again. */
    public void forgetSearch(Job job) {
        if (has(job, SEARCHED)) {
            flags[job.row()] &= ~SEARCHED;
        }
    }

    /** Another strategy: room is looked for anew. */
    public void forgetSearched() {
        for (int row = 0; row < flags.length; row++) {
            flags[row] &= ~SEARCHED;
        }
    }

    private void forget(List<Job> jobs, byte flag) {
        for (Job job : jobs) {
            flags[job.row()] &= (byte) ~flag;
        }
        jobs.clear();
    }

    private boolean has(Job job, byte flag) {
        return job.row() < flags.length && (flags[job.row()] & flag) != 0;
    }

    private void set(Job job, byte flag) {
        reach(job.row());
        flags[job.row()] |= flag;
    }

    private void reach(int row) {
        if (row >= flags.length) {
            flags = Arrays.copyOf(flags, StrictMath.max(row + 1, flags.length * 2));
            keys = Arrays.copyOf(keys, flags.length);
        }
    }
}
