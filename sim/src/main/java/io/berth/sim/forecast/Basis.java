package io.berth.sim.forecast;

/** What an expected run time rests on. */
public enum Basis {
    /** What its user expects. */
    ESTIMATE,
    /** How long it may run. */
    TIME_LIMIT,
    /** How long finished jobs of its name and queue ran. */
    SAME_NAME,
    /** How long finished jobs of its queue ran. */
    SAME_QUEUE,
    /** How long the last ended jobs of its owner ran, of the same size and requested time where there are enough. */
    SAME_OWNER,
    /** How long the last ended jobs of all ran. */
    ALL_JOBS,
    /** It has run for longer than all of these say: twice as long as it has, or until its time limit. */
    OVERRUN,
    /** Nothing is known; it is taken to have no end. */
    NONE;

    /** True where it is drawn from how long other jobs ran. */
    public boolean sampled() {
        return this == SAME_NAME || this == SAME_OWNER || this == SAME_QUEUE || this == ALL_JOBS;
    }
}
