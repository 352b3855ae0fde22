package io.berth.kube.queue;

/**
 * In which queue a pod is.
 *
 * @param queue by name, whether it is declared or not
 * @param why it may not wait for its turn there, in words; empty where it may
 */
public record QueuePlace(String queue, String why) {}
