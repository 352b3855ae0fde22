package io.berth.kube.claim;

import java.util.Map;

/**
 * What a device is like.
 *
 * @param attributes by qualified name, such as {@code gpu.nvidia.com/type}; the domain of one that says none is the driver
 * @param capacities by the names that its driver gives them: claims say the same, and so do all who count what is consumed
 */
public record Qualities(Map<String, Attribute> attributes, Map<String, Capacity> capacities) {}
