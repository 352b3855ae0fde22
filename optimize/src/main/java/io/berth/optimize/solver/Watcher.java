package io.berth.optimize.solver;

/** Hears how a solver gets on. */
public interface Watcher {
    /** Hears nothing. */
    Watcher NONE = new Watcher() {
        @Override
        public void found(long value, int[] agents) {}

        @Override
        public void bounded(long bound) {}
    };

    /**
     * A better assignment was found.
     *
     * @param value the sum of its costs
     * @param agents the agent of each task; not changed afterwards
     */
    void found(long value, int[] agents);

    /** No assignment costs less than {@code bound}, which is higher than the last. */
    void bounded(long bound);
}
