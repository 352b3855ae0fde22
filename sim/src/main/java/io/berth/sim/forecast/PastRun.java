package io.berth.sim.forecast;

/**
 * How long a job ran that finished its work.
 *
 * @param name as its user called it
 * @param queue which it was of
 * @param nanos from when all its tasks ran to its end
 */
public record PastRun(String name, String queue, long nanos) {}
