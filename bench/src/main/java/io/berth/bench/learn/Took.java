package io.berth.bench.learn;

/**
 * What one measurement took.
 *
 * @param learnSeconds of learning, by the clock
 * @param learnCpuSeconds the same, of all processors together
 * @param playSeconds of playing before it; 0 where it was not measured
 */
record Took(double learnSeconds, double learnCpuSeconds, double playSeconds) {}
