package io.berth.core.state;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Jobs by number: open addressing with linear probing, for three look-ups per job without boxing. */
public final class JobTable {
    private @Nullable Job[] slots = new @Nullable Job[64];
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
        int slot = home(id);
        for (Job job = slots[slot]; job != null; job = slots[slot]) {
            if (job.id == id) {
                return job;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return null;
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
        int hole = home(id);
        for (Job job = slots[hole]; job != null && job.id != id; job = slots[hole]) {
            hole = hole + 1 & slots.length - 1;
        }
        Job gone = slots[hole];
        if (gone != null) {
            keys.remove(gone);
        }
        giveBack(gone);
        slots[hole] = null;
        size--;
        int next = hole + 1 & slots.length - 1;
        for (Job job = slots[next]; job != null; job = slots[next]) {
            slots[next] = null;
            place(job);
            next = next + 1 & slots.length - 1;
        }
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

    private void giveBack(@Nullable Job job) {
        if (job == null) {
            return;
        }
        if (free == freeRows.length) {
            freeRows = Arrays.copyOf(freeRows, free * 2);
        }
        freeRows[free++] = job.row;
    }

    private void place(Job job) {
        int slot = home(job.id);
        while (slots[slot] != null) {
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = job;
    }

    private int home(long id) {
        long mixed = id * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 40) & slots.length - 1;
    }
}
