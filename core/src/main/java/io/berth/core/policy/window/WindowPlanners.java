package io.berth.core.policy.window;

import java.util.function.Supplier;

/**
 * Who plans windows of the queue, given from outside of the core.
 *
 * @param factory makes a planner for one engine; planners are not shared between threads
 * @param nanosPerUnit how long a unit of a planner's work takes, for a virtual clock, nanoseconds; measured, 0 for no time at all
 */
public record WindowPlanners(Supplier<WindowPlanner> factory, long nanosPerUnit) {}
