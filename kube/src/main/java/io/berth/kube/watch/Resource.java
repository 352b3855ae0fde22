package io.berth.kube.watch;

import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.Slice;
import io.berth.kube.claim.taint.TaintRule;
import io.berth.kube.object.JsonObject;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Namespace;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodBudget;
import io.berth.kube.object.PodGroup;
import io.berth.kube.object.PodGroupVersion;
import io.berth.kube.volume.AttachLimits;
import io.berth.kube.volume.Claim;
import io.berth.kube.volume.StorageClass;
import io.berth.kube.volume.StorageDriver;
import io.berth.kube.volume.StorageRoom;
import io.berth.kube.volume.Volume;
import io.berth.kube.wire.Message;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A kind of objects.
 *
 * @param path of all of them, with what selects some of these, if anything does
 * @param name as people call them
 * @param format how the server has them
 */
public record Resource<T extends KubeObject>(String path, String name, Format<T> format) {
    public static final Resource<Pod> PODS = new Resource<>("/api/v1/pods", "pods", Pod::read);
    /** Only clusters that were told to serve it have it, each in the version of its release: the newest first. */
    public static final List<Resource<PodGroup>> POD_GROUPS =
            Arrays.stream(PodGroupVersion.values()).map(Resource::groups).toList();

    public static final Resource<Node> NODES = new Resource<>("/api/v1/nodes", "nodes", Node::read);
    public static final Resource<Namespace> NAMESPACES =
            new Resource<>("/api/v1/namespaces", "namespaces", Namespace::read);
    public static final Resource<Claim> CLAIMS =
            new Resource<>("/api/v1/persistentvolumeclaims", "claims of volumes", Claim::read);
    public static final Resource<Volume> VOLUMES = new Resource<>("/api/v1/persistentvolumes", "volumes", Volume::read);
    public static final Resource<StorageClass> STORAGE_CLASSES =
            new Resource<>("/apis/storage.k8s.io/v1/storageclasses", "storage classes", StorageClass::read);
    public static final Resource<AttachLimits> ATTACH_LIMITS =
            new Resource<>("/apis/storage.k8s.io/v1/csinodes", "nodes of CSI", AttachLimits::read);

    public static final Resource<StorageDriver> STORAGE_DRIVERS =
            new Resource<>("/apis/storage.k8s.io/v1/csidrivers", "CSI drivers", StorageDriver::read);
    public static final Resource<StorageRoom> STORAGE_ROOMS =
            new Resource<>("/apis/storage.k8s.io/v1/csistoragecapacities", "storage capacities", StorageRoom::read);
    public static final Resource<PodBudget> BUDGETS =
            new Resource<>("/apis/policy/v1/poddisruptionbudgets", "disruption budgets", PodBudget::read);

    public static final Resource<Slice> SLICES = devices("resourceslices", "slices of pools of devices", Slice::read);
    public static final Resource<DeviceClass> DEVICE_CLASSES =
            devices("deviceclasses", "classes of devices", DeviceClass::read);
    public static final Resource<DeviceClaim> DEVICE_CLAIMS =
            devices("resourceclaims", "claims of devices", DeviceClaim::read);

    /** Of 1.37, and of those before, in which a version that is served for other kinds has no such kind: the newest first. */
    public static final List<Resource<TaintRule>> TAINT_RULES = Stream.of("v1", "v1beta2", "v1alpha3")
            .map(version -> new Resource<>(
                    "/apis/resource.k8s.io/" + version + "/devicetaintrules",
                    "rules that taint devices",
                    TaintRule::read))
            .toList();

    private static <T extends KubeObject> Resource<T> devices(String kind, String name, Function<Message, T> reading) {
        return new Resource<>("/apis/resource.k8s.io/v1/" + kind, name, reading);
    }

    /** A kind of the server's own. @param reading one of them */
    public Resource(String path, String name, Function<Message, T> reading) {
        this(path, name, new ProtobufFormat<>(reading));
    }

    /** A kind that was defined in the cluster. */
    public static Resource<JsonObject> defined(String path, String name) {
        return new Resource<>(path, name, new JsonFormat());
    }

    /** The path with {@code more} of what is asked. */
    String query(String more) {
        return path + (path.indexOf('?') < 0 ? '?' : '&') + more;
    }

    /** The group of the server's parts that has it, as {@code scheduling.k8s.io}. */
    String group() {
        return path.split("/")[2];
    }

    /** The group and its version, as {@code scheduling.k8s.io/v1beta1}. */
    String version() {
        return group() + "/" + path.split("/")[3];
    }

    private static Resource<PodGroup> groups(PodGroupVersion version) {
        return new Resource<>("/apis/scheduling.k8s.io/" + version.text() + "/podgroups", "pod groups", version::read);
    }
}
