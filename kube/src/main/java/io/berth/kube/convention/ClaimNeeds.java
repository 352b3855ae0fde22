package io.berth.kube.convention;

import io.berth.core.workload.Demand;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.kube.volume.Alternatives;
import io.berth.kube.volume.VolumeNeeds;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the claims of a pod come to, of volumes and of devices.
 *
 * @param waits what it has to wait for before any node is right, in words; empty for nothing
 * @param where on which nodes it can have what it claims: one of the terms holds; empty for all
 * @param amounts what it takes of a node for that, by resource
 * @param within the label by which all that start together must be in one domain, so that all reach what they share; null for none
 * @param shared what it takes of shared devices; null where its requests say all
 */
public record ClaimNeeds(
        String waits,
        List<NodeSelectorTerm> where,
        Map<String, Long> amounts,
        @Nullable String within,
        @Nullable SharedNeed shared) {
    /** Before the name of each resource that stands for devices which are claimed. */
    public static final String DEVICES = "resource.k8s.io/";

    /** So much of a resource is what the claims of one pod ask for that are searched for together; those who make room for them leave parts. */
    public static final long WHOLE = 1_000;

    /** Of a pod without claims. */
    public static final ClaimNeeds NONE = new ClaimNeeds("", List.of(), Map.of(), null);

    /** Of a pod that takes no shares. */
    public ClaimNeeds(String waits, List<NodeSelectorTerm> where, Map<String, Long> amounts, @Nullable String within) {
        this(waits, where, amounts, within, null);
    }

    /** Of a pod that takes shares of devices. */
    public static ClaimNeeds sharing(SharedNeed shared) {
        return new ClaimNeeds("", List.of(), Map.of(), null, shared);
    }

    /** Of a pod that some nodes only will do for. @param where one of the terms holds */
    public static ClaimNeeds within(List<NodeSelectorTerm> where) {
        return new ClaimNeeds("", where, Map.of(), null);
    }

    /** Of a pod that has to wait. @param why in words */
    public static ClaimNeeds waiting(String why) {
        return new ClaimNeeds(why, List.of(), Map.of(), null);
    }

    /** Of a pod that takes {@code amounts} of its node, and waits for nothing. */
    public static ClaimNeeds taking(Map<String, Long> amounts) {
        return new ClaimNeeds("", List.of(), amounts, null);
    }

    public static ClaimNeeds of(VolumeNeeds volumes) {
        Map<String, Long> amounts = new TreeMap<>();
        volumes.attached().forEach((driver, count) -> amounts.put(Quantities.ATTACHED + driver, (long) count));
        return new ClaimNeeds(volumes.waits(), volumes.where(), amounts, null);
    }

    /** What {@code demand} asks for of devices that are claimed, by resource. */
    public static Map<String, Long> devices(Demand demand) {
        Map<String, Long> devices = new TreeMap<>();
        for (ExtendedResource resource : demand.amounts().extended()) {
            if (resource.name().startsWith(DEVICES)) {
                devices.put(resource.name(), resource.amount());
            }
        }
        return devices;
    }

    /** Both together. */
    public ClaimNeeds and(ClaimNeeds other) {
        if (!waits.isEmpty()) {
            return this;
        }
        if (!other.waits.isEmpty()) {
            return other;
        }
        Map<String, Long> both = new TreeMap<>(amounts);
        both.putAll(other.amounts);
        return new ClaimNeeds(
                "",
                Alternatives.and(where, other.where),
                both,
                within == null ? other.within : within,
                shared == null ? other.shared : shared);
    }
}
