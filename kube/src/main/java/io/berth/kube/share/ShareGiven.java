package io.berth.kube.share;

/**
 * What a pod is given on one device.
 *
 * @param container for which of its containers, from 0
 * @param memoryMib MiB; 0 where nobody knows the device's memory
 * @param coreMilli thousandths of its compute; 0 where that is not limited
 */
public record ShareGiven(int container, SharedDevice device, long memoryMib, int coreMilli) {}
