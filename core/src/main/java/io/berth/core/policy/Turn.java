package io.berth.core.policy;

/** Chance and memory of one placement; both come out the same in recovery, redecide and forks. */
public interface Turn {
    /** The job whose task is placed. */
    QueuedJob job();

    /** The time of the pass. */
    long nowNanos();

    /** A uniform draw from {@code [0, bound)}. */
    int below(int bound);

    /** What {@link #remember} kept in this slot; 0 where nothing was. */
    long recall(Slot slot);

    /** Keeps a value for later placements; forgotten again where the gang it was made for does not fit. */
    void remember(Slot slot, long value);
}
