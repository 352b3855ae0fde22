package io.berth.core.policy.window;

/**
 * Whether the first jobs of the queue are planned together, and how.
 *
 * @param method how, the name of an entry of the catalog
 * @param jobs how many jobs are planned together at most; 0 where each is decided about alone
 * @param work how much work the planner may spend on them, in its units
 * @param lingerNanos how long a job may wait for the window to fill; a tenth of the run time that its user expects at most
 * @param limitNanos how long the engine waits for a plan before the other policies of the strategy decide
 */
public record WindowPlanning(String method, int jobs, long work, long lingerNanos, long limitNanos) {
    /** Each job is decided about alone. */
    public static final WindowPlanning NONE = new WindowPlanning("none", 0, 0, 0, 0);

    /** The most jobs of a window; the work grows faster than their number. */
    public static final int MAX_JOBS = 256;

    /** True where jobs are planned together. */
    public boolean plans() {
        return jobs > 0;
    }
}
