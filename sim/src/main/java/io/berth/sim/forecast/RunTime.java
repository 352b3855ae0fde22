package io.berth.sim.forecast;

/**
 * How long a job is expected to run.
 *
 * @param job its number
 * @param name as its user calls it
 * @param nanos from when all its tasks run to its end; {@link io.berth.core.time.Nanos#NEVER} where nothing is known
 * @param basis what that rests on
 * @param samples how many finished jobs it is the median of; 0 where it is of none
 */
public record RunTime(long job, String name, long nanos, Basis basis, int samples) {}
