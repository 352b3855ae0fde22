package io.berth.sim.trace.csv;

/**
 * A job of a Muri trace.
 *
 * @param name unique in the trace
 * @param submitMillis when it was submitted, ms since the trace began
 * @param durationMillis how long it ran on the cluster that the trace is from
 * @param gpus whole GPUs, at least 1
 * @param model the network it is said to train
 * @param iterations how many training steps it does
 * @param iterationMillis how long one takes on its GPUs, alone
 */
public record MuriJob(
        String name,
        long submitMillis,
        long durationMillis,
        int gpus,
        String model,
        long iterations,
        long iterationMillis) {}
