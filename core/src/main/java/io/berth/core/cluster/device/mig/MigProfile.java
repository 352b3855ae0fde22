package io.berth.core.cluster.device.mig;

import java.util.List;

/**
 * A size in which instances of a GPU are made.
 *
 * @param name as NVIDIA names it, such as {@code 1g.23gb}: compute slices and memory
 * @param compute compute slices of an instance
 * @param slices memory slices of an instance, which lie side by side
 * @param memoryBytes memory of an instance
 * @param starts the memory slices at which one may begin, ascending
 */
public record MigProfile(String name, int compute, int slices, long memoryBytes, List<Integer> starts) {
    /** The most memory slices of a GPU. */
    public static final int MOST_SLICES = 8;

    public MigProfile {
        starts = List.copyOf(starts);
        if (name.isBlank()) {
            throw new IllegalArgumentException("A MIG profile needs a name.");
        }
        if (compute < 1 || compute > MOST_SLICES || slices < 1 || memoryBytes < 0 || starts.isEmpty()) {
            throw new IllegalArgumentException("The MIG profile " + name + " needs 1 to " + MOST_SLICES
                    + " compute and memory slices, memory of at least 0 and a memory slice to begin at.");
        }
        int before = -1;
        for (int start : starts) {
            if (start <= before || start + slices > MOST_SLICES) {
                throw new IllegalArgumentException(
                        "The MIG profile " + name + " of " + slices + " memory slices cannot begin at " + starts
                                + ": they must ascend and end by " + MOST_SLICES + ".");
            }
            before = start;
        }
    }

    /** The memory slices of an instance that begins at {@code start}, by bits. */
    int mask(int start) {
        return (1 << slices) - 1 << start;
    }

    /** How many instances an idle GPU holds; they are of one size and begin in order, so the first that fits is the best. */
    public int most() {
        int most = 0;
        int free = 0;
        for (int start : starts) {
            if (start >= free) {
                most++;
                free = start + slices;
            }
        }
        return most;
    }
}
