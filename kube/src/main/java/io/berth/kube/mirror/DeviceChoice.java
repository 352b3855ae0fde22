package io.berth.kube.mirror;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClaim.Consumer;
import io.berth.kube.extended.ClaimRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the claims of a pod get on a node.
 *
 * @param why nothing can be had, in words; empty where it can
 * @param making the claim that is to be made for the pod; null for none
 */
public record DeviceChoice(
        String why, List<Given> given, @Nullable Making making) {
    static final DeviceChoice NONE = new DeviceChoice("", List.of(), null);

    /**
     * What one claim gets.
     *
     * @param allocation null where it has its devices already
     * @param users for whom the claim is written; empty where another pod that starts with it has that done
     * @param written completed when that is done: empty, or why it is not
     */
    public record Given(
            DeviceClaim claim,
            @Nullable Allocation allocation,
            List<Consumer> users,
            CompletableFuture<String> written) {}

    /**
     * A claim for what a pod asks for by names of extended resources.
     *
     * @param there the claim, where it was made before; null where it is not
     * @param allocation null where it has its devices already
     */
    public record Making(
            ClaimRequests asked,
            @Nullable DeviceClaim there,
            @Nullable Allocation allocation) {
        /** True where it has no devices yet. */
        boolean open() {
            return there == null || there.allocation() == null;
        }

        Making with(Allocation found) {
            return new Making(asked, there, found);
        }
    }

    static DeviceChoice not(String why) {
        return new DeviceChoice(why, List.of(), null);
    }

    public boolean possible() {
        return why.isEmpty();
    }

    /** True where nothing is to be given. */
    public boolean none() {
        return given.isEmpty() && making == null;
    }

    /** The same where {@code claim} is what was to be made, for {@code user}. */
    public DeviceChoice made(DeviceClaim claim, Consumer user) {
        if (making == null) {
            return this;
        }
        List<Given> all = new ArrayList<>(given);
        all.add(new Given(claim, making.allocation, List.of(user), new CompletableFuture<>()));
        return new DeviceChoice(why, all, making);
    }
}
