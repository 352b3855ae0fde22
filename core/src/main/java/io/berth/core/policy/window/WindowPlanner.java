package io.berth.core.policy.window;

/**
 * Plans some jobs together: where each goes, and which are left for later where there is not room for all. It works on a copy, off
 * the engine's thread, and is a function of the question alone.
 */
@FunctionalInterface
public interface WindowPlanner {
    /** The plan; within the work that the question allows. */
    WindowAnswer plan(WindowQuestion question);
}
