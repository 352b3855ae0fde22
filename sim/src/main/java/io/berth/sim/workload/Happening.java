package io.berth.sim.workload;

import io.berth.core.event.Event;

/**
 * Something that people or the world do in a run beside submitting jobs: a cancellation, a lost node, what others use.
 *
 * @param atNanos UTC nanoseconds
 * @param event about jobs by their place in the workload, from 1, and about nodes by their number
 */
public record Happening(long atNanos, Event event) {}
