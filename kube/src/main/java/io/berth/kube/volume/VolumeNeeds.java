package io.berth.kube.volume;

import io.berth.core.workload.NodeSelectorTerm;
import java.util.List;
import java.util.Map;

/**
 * What the volumes of a pod come to.
 *
 * @param waits what it has to wait for before any node is right, in words; empty for nothing
 * @param where on which nodes its volumes can be had: one of the terms holds; empty for all
 * @param attached how many of them are attached, by the drivers that have limits
 */
public record VolumeNeeds(String waits, List<NodeSelectorTerm> where, Map<String, Integer> attached) {
    /** Of a pod without volumes. */
    public static final VolumeNeeds NONE = new VolumeNeeds("", List.of(), Map.of());

    /** Of a pod that has to wait. @param why in words */
    public static VolumeNeeds waiting(String why) {
        return new VolumeNeeds(why, List.of(), Map.of());
    }
}
