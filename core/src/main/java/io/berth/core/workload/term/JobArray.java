package io.berth.core.workload.term;

import java.util.List;

/**
 * Many jobs that were submitted as one, alike but for their index. As a user writes it, it has no number yet.
 *
 * @param id the number of its first job; 0 before it was submitted
 * @param index which of its jobs this is, from 0
 * @param count how many jobs it has; 0 for a job of no array
 * @param parallel how many of them may hold room at once
 * @param values by index, the number that each of its jobs is known by; empty where that is the index, and once it has a number
 */
public record JobArray(long id, int index, int count, int parallel, List<Integer> values) {
    /** A job by itself. */
    public static final JobArray NONE = new JobArray(0, 0, 0, 0);

    /** The most jobs of one array. */
    public static final int MOST = 100_000;

    public JobArray {
        values = List.copyOf(values);
        if (!values.isEmpty() && values.size() != count) {
            throw new IllegalArgumentException(
                    "The values (" + values.size() + ") of an array must be as many as its jobs (" + count + ").");
        }
        if (count < 0 || count > MOST) {
            throw new IllegalArgumentException("The count (" + count + ") of an array must be from 1 to " + MOST + ".");
        }
        if (count > 0 && (parallel < 1 || index < 0 || index >= count || id < 0)) {
            throw new IllegalArgumentException("The index (" + index + ") of an array must be below its count (" + count
                    + ") and its limit (" + parallel + ") at least 1.");
        }
    }

    /** One whose jobs are known by their indices. */
    public JobArray(long id, int index, int count, int parallel) {
        this(id, index, count, parallel, List.of());
    }

    /** An array of a job for each of {@code values}, of which {@code parallel} may hold room at once. */
    public static JobArray of(List<Integer> values, int parallel) {
        return new JobArray(0, 0, values.size(), parallel, values);
    }

    /** An array of {@code count} jobs of which {@code parallel} may hold room at once. */
    public static JobArray of(int count, int parallel) {
        return new JobArray(0, 0, count, parallel);
    }

    /** True for an array that is still to be made into jobs. */
    public boolean unplaced() {
        return count > 0 && id == 0;
    }

    /** The number that its job {@code which} is known by. */
    public int value(int which) {
        return values.isEmpty() ? which : values.get(which);
    }

    /** True where fewer of its jobs may hold room than there are. */
    public boolean limits() {
        return count > parallel;
    }

    /** Its job {@code newIndex}, where {@code first} is the number of the first. */
    public JobArray place(long first, int newIndex) {
        return new JobArray(first, newIndex, count, parallel);
    }
}
