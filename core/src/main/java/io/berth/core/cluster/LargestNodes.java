package io.berth.core.cluster;

/**
 * What the largest nodes have; lost ones count.
 *
 * @param cpuMilli thousandths of a CPU of the node with most; 0 without nodes
 * @param devices devices of the node with most
 */
public record LargestNodes(long cpuMilli, int devices) {}
