package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static io.berth.kube.server.ServedPod.node;
import static io.berth.kube.server.ServedPod.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.berth.core.state.State;
import io.berth.kube.server.FakeServer;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Resource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pods that claim devices, where a test does what the server makes of patches. */
class DeviceBindingTest {
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

    /** Devices {@code d0}, {@code d1} … of node {@code node}. */
    private void devices(String node, int count, String each) {
        String devices = IntStream.range(0, count)
                .mapToObj(i -> "devices { name: 'd" + i + "' " + each + " } ")
                .collect(Collectors.joining());
        put(
                "resourceslices",
                V1Resource.ResourceSlice.getDefaultInstance(),
                node,
                "",
                "spec { driver: 'gpu.example.com' pool { name: '" + node + "' generation: 1 resourceSliceCount: 1 }"
                        + " nodeName: '" + node + "' " + devices + "}");
        put("deviceclasses", V1Resource.DeviceClass.getDefaultInstance(), "gpu", "", "spec { }");
    }

    private void claim(String name, String request, String status) {
        put(
                "resourceclaims",
                V1Resource.ResourceClaim.getDefaultInstance(),
                name,
                "namespace: 'team'",
                "spec { devices { requests { name: 'r' exactly { deviceClassName: 'gpu' " + request
                        + " } } } } status { " + status + " }");
    }

    private static String allocated(String node, String device) {
        return "allocation { devices { results { request: 'r' driver: 'gpu.example.com' pool: '" + node + "' device: '"
                + device + "' } } nodeSelector { nodeSelectorTerms { matchFields { key: 'metadata.name' operator: 'In'"
                + " values: '" + node + "' } } } }";
    }

    private static V1.Pod claiming(String name, String claim) {
        V1.Pod plain = pod(name, 0);
        return plain.toBuilder()
                .setSpec(plain.getSpec().toBuilder()
                        .addResourceClaims(
                                V1.PodResourceClaim.newBuilder().setName("gpu").setResourceClaimName(claim)))
                .build();
    }

    private List<String> statuses(String claim) {
        return server.patches().stream()
                .filter(patch -> patch.contains("/resourceclaims/" + claim + "/status"))
                .toList();
    }

    @Test
    void aPodIsBoundWhereItsClaimHasTheDeviceThatItWasPromised() {
        server.add(node("a", 0));
        server.add(node("b", 0));
        devices("b", 1, "");
        claim("c", "", "");
        server.add(claiming("p", "c"));

        try (Scheduling berth = new Scheduling(server, null)) {
            until("it is bound", () -> server.where().get("p").equals("b"));
            assertThat(berth.notes()).isEmpty();
        }
        assertThat(server.patches())
                .anySatisfy(patch -> assertThat(patch)
                        .startsWith("/apis/resource.k8s.io/v1/namespaces/team/resourceclaims/c {")
                        .contains("resource.kubernetes.io/delete-protection"));
        assertThat(statuses("c"))
                .singleElement()
                .asString()
                .contains("\"driver\":\"gpu.example.com\",\"pool\":\"b\",\"device\":\"d0\"")
                .contains("\"reservedFor\":[{\"resource\":\"pods\",\"name\":\"p\"")
                .contains("\"values\":[\"b\"]");
    }

    @Test
    void asManyPodsGoToANodeAsItHasDevicesAndOthersFollowWhenTheyAreFree() {
        server.add(node("a", 0));
        devices("a", 2, "");
        for (int i = 0; i < 3; i++) {
            claim("c" + i, "", "");
            server.add(claiming("p" + i, "c" + i));
        }
        try (Scheduling berth = new Scheduling(server, null)) {
            until("two are bound", () -> server.bindings().size() == 2);
            berth.settle(server);
            assertThat(berth.ask(State::waitingJobs)).isEqualTo(1L);
            List<String> bound = server.bindings();
            bound.forEach(name -> claim("c" + name.charAt(1), "", allocated("a", given("c" + name.charAt(1)))));
            String first = given("c" + bound.getFirst().charAt(1));

            server.deletePod(bound.getFirst());
            berth.settle(server);
            assertThat(server.bindings()).hasSize(2);
            claim("c" + bound.getFirst().charAt(1), "", "");
            until("the third is bound", () -> server.bindings().size() == 3);
            assertThat(berth.notes()).isEmpty();
            assertThat(given("c" + server.bindings().getLast().charAt(1))).isEqualTo(first);
        }
    }

    /** The device that {@code claim} was given. */
    private String given(String claim) {
        String patch = statuses(claim).getFirst();
        int at = patch.indexOf("\"device\":\"") + "\"device\":\"".length();
        return patch.substring(at, patch.indexOf('"', at));
    }

    @Test
    void whoWaitsForAClaimHearsWhy() {
        server.add(node("a", 0));
        devices("a", 1, "");
        claim("other", "allocationMode: 'Later'", "");
        server.add(claiming("nothing", "absent"));
        server.add(claiming("odd", "other"));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("both hear", () -> server.patches().size() == 2);
            assertThat(berth.ask(State::waitingJobs)).isEqualTo(0L);
        }
        assertThat(server.patches())
                .anySatisfy(patch -> assertThat(patch).contains("claim absent is not there"))
                .anySatisfy(patch -> assertThat(patch)
                        .contains("asks for devices by mode Later, which this scheduler does not know"));
        assertThat(server.bindings()).isEmpty();
    }

    @Test
    void aClaimThatHasItsDevicesSaysWhereItsPodsGo() {
        server.add(node("a", 0));
        server.add(node("b", 0));
        devices("a", 1, "");
        devices("b", 1, "");
        claim("c", "", allocated("b", "d0"));
        server.add(claiming("one", "c"));
        server.add(claiming("two", "c"));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("both are bound", () -> server.bindings().size() == 2);
        }
        assertThat(server.where().values()).containsOnly("b");
        assertThat(statuses("c"))
                .hasSize(2)
                .allSatisfy(patch -> assertThat(patch).contains("reservedFor").doesNotContain("allocation"));
    }

    @Test
    void oneThatItsGangLacksIsPromisedADeviceAgainWhenItWasNotBound() {
        server.add(node("a", 0));
        devices("a", 2, "");
        for (int i = 0; i < 3; i++) {
            claim("c" + i, "", "");
        }
        AtomicInteger tries = new AtomicInteger();
        server.refuse((pod, _) -> pod.equals("p0") && tries.incrementAndGet() <= 3);
        server.add(ofGang(claiming("p0", "c0")));
        server.add(ofGang(claiming("p1", "c1")));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("one is bound", () -> server.bindings().contains("p1"));
            claim("c1", "", allocated("a", given("c1")));
            server.add(claiming("later", "c2"));
            until("both are bound", () -> server.bindings().equals(List.of("p1", "p0")));
        }
        assertThat(tries).hasValue(4);
    }

    private static V1.Pod ofGang(V1.Pod pod) {
        V1.Pod.Builder in = pod.toBuilder();
        in.getMetadataBuilder().putAnnotations("berth.io/gang", "g").putAnnotations("berth.io/gang-min", "2");
        return in.build();
    }

    @Test
    void podsThatShareAClaimGoOneAfterAnother() {
        server.add(node("a", 0));
        devices("a", 2, "");
        claim("c", "", "");
        server.add(claiming("one", "c"));
        server.add(claiming("two", "c"));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("one is bound", () -> server.bindings().size() == 1);
            claim("c", "", allocated("a", "d1"));
            until("the other is bound", () -> server.bindings().size() == 2);
        }
        assertThat(server.where().values()).containsOnly("a");
    }

    @Test
    void aPodWaitsUntilDriversHavePreparedItsDevice() {
        server.add(node("a", 0));
        devices("a", 1, "bindingConditions: 'ready' bindingFailureConditions: 'broken'");
        claim("c", "", "");
        server.add(claiming("p", "c"));
        String has = allocated("a", "d0").replace("device: 'd0'", "device: 'd0' bindingConditions: 'ready'");
        try (Scheduling berth = new Scheduling(server, null)) {
            until("its claim is told", () -> statuses("c").size() == 1);
            claim("c", "", has);
            berth.settle(server);
            assertThat(server.bindings()).isEmpty();
            claim(
                    "c",
                    "",
                    has + " devices { driver: 'gpu.example.com' pool: 'a' device: 'd0'"
                            + " conditions { type: 'ready' status: 'True' } }");
            until("it is bound", () -> server.bindings().size() == 1);
        }
        assertThat(statuses("c").getFirst()).contains("\"bindingConditions\":[\"ready\"]");
    }
}
