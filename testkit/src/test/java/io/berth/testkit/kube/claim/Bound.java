package io.berth.testkit.kube.claim;

/**
 * What became of pods that claim devices.
 *
 * @param pods how many are bound
 * @param seconds from the first that is made to the last that is bound
 * @param cpuSeconds that the scheduler took meanwhile
 * @param wasted pods that have a large device and would do with a small one
 */
record Bound(long pods, double seconds, double cpuSeconds, long wasted) {}
