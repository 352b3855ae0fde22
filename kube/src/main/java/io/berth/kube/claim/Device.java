package io.berth.kube.claim;

import java.util.ArrayList;
import java.util.List;

/**
 * A device as its driver offers it.
 *
 * @param name unique in its pool
 * @param reach from which nodes it can be had
 * @param consumes what it takes of the counters of its pool
 * @param shareable true where several claims may have it, each a part of its capacity
 */
public record Device(
        String name,
        Reach reach,
        Qualities qualities,
        List<Counters> consumes,
        List<DeviceTaint> taints,
        BindingConditions binding,
        boolean shareable) {
    /** The same with {@code more} taints. */
    public Device tainted(List<DeviceTaint> more) {
        List<DeviceTaint> all = new ArrayList<>(taints);
        all.addAll(more);
        return more.isEmpty()
                ? this
                : new Device(name, reach, qualities, consumes, List.copyOf(all), binding, shareable);
    }
}
