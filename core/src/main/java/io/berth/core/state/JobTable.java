package io.berth.core.state;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Jobs by number: open addressing with linear probing, for three look-ups per job without boxing. */
public final class JobTable {
    private static final int BLOCK_BITS = 3;
    private static final int BLOCK = 1 << BLOCK_BITS;

    private @Nullable Job[] slots = new @Nullable Job[64];
    /** The numbers of the jobs in the slots: to look for one costs no look at others. */
    private long[] ids = new long[64];

    private final WorldIndex keys = new WorldIndex();
    private int size;
    /** Rows of jobs that left, a stack; {@code rows} were given in all. */
    private int[] freeRows = new int[16];

    private int free;
    private int rows;

    int size() {
        return size;
    }

    @Nullable
    public Job get(long id) {
        return slots[slot(id)];
    }

    /** Where job {@code id} stands, or nobody and it would. */
    private int slot(long id) {
        int slot = home(id);
        while (ids[slot] != id && slots[slot] != null) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    /** By what the world knows them by. */
    WorldIndex keys() {
        return keys;
    }

    void add(Job job) {
        keys.add(job);
        if ((size + 1) * 2 > slots.length) {
            @Nullable Job[] old = slots;
            slots = new @Nullable Job[old.length * 2];
            ids = new long[slots.length];
            for (Job moved : old) {
                if (moved != null) {
                    place(moved);
                }
            }
        }
        place(job);
        size++;
        job.row = free > 0 ? freeRows[--free] : rows++;
    }

    /** Removes a job that is there; the run behind it closes up. */
    void remove(long id) {
        int hole = slot(id);
        Job gone = slots[hole];
        if (gone == null) {
            return;
        }
        keys.remove(gone);
        giveBack(gone);
        clear(hole);
        size--;
        int next = hole + 1 & slots.length - 1;
        for (Job job = slots[next]; job != null; job = slots[next]) {
            long moved = ids[next];
            clear(next);
            put(slot(moved), moved, job);
            next = next + 1 & slots.length - 1;
        }
    }

    private void clear(int slot) {
        slots[slot] = null;
        ids[slot] = 0;
    }

    private void put(int slot, long id, Job job) {
        slots[slot] = job;
        ids[slot] = id;
    }

    /** All jobs, by number. */
    public Job[] sorted() {
        long[] ids = new long[size];
        int next = 0;
        for (Job job : slots) {
            if (job != null) {
                ids[next++] = job.id;
            }
        }
        Arrays.sort(ids);
        Job[] jobs = new Job[size];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = Objects.requireNonNull(get(ids[i]));
        }
        return jobs;
    }

    /** All jobs, in no order. */
    Job[] all() {
        Job[] jobs = new Job[size];
        int next = 0;
        for (Job job : slots) {
            if (job != null) {
                jobs[next++] = job;
            }
        }
        return jobs;
    }

    private void giveBack(Job job) {
        if (free == freeRows.length) {
            freeRows = Arrays.copyOf(freeRows, free * 2);
        }
        freeRows[free++] = job.row;
    }

    private void place(Job job) {
        put(slot(job.id), job.id, job);
    }

    /** Numbers are given one after another: eight that follow each other begin side by side, in one line of the cache. */
    private int home(long id) {
        long mixed = (id >>> BLOCK_BITS) * 0x9E3779B97F4A7C15L;
        return ((int) (mixed >>> 40) << BLOCK_BITS | (int) id & BLOCK - 1) & slots.length - 1;
    }
}
