package io.berth.sim.workload;

import io.berth.core.workload.JobSpec;

/**
 * A job and the instant it is submitted.
 *
 * @param atNanos UTC nanoseconds
 */
public record Arrival(long atNanos, JobSpec spec) {}
