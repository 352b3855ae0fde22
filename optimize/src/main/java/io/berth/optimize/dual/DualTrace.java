package io.berth.optimize.dual;

/** Hears each iteration of a dual. */
public interface DualTrace {
    /** The next iteration; its arrays are not changed afterwards. */
    void iteration(DualIteration iteration);
}
