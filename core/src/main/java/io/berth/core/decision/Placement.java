package io.berth.core.decision;

/**
 * Where one task goes.
 *
 * @param node the node's index in the cluster
 * @param gpuMask the devices it holds, bit {@code i} for device {@code i}; a share holds part of the one device named
 */
public record Placement(int node, long gpuMask) {}
