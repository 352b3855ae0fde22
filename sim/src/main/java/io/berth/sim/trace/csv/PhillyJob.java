package io.berth.sim.trace.csv;

/**
 * A job of a virtual cluster of Philly.
 *
 * @param name unique in the file
 * @param vc the virtual cluster; empty where the file does not say
 * @param submitSeconds when it was submitted, seconds since 1970, UTC
 * @param durationSeconds how long it ran
 * @param gpus whole GPUs, at least 1
 * @param vcNodes how many nodes of eight GPUs the virtual cluster has; 0 where the file does not say
 * @param studied it came in the two months that the Helios paper simulates; false where the file does not say
 */
public record PhillyJob(
        String name, String vc, long submitSeconds, long durationSeconds, int gpus, int vcNodes, boolean studied) {}
