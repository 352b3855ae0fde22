package io.berth.kube.mirror;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.DeviceClaim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the claims of a pod get on a node.
 *
 * @param why nothing can be had, in words; empty where it can
 */
public record DeviceChoice(String why, List<Given> given) {
    static final DeviceChoice NONE = new DeviceChoice("", List.of());

    /**
     * What one claim gets.
     *
     * @param allocation null where it has its devices already
     */
    public record Given(DeviceClaim claim, @Nullable Allocation allocation) {}

    static DeviceChoice not(String why) {
        return new DeviceChoice(why, List.of());
    }

    public boolean possible() {
        return why.isEmpty();
    }
}
