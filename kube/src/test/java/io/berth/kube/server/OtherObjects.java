package io.berth.kube.server;

import com.google.protobuf.MessageLite;
import com.google.protobuf.UnknownFieldSet;
import io.kubernetes.client.proto.Meta.ListMeta;
import java.util.Set;
import java.util.TreeMap;
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
            "resourceclaims");

    private final TreeMap<String, TreeMap<String, MessageLite>> objects = new TreeMap<>();

    /** True where there was none of that name. */
    boolean put(String kind, String name, MessageLite object) {
        return objects.computeIfAbsent(kind, _ -> new TreeMap<>()).put(name, object) == null;
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
