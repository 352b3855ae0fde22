package io.berth.optimize.file.unit;

/** Whether the value of an assignment is to be small or large. */
public enum Sense {
    MINIMIZE,
    MAXIMIZE;

    /** The cost that a solver sees in place of a value, and the other way round. */
    public long turned(long number) {
        return this == MINIMIZE ? number : -number;
    }
}
