package io.berth.kube.claim;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code v1 ResourceClaim}: devices that are wanted, and those that were found.
 *
 * @param finalized true where it stays for as long as it has devices
 * @param allocation null as long as it has none
 * @param reserved who may use them
 * @param said what drivers say of the devices that it has
 */
public record DeviceClaim(
        Meta meta,
        Asks asks,
        boolean finalized,
        @Nullable Allocation allocation,
        List<Consumer> reserved,
        List<Said> said)
        implements KubeObject {
    /** Keeps a claim there that has devices. */
    public static final String FINALIZER = "resource.kubernetes.io/delete-protection";

    /** No more may use one claim at once. */
    public static final int MOST_CONSUMERS = 256;

    /** What is wanted. */
    public record Asks(List<DeviceRequest> requests, List<Constraint> constraints, List<Configuration> configuration) {}

    /**
     * Who may use it.
     *
     * @param group of the API; empty for that of pods
     * @param resource such as {@code pods}
     */
    public record Consumer(String group, String resource, String name, String uid) {
        public static Consumer pod(String name, String uid) {
            return new Consumer("", "pods", name, uid);
        }

        /** A PodGroup, all of whose pods may use it (k8s.io/dynamic-resource-allocation, resourceclaim.BindTo). */
        public static Consumer podGroup(String name, String uid) {
            return new Consumer("scheduling.k8s.io", "podgroups", name, uid);
        }

        /** True for a PodGroup. */
        public boolean isGroup() {
            return resource.equals("podgroups");
        }
    }

    /**
     * What its driver says of a device.
     *
     * @param share which part of it; empty where it is whole
     * @param conditions by type: {@code True}, {@code False} or {@code Unknown}
     */
    public record Said(Allocation.Id id, String share, Map<String, String> conditions) {}

    /** True where {@code user} uses it. */
    public boolean usedBy(Consumer user) {
        return reserved.stream().anyMatch(other -> other.uid().equals(user.uid()));
    }

    /** True where nobody but {@code uid} uses it. */
    public boolean usedOnlyBy(String uid) {
        return reserved.stream().allMatch(user -> user.uid().equals(uid));
    }

    /** @throws io.berth.kube.wire.MalformedException where it is none */
    public static DeviceClaim read(Message message) {
        return DeviceClaimReader.read(message);
    }
}
