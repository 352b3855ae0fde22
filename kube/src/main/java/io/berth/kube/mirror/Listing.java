package io.berth.kube.mirror;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.api.RefusedException;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.Slice;
import io.berth.kube.claim.taint.TaintRule;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Namespace;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.volume.AttachLimits;
import io.berth.kube.volume.Claim;
import io.berth.kube.volume.StorageClass;
import io.berth.kube.volume.StorageDriver;
import io.berth.kube.volume.StorageRoom;
import io.berth.kube.volume.Volume;
import io.berth.kube.watch.ListAnswer;
import io.berth.kube.watch.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The cluster at one moment, for a question and no longer: needs the right to list, and nothing is watched.
 *
 * @param nodes by name
 * @param pods of all namespaces, the oldest first
 * @param stored claims and volumes; null where no pod that waits has any, or there is no right to list them
 * @param devices the same of claims of devices
 * @param namespaces null where no pod asks for their labels, or there is no right to list them
 */
public record Listing(
        List<Node> nodes,
        List<Pod> pods,
        @Nullable Stored stored,
        @Nullable Devices devices,
        @Nullable List<Namespace> namespaces) {
    private static final Comparator<Pod> OLDEST_FIRST = Comparator.comparingLong(
                    (Pod pod) -> pod.meta().createdSeconds())
            .thenComparing(pod -> pod.meta().key().text());

    public Listing {
        nodes = nodes.stream()
                .sorted(Comparator.comparing(node -> node.meta().name()))
                .toList();
        pods = pods.stream().sorted(OLDEST_FIRST).toList();
    }

    /** The drivers of CSI and what they can still make. */
    public record Rooms(List<StorageDriver> drivers, List<StorageRoom> rooms) {}

    /**
     * Claims, volumes, classes and limits.
     *
     * @param rooms null where there is no right to list them: then as much as anybody wants can be made
     */
    public record Stored(
            List<Claim> claims,
            List<Volume> volumes,
            List<StorageClass> classes,
            List<AttachLimits> limits,
            @Nullable Rooms rooms) {
        /** Of a cluster in which nobody claims a volume. */
        public static final Stored NONE = new Stored(List.of(), List.of(), List.of(), List.of(), null);
    }

    /**
     * What drivers offer, and who asks for it.
     *
     * @param rules that taint devices; none where there is no right to list them
     */
    public record Devices(
            List<Slice> slices, List<TaintRule> rules, List<DeviceClass> classes, List<DeviceClaim> claims) {}

    /** Nodes and pods, where volumes and devices that are claimed do not matter. */
    public Listing(List<Node> nodes, List<Pod> pods) {
        this(nodes, pods, null, null, null);
    }

    /**
     * Asks for nodes and pods, for claims and volumes where a pod waits that has some, for devices where one claims them or asks for what may be some, and for namespaces where a rule asks for their labels.
     *
     * @param notes hear what could not be read, and is left out
     * @throws io.berth.kube.api.RefusedException where the server answers that it does not
     */
    public static Listing of(ApiClient client, Consumer<String> notes) throws IOException, InterruptedException {
        List<Node> nodes = all(client, Resource.NODES, notes);
        List<Pod> pods = all(client, Resource.PODS, notes);
        List<Pod> wait = pods.stream().filter(pod -> !pod.bound()).toList();
        boolean volumes =
                wait.stream().anyMatch(pod -> !pod.spec().where().volumes().isEmpty());
        boolean claims =
                wait.stream().anyMatch(pod -> !pod.spec().needs().claims().isEmpty());
        boolean devices = claims
                || wait.stream().anyMatch(pod -> !ExtendedClaims.resources(pod).isEmpty());
        boolean namespaces = pods.stream().anyMatch(Pod::asksNamespaces);
        return new Listing(
                nodes,
                pods,
                volumes ? stored(client, notes) : null,
                devices ? devices(client, claims, notes) : null,
                namespaces ? namespaces(client, notes) : null);
    }

    private static @Nullable List<Namespace> namespaces(ApiClient client, Consumer<String> notes)
            throws IOException, InterruptedException {
        try {
            return all(client, Resource.NAMESPACES, notes);
        } catch (RefusedException e) {
            notes.accept("labels of namespaces are not looked at: " + e.answer().why());
            return null;
        }
    }

    /** @param claims false where pods only ask for what may be devices: clusters that serve none have none */
    private static @Nullable Devices devices(ApiClient client, boolean claims, Consumer<String> notes)
            throws IOException, InterruptedException {
        try {
            return new Devices(
                    all(client, Resource.SLICES, notes),
                    rules(client, notes),
                    all(client, Resource.DEVICE_CLASSES, notes),
                    all(client, Resource.DEVICE_CLAIMS, notes));
        } catch (RefusedException e) {
            if (claims || e.answer().code() != Answer.NOT_FOUND) {
                notes.accept(
                        "claims of devices are not looked at: " + e.answer().why());
            }
            return null;
        }
    }

    /** In the first version that has them. */
    private static List<TaintRule> rules(ApiClient client, Consumer<String> notes)
            throws IOException, InterruptedException {
        for (Resource<TaintRule> way : Resource.TAINT_RULES) {
            try {
                return all(client, way, notes);
            } catch (RefusedException e) {
                if (e.answer().code() != Answer.NOT_FOUND) {
                    notes.accept("rules that taint devices are not looked at: "
                            + e.answer().why());
                    return List.of();
                }
            }
        }
        return List.of();
    }

    private static @Nullable Stored stored(ApiClient client, Consumer<String> notes)
            throws IOException, InterruptedException {
        try {
            return new Stored(
                    all(client, Resource.CLAIMS, notes),
                    all(client, Resource.VOLUMES, notes),
                    all(client, Resource.STORAGE_CLASSES, notes),
                    all(client, Resource.ATTACH_LIMITS, notes),
                    rooms(client, notes));
        } catch (RefusedException e) {
            notes.accept("volumes are not looked at: " + e.answer().why());
            return null;
        }
    }

    private static @Nullable Rooms rooms(ApiClient client, Consumer<String> notes)
            throws IOException, InterruptedException {
        try {
            return new Rooms(all(client, Resource.STORAGE_DRIVERS, notes), all(client, Resource.STORAGE_ROOMS, notes));
        } catch (RefusedException e) {
            notes.accept(
                    "how much storage is left is not looked at: " + e.answer().why());
            return null;
        }
    }

    private static <T extends KubeObject> List<T> all(ApiClient client, Resource<T> resource, Consumer<String> notes)
            throws IOException, InterruptedException {
        try (InputStream body = client.stream(resource.path(), resource.format().listed())) {
            ListAnswer<T> answer = resource.format().list(body);
            answer.problems()
                    .forEach(problem -> notes.accept("one of the " + resource.name() + " is left out: " + problem));
            return answer.items();
        }
    }

    /** A mirror that has all of it. */
    public Mirror mirror() {
        Mirror mirror = new Mirror(_ -> true);
        if (stored != null) {
            Claims.VolumeSinks sinks = mirror.claims().volumeSinks();
            sinks.claims().all(stored.claims);
            sinks.volumes().all(stored.volumes);
            sinks.classes().all(stored.classes);
            sinks.limits().all(stored.limits);
            if (stored.rooms != null) {
                sinks.drivers().all(stored.rooms.drivers);
                sinks.rooms().all(stored.rooms.rooms);
            }
        }
        if (devices != null) {
            Claims.DeviceSinks sinks = mirror.claims().deviceSinks();
            sinks.slices().all(devices.slices);
            sinks.rules().all(devices.rules);
            sinks.classes().all(devices.classes);
            sinks.claims().all(devices.claims);
        }
        if (namespaces != null) {
            mirror.namespaceSink().all(namespaces);
        }
        mirror.nodeSink().all(nodes);
        mirror.podSink().all(pods);
        return mirror;
    }
}
