package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static io.berth.kube.server.ServedPod.GPU;
import static io.berth.kube.server.ServedPod.bound;
import static io.berth.kube.server.ServedPod.node;
import static io.berth.kube.server.ServedPod.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.berth.core.cluster.NodeTable;
import io.berth.core.state.State;
import io.berth.kube.server.FakeServer;
import io.kubernetes.client.proto.V1Resource;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pods that ask for devices by the name of an extended resource, where a test does what the server makes of patches. */
class ExtendedBindingTest {
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private void put(String kind, Message like, String name, String meta, String text) {
        server.put(kind, name, version -> {
            try {
                Message.Builder builder = like.newBuilderForType();
                TextFormat.merge(
                        "metadata { name: '" + name + "' uid: 'u-" + name + "' resourceVersion: '" + version + "' "
                                + meta + " } " + text,
                        builder);
                return builder.build();
            } catch (TextFormat.ParseException e) {
                throw new IllegalArgumentException(text, e);
            }
        });
    }

    /** Devices {@code d0}, {@code d1} … of node {@code a}, of the class that {@link io.berth.kube.server.ServedPod#GPU} names. */
    private void devices(int count) {
        server.add(node("a", 0));
        String devices = IntStream.range(0, count)
                .mapToObj(i -> "devices { name: 'd" + i + "' } ")
                .collect(Collectors.joining());
        put(
                "resourceslices",
                V1Resource.ResourceSlice.getDefaultInstance(),
                "a",
                "",
                "spec { driver: 'gpu.example.com' pool { name: 'a' generation: 1 resourceSliceCount: 1 } nodeName: 'a' "
                        + devices + "}");
        put(
                "deviceclasses",
                V1Resource.DeviceClass.getDefaultInstance(),
                "gpu",
                "",
                "spec { extendedResourceName: '" + GPU + "' }");
    }

    private static String owned(String podUid) {
        return "namespace: 'team' annotations { key: 'resource.kubernetes.io/extended-resource-claim' value: 'true' }"
                + " ownerReferences { apiVersion: 'v1' kind: 'Pod' name: 'p' uid: '" + podUid + "' controller: true }";
    }

    /** The claim that was made for a pod, with {@code device}, or without any where that is empty. */
    private void made(String name, String podUid, String device) {
        String allocation = device.isEmpty()
                ? ""
                : "status { allocation { devices { results { request: 'container-0-request-2'"
                        + " driver: 'gpu.example.com' pool: 'a' device: '" + device + "' } }"
                        + " nodeSelector { nodeSelectorTerms { matchFields { key: 'metadata.name' operator: 'In'"
                        + " values: 'a' } } } } reservedFor { resource: 'pods' name: 'p' uid: '" + podUid + "' } }";
        put(
                "resourceclaims",
                V1Resource.ResourceClaim.getDefaultInstance(),
                name,
                owned(podUid),
                "spec { devices { requests { name: 'container-0-request-2' exactly { deviceClassName: 'gpu'"
                        + " allocationMode: 'ExactCount' count: 1 } } } } " + allocation);
    }

    private List<String> patches(String of) {
        return server.patches().stream().filter(patch -> patch.contains(of)).toList();
    }

    /** How many the node has that nobody has. */
    private static long free(State state) {
        NodeTable nodes = state.nodeTable();
        return nodes.free(state.nodeNumber("a"), nodes.names().column(GPU));
    }

    private static long total(State state) {
        NodeTable nodes = state.nodeTable();
        return nodes.total(state.nodeNumber("a"), nodes.names().column(GPU));
    }

    private static int gpus(State state) {
        return state.nodes().gpus(state.nodeNumber("a"));
    }

    private static int idle(State state) {
        return Long.bitCount(state.nodeTable().grants().idleMask(state.nodeNumber("a")));
    }

    @Test
    void aPodIsBoundWhereItsClaimWasMadeAndItWasToldOfIt() {
        devices(2);
        server.add(pod("p", 1));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it is bound", () -> server.where().get("p").equals("a"));
            assertThat(berth.notes()).isEmpty();
        }
        String claim = server.claims().iterator().next();
        assertThat(server.claims()).hasSize(1);
        assertThat(claim).startsWith("p-extended-resources-");
        assertThat(patches("/resourceclaims/" + claim + "/status"))
                .singleElement()
                .asString()
                .contains("\"device\":\"d0\"", "\"reservedFor\":[{\"resource\":\"pods\",\"name\":\"p\"");
        assertThat(patches("/pods/p/status"))
                .singleElement()
                .asString()
                .contains(
                        "\"containerName\":\"main\",\"resourceName\":\"" + GPU
                                + "\",\"requestName\":\"container-0-request-2\"",
                        "\"resourceClaimName\":\"" + claim + "\"");
    }

    @Test
    void aClaimThatWasMadeThoughNobodyAnsweredIsDeleted() {
        devices(1);
        server.refuseClaim(500, true);
        server.add(pod("p", 1));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("it is bound", () -> server.where().get("p").equals("a"));
            until("one claim is left", () -> server.claims().size() == 1);
        }
        String claim = server.claims().iterator().next();
        assertThat(patches("\"extendedResourceClaimStatus\":{"))
                .last()
                .asString()
                .contains(claim);
    }

    @Test
    void whereThereIsNoRightToMakeThemThatIsSaidOnce() {
        devices(2);
        server.refuseClaim(403, false);
        server.refuseClaim(403, false);
        server.add(pod("p", 1));
        server.add(pod("q", 1));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("both are refused", () -> server.claimsToRefuse() == 0);
            until("it is said", () -> !berth.notes().isEmpty());
            berth.settle(server);
            assertThat(berth.notes()).singleElement().asString().startsWith("cannot make and delete claims of devices");
        }
    }

    @Test
    void aClaimOfALifeBeforeThatIsOfNoUseIsDeleted() {
        devices(1);
        server.add(pod("p", 1));
        // The first of all that were added has the first number.
        made("old", "pod-2", "d0");
        try (Scheduling _ = new Scheduling(server, null)) {
            until("it is deleted", () -> !server.claims().contains("old"));
            until("the pod is bound", () -> server.where().get("p").equals("a"));
        }
        assertThat(patches("/resourceclaims/old "))
                .isNotEmpty()
                .allMatch(patch -> patch.contains("\"resourceVersion\":"));
        assertThat(server.claims()).hasSize(1);
    }

    @Test
    void podsThatOthersBindHoldTheirDevicesWhicheverIsHeardFirst() {
        devices(4);
        try (Scheduling berth = new Scheduling(server, null)) {
            server.add(pod("w", 9));
            until("its devices are counted", () -> berth.ask(ExtendedBindingTest::total) == 4);
            server.add(bound(pod("x", "other", 1), "a"));
            until("the pod counts", () -> berth.ask(state -> total(state) - free(state)) == 1);
            made("of-x", "pod-3", "d0");
            until("its claim has one", () -> berth.ask(ExtendedBindingTest::free) == 3);
            assertThat(berth.ask(ExtendedBindingTest::total)).isEqualTo(4);

            made("of-y", "pod-4", "d1");
            until("a claim has one", () -> berth.ask(ExtendedBindingTest::free) == 2);
            server.add(bound(pod("y", "other", 1), "a"));
            until("its pod counts", () -> berth.ask(state -> total(state) - free(state)) == 2);
            assertThat(berth.ask(ExtendedBindingTest::free)).isEqualTo(2);
            assertThat(berth.ask(ExtendedBindingTest::gpus)).isEqualTo(4);
            server.deletePod("w");
            berth.settle(server);
        }
        server.add(pod("w", 9));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("the next life counts the same", () -> berth.ask(ExtendedBindingTest::total) == 4);
            assertThat(berth.ask(ExtendedBindingTest::free)).isEqualTo(2);
            assertThat(berth.ask(ExtendedBindingTest::idle)).isEqualTo(2);
        }
    }
}
