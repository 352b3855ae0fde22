package io.berth.kube.lease;

/**
 * Which lease, and who asks for it.
 *
 * @param holder nobody else asks by this name
 */
public record LeaseName(String namespace, String name, String holder) {}
