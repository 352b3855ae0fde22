package io.berth.core.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Jobs by number: open addressing with linear probing, for three look-ups per job without boxing. */
final class JobTable {
    private @Nullable Job[] slots = new @Nullable Job[64];
    private int size;

    int size() {
        return size;
    }

    @Nullable
    Job get(long id) {
        int slot = home(id);
        for (Job job = slots[slot]; job != null; job = slots[slot]) {
            if (job.id == id) {
                return job;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return null;
    }

    void add(Job job) {
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
    }

    /** Removes a job that is there; the run behind it closes up. */
    void remove(long id) {
        int hole = home(id);
        for (Job job = slots[hole]; job != null && job.id != id; job = slots[hole]) {
            hole = hole + 1 & slots.length - 1;
        }
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
    Job[] sorted() {
        Job[] jobs = new Job[size];
        int next = 0;
        for (Job job : slots) {
            if (job != null) {
                jobs[next++] = job;
            }
        }
        Arrays.sort(jobs, (a, b) -> Long.compare(a.id, b.id));
        return jobs;
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
