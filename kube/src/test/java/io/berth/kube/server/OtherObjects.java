package io.berth.kube.server;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnknownFieldSet;
import io.kubernetes.client.proto.Meta.ListMeta;
import io.kubernetes.client.proto.V1Resource;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Objects that are neither pods nor nodes, by the kind as paths have it and by name. */
final class OtherObjects {
    static final Set<String> KINDS = Set.of(
            "persistentvolumeclaims",
            "persistentvolumes",
            "storageclasses",
            "csinodes",
            "csidrivers",
            "csistoragecapacities",
            "poddisruptionbudgets",
            "namespaces",
            "resourceslices",
            "deviceclasses",
            "resourceclaims",
            "devicetaintrules",
            "podgroups",
            "endpointslices");

    private static final Pattern GIVEN = Pattern.compile(
            "\"request\":\"([^\"]*)\",\"driver\":\"([^\"]*)\",\"pool\":\"([^\"]*)\",\"device\":\"([^\"]*)\"");

    private final TreeMap<String, TreeMap<String, MessageLite>> objects = new TreeMap<>();

    /** True where there was none of that name. */
    boolean put(String kind, String name, MessageLite object) {
        return objects.computeIfAbsent(kind, _ -> new TreeMap<>()).put(name, object) == null;
    }

    /** The claim of devices in {@code bytes}, which gets a name, a UID and {@code version}. */
    static V1Resource.ResourceClaim named(byte[] bytes, long version) throws InvalidProtocolBufferException {
        V1Resource.ResourceClaim claim = V1Resource.ResourceClaim.parseFrom(bytes);
        String name = claim.getMetadata().getGenerateName() + version;
        return claim.toBuilder()
                .setMetadata(claim.getMetadata().toBuilder()
                        .setName(name)
                        .setUid("u-" + name)
                        .setResourceVersion(Long.toString(version)))
                .build();
    }

    /** {@code claim} with the devices that a patch of its status gives it. */
    static V1Resource.ResourceClaim allocated(V1Resource.ResourceClaim claim, String patch, long version) {
        V1Resource.DeviceAllocationResult.Builder devices = V1Resource.DeviceAllocationResult.newBuilder();
        Matcher given = GIVEN.matcher(patch);
        while (given.find()) {
            devices.addResults(V1Resource.DeviceRequestAllocationResult.newBuilder()
                    .setRequest(given.group(1))
                    .setDriver(given.group(2))
                    .setPool(given.group(3))
                    .setDevice(given.group(4)));
        }
        return claim.toBuilder()
                .setMetadata(claim.getMetadata().toBuilder().setResourceVersion(Long.toString(version)))
                .setStatus(V1Resource.ResourceClaimStatus.newBuilder()
                        .setAllocation(V1Resource.AllocationResult.newBuilder().setDevices(devices)))
                .build();
    }

    /** What was taken out; null for none of that name. */
    @Nullable
    MessageLite remove(String kind, String name) {
        return objects.getOrDefault(kind, new TreeMap<>()).remove(name);
    }

    /** Their names. */
    Set<String> names(String kind) {
        return Set.copyOf(objects.getOrDefault(kind, new TreeMap<>()).keySet());
    }

    /** The one that {@code path} names, or whose status it is; null for none. */
    @Nullable
    MessageLite at(String path) {
        String[] parts = path.replaceAll("/status$", "").split("/");
        return objects.getOrDefault(parts[parts.length - 2], new TreeMap<>()).get(parts[parts.length - 1]);
    }

    /** All lists have their metadata as the first field and their items as the second. */
    UnknownFieldSet list(String kind, ListMeta meta) {
        UnknownFieldSet.Field.Builder items = UnknownFieldSet.Field.newBuilder();
        objects.getOrDefault(kind, new TreeMap<>())
                .values()
                .forEach(object -> items.addLengthDelimited(object.toByteString()));
        return UnknownFieldSet.newBuilder()
                .addField(
                        1,
                        UnknownFieldSet.Field.newBuilder()
                                .addLengthDelimited(meta.toByteString())
                                .build())
                .addField(2, items.build())
                .build();
    }
}
