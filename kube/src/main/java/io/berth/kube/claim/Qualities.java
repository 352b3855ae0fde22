package io.berth.kube.claim;

import java.util.List;
import java.util.Map;

/**
 * What a device is like.
 *
 * @param attributes by qualified name, such as {@code gpu.nvidia.com/type}; the domain of one that says none is the driver
 * @param capacities by the names that its driver gives them: claims say the same, and so do all who count what is consumed
 * @param unweighed what its driver says of it that nothing here weighs, by the names of the fields: nobody is given such a device, since what
 *     it asks for would not be counted; empty for nothing
 */
public record Qualities(Map<String, Attribute> attributes, Map<String, Capacity> capacities, List<String> unweighed) {
    public Qualities {
        unweighed = List.copyOf(unweighed);
    }

    /** Of a device of which nothing else is said. */
    public Qualities(Map<String, Attribute> attributes, Map<String, Capacity> capacities) {
        this(attributes, capacities, List.of());
    }
}
