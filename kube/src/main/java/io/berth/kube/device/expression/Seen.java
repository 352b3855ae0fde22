package io.berth.kube.device.expression;

import java.util.Map;

/**
 * What an expression sees of a device.
 *
 * @param driver the driver that published it, such as {@code gpu.nvidia.com}; a name without a domain is in the domain of this name
 * @param attributes by qualified name, such as {@code gpu.nvidia.com/type}
 * @param capacities quantities as Kubernetes writes them, such as {@code 80Gi}, by qualified name
 * @param allowMultipleAllocations whether several claims may share it
 */
public record Seen(
        String driver,
        Map<String, Attribute> attributes,
        Map<String, String> capacities,
        boolean allowMultipleAllocations) {}
