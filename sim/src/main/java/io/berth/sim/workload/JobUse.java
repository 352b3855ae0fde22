package io.berth.sim.workload;

/**
 * What the tasks of a job really use of what they ask for; 1 is all of it.
 *
 * @param cpu of the CPU
 * @param memory of the memory
 * @param gpu of the time of the GPUs
 */
public record JobUse(double cpu, double memory, double gpu) {
    /** All that they ask for. */
    public static final JobUse ALL = new JobUse(1, 1, 1);
}
