package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.container;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods that ask for devices by names of extended resources, at a server that no controller follows. */
@OnCluster
class ExtendedResourcesOnClusterTest {
    private static final String GPU = "nvidia.com/gpu";
    private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/gpu";

    /** What differs between any two objects, and between any two times. */
    private static final Set<String> OWN = Set.of(
            "uid", "resourceVersion", "creationTimestamp", "managedFields", "allocationTimestamp", "resourceClaimName");

    /** {@code count} devices of {@code node}, with {@code each} beside, that pods may ask for as {@link #GPU}. */
    private static void devices(Cluster cluster, String node, int count, Map<String, Object> each) {
        cluster.api()
                .post(
                        Offered.CLASSES,
                        Map.of(
                                "metadata",
                                Map.of("name", "gpu"),
                                "spec",
                                Map.of(
                                        "extendedResourceName",
                                        GPU,
                                        "selectors",
                                        List.of(Offered.selector("device.driver == '" + Offered.DRIVER + "'")))))
                .well();
        List<Map<String, Object>> devices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, Object> device = new HashMap<>(each);
            device.put("name", "d" + i);
            devices.add(device);
        }
        Offered.devices(cluster, node, devices);
    }

    private static List<Tree> claims(Cluster cluster) {
        return cluster.api().list(Offered.CLAIMS);
    }

    /** Pods that wait go first: what others have would be given to them. */
    private static void forget(Cluster cluster, String node) {
        cluster.api().clear(KubeApi.PODS);
        until("no claim is left", () -> {
            Offered.forget(
                    cluster, node, claims(cluster).stream().map(KubeApi::name).toArray(String[]::new));
            return claims(cluster).isEmpty();
        });
    }

    private static String claimOf(Cluster cluster, String pod) {
        return KubeApi.text(cluster.get(pod), "status", "extendedResourceClaimStatus", "resourceClaimName");
    }

    @Test
    void eachPodGetsDevicesOfItsNodeUntilNoneIsLeft(Cluster cluster) {
        cluster.add(node("n1"), node("n2"));
        devices(cluster, "n1", 3, Map.of());
        cluster.berth();
        List<String> pods = IntStream.range(0, 5).mapToObj(i -> "p" + i).toList();
        pods.forEach(name -> cluster.add(pod(name).amount(GPU, "1").amount("cpu", "1")));

        until("three are bound", () -> cluster.bound() == 3);
        until(
                "two hear why not",
                () -> pods.stream()
                                .filter(name -> !cluster.told(name).isEmpty())
                                .count()
                        == 2);
        Map<String, String> where = cluster.where();
        List<String> bound =
                pods.stream().filter(name -> where.get(name).equals("n1")).toList();
        assertThat(bound).hasSize(3);
        assertThat(claims(cluster)).hasSize(3);
        assertThat(bound.stream().flatMap(name -> Offered.has(cluster, claimOf(cluster, name)).stream()))
                .containsExactlyInAnyOrder("d0", "d1", "d2");
        assertThat(pods.stream().map(cluster::told))
                .contains("0/2 nodes are available: 1 × larger than the node, 1 × not enough " + GPU + ".");

        String first = bound.getFirst();
        String claim = claimOf(cluster, first);
        cluster.api().delete(KubeApi.PODS + "/" + first);
        Offered.free(cluster, claim);
        until("another is bound", () -> cluster.bound() == 3);
        forget(cluster, "n1");
    }

    @Test
    void aNodeOfAPluginAndANodeOfADriverServeTheSamePods(Cluster cluster) {
        cluster.add(node("plugin").amount(GPU, "2"), node("driver"));
        devices(cluster, "driver", 2, Map.of());
        cluster.berth();
        for (int i = 0; i < 5; i++) {
            cluster.add(pod("p" + i).amount(GPU, "1"));
        }
        until("all that fit are bound", () -> cluster.bound() == 4);
        until(
                "one hears why not",
                () -> IntStream.range(0, 5).anyMatch(i -> !cluster.told("p" + i).isEmpty()));
        Map<String, String> where = cluster.where();
        assertThat(where.values()).containsExactlyInAnyOrder("plugin", "plugin", "driver", "driver", "");
        assertThat(claims(cluster)).hasSize(2);
        where.forEach((name, node) ->
                assertThat(claimOf(cluster, name).isEmpty()).as(name).isEqualTo(!node.equals("driver")));
        forget(cluster, "driver");
    }

    @Test
    void aPodThatIsDeletedBeforeItIsBoundLeavesNoClaim(Cluster cluster) {
        cluster.add(node("n1"));
        devices(cluster, "n1", 1, awaited());
        cluster.berth();
        cluster.add(pod("p").amount(GPU, "1"));
        until("its claim is there", () -> !claimOf(cluster, "p").isEmpty());
        assertThat(cluster.bound()).isZero();
        cluster.api().delete(KubeApi.PODS + "/p").well();
        until("its claim is gone", () -> claims(cluster).isEmpty());
        cluster.add(pod("q").amount(GPU, "1"));
        until("another has the device", () -> !claimOf(cluster, "q").isEmpty());
        forget(cluster, "n1");
    }

    private static Map<String, Object> awaited() {
        return Map.of("bindingConditions", List.of("ready"), "bindingFailureConditions", List.of("broken"));
    }

    private static void prepared(Cluster cluster, String claim) {
        Map<String, Object> condition = Map.of(
                "type",
                "ready",
                "status",
                "True",
                "reason",
                "Done",
                "message",
                "",
                "lastTransitionTime",
                "2026-11-28T00:00:00Z");
        cluster.api()
                .patch(
                        Offered.CLAIMS + "/" + claim + "/status",
                        Map.of(
                                "status",
                                Map.of(
                                        "devices",
                                        List.of(Map.of(
                                                "driver",
                                                Offered.DRIVER,
                                                "pool",
                                                "n1",
                                                "device",
                                                "d0",
                                                "conditions",
                                                List.of(condition))))))
                .well();
    }

    @Test
    void theNextLifeGoesOnWithTheClaimThatIsThere(Cluster cluster, @TempDir Path folder) {
        cluster.add(node("n1"));
        devices(cluster, "n1", 1, awaited());
        String journal = folder.resolve("journal").toString();
        BerthKube first = cluster.berth("--journal", journal);
        cluster.add(pod("p").amount(GPU, "1"));
        until("its claim is there", () -> !claimOf(cluster, "p").isEmpty());
        String claim = claimOf(cluster, "p");
        first.process().kill();

        cluster.berth("--journal", journal);
        prepared(cluster, claim);
        assertThat(cluster.awaitBound("p")).isEqualTo("n1");
        assertThat(claims(cluster)).hasSize(1);
        assertThat(claimOf(cluster, "p")).isEqualTo(claim);
        forget(cluster, "n1");
    }

    @Test
    void whoKnowsNothingOfALifeBeforeDeletesItsClaims(Cluster cluster) {
        cluster.add(node("n1"));
        devices(cluster, "n1", 1, awaited());
        BerthKube first = cluster.berth();
        cluster.add(pod("p").amount(GPU, "1"));
        until("its claim is there", () -> !claimOf(cluster, "p").isEmpty());
        String claim = claimOf(cluster, "p");
        first.process().kill();

        cluster.berth();
        until(
                "it has another",
                () -> !claimOf(cluster, "p").isEmpty() && !claimOf(cluster, "p").equals(claim));
        until("that is its only one", () -> claims(cluster).size() == 1);
        prepared(cluster, claimOf(cluster, "p"));
        assertThat(cluster.awaitBound("p")).isEqualTo("n1");
        assertThat(KubeApi.name(claims(cluster).getFirst())).isEqualTo(claimOf(cluster, "p"));
        forget(cluster, "n1");
    }

    @Test
    void whoClaimsTheSameDevicesInAnotherWayGetsOthers(Cluster cluster) {
        cluster.add(node("n1"));
        devices(cluster, "n1", 3, Map.of());
        for (int i = 0; i < 3; i++) {
            cluster.api().post(Offered.CLAIMS, Offered.claim("c" + i, Map.of())).well();
            cluster.add(Offered.claiming("q" + i, "c" + i), pod("p" + i).amount(GPU, "1"));
        }
        cluster.berth();
        until("three are bound", () -> cluster.bound() == 3);
        until(
                "the others hear why not",
                () -> cluster.where().entrySet().stream()
                        .noneMatch(pod -> pod.getValue().isEmpty()
                                && cluster.told(pod.getKey()).isEmpty()));
        assertThat(cluster.bound()).isEqualTo(3);
        assertThat(claims(cluster).stream()
                        .filter(claim -> {
                            Tree status = claim.get("status");
                            return status != null && status.get("allocation") != null;
                        })
                        .flatMap(claim -> Offered.has(cluster, KubeApi.name(claim)).stream()))
                .containsExactlyInAnyOrder("d0", "d1", "d2");
        forget(cluster, "n1");
    }

    @Test
    void podsThatStartTogetherGetTheirDevicesTogether(Cluster cluster) {
        cluster.add(node("n1").amount(GPU, "1"), node("n2"));
        devices(cluster, "n2", 2, Map.of());
        cluster.berth();
        for (int i = 0; i < 4; i++) {
            cluster.add(pod("p" + i)
                    .metadata("annotations", Map.of("berth.io/gang", "four", "berth.io/gang-min", "4"))
                    .amount(GPU, "1"));
        }
        assertThat(cluster.awaitTold("p0")).contains("3 have room");
        assertThat(claims(cluster)).isEmpty();
        cluster.add(node("n3").amount(GPU, "1"));
        until("all are bound", () -> cluster.bound() == 4);
        assertThat(claims(cluster)).hasSize(2);
        forget(cluster, "n2");
    }

    @Test
    void theClaimIsTheOneThatKubeSchedulerMakes(Cluster cluster) {
        cluster.add(node("n1"));
        devices(cluster, "n1", 9, Map.of());
        cluster.berth();
        try (ServerProcess other = cluster.plane().startScheduler()) {
            for (Shape shape : shapes()) {
                assertThat(made(cluster, shape, Cluster.SCHEDULER))
                        .as(shape.toString())
                        .isEqualTo(made(cluster, shape, "default-scheduler"));
            }
            assertThat(other.alive()).isTrue();
        }
        forget(cluster, "n1");
    }

    /** The containers of a pod. */
    private record Shape(List<Map<String, Object>> init, List<Map<String, Object>> beside) {}

    /** One that has all there is, and some by chance, which no node of nine devices is too small for. */
    private static List<Shape> shapes() {
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Shape(
                List.of(
                        container("before", Map.of("cpu", "1", GPU, "2")),
                        sidecar("beside", Map.of("cpu", "1", GPU, "1")),
                        container("largest", Map.of(GPU, "4", "memory", "1Mi")),
                        container("small", Map.of(GPU, "1"))),
                List.of(
                        container("one", Map.of("cpu", "1", IMPLICIT, "1", GPU, "1")),
                        container("two", Map.of("cpu", "1")))));
        Random random = new Random(7);
        for (int i = 0; i < 4; i++) {
            List<Map<String, Object>> init = new ArrayList<>();
            for (int j = random.nextInt(4); j > 0; j--) {
                Map<String, String> amounts = Map.of(GPU, Integer.toString(random.nextInt(4)), "memory", "1Mi");
                init.add(random.nextInt(3) == 0 ? sidecar("i" + j, one()) : container("i" + j, amounts));
            }
            shapes.add(new Shape(init, List.of(container("a", one()), container("b", Map.of(IMPLICIT, "1")))));
        }
        return shapes;
    }

    private static Map<String, String> one() {
        return Map.of("cpu", "100m", GPU, "1");
    }

    /** The claim that {@code scheduler} makes for a pod, and what it tells the pod; both are gone afterwards. */
    private static List<Object> made(Cluster cluster, Shape shape, String scheduler) {
        cluster.add(Draft.pod("p", scheduler).spec("initContainers", shape.init).spec("containers", shape.beside));
        cluster.awaitBound("p");
        Tree claim = claims(cluster).getFirst();
        String name = claimOf(cluster, "p");
        List<Object> made = List.of(
                common(claim, name),
                common(cluster.get("p").require("status").require("extendedResourceClaimStatus"), ""));
        assertThat(claims(cluster)).hasSize(1);
        cluster.api().delete(KubeApi.PODS + "/p").well();
        Offered.free(cluster, name);
        cluster.api().delete(Offered.CLAIMS + "/" + name);
        cluster.api().patch(Offered.CLAIMS + "/" + name, Map.of("metadata", Map.of("finalizers", List.of())));
        until("its claim is gone", () -> claims(cluster).isEmpty());
        return made;
    }

    private static Map<String, Object> sidecar(String name, Map<String, String> amounts) {
        Map<String, Object> sidecar = new HashMap<>(container(name, amounts));
        sidecar.put("restartPolicy", "Always");
        return sidecar;
    }

    /** What two claims for the same pod have in common, of which {@code name} is this one's. */
    private static Object common(Tree tree, String name) {
        return Objects.requireNonNull(common(JsonTree.of(tree), name));
    }

    private static @Nullable Object common(@Nullable Object json, String name) {
        if (json instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> common = new HashMap<>();
            map.forEach((key, value) ->
                    common.put(key, OWN.contains(String.valueOf(key)) ? "its own" : common(value, name)));
            return common;
        }
        return json instanceof List<?> list
                ? list.stream().map(one -> common(one, name)).toList()
                : name.equals(json) ? "its own" : json;
    }
}
