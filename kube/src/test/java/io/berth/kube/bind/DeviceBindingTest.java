package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static io.berth.kube.server.ServedClaims.allocated;
import static io.berth.kube.server.ServedClaims.claiming;
import static io.berth.kube.server.ServedPod.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.state.State;
import io.berth.kube.server.FakeServer;
import io.berth.kube.server.ServedClaims;
import io.kubernetes.client.proto.V1;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pods that claim devices, where a test does what the server makes of patches. */
class DeviceBindingTest {
    private final FakeServer server = new FakeServer();
    private final ServedClaims served = new ServedClaims(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aPodIsBoundWhereItsClaimHasTheDeviceThatItWasPromised() {
        server.add(node("a", 0));
        server.add(node("b", 0));
        served.devices("b", 1, "");
        served.claim("c", "", "");
        server.add(claiming("p", "c"));

        try (Scheduling berth = new Scheduling(server, null)) {
            until("it is bound", () -> server.where().get("p").equals("b"));
            assertThat(berth.notes()).isEmpty();
        }
        assertThat(server.patches())
                .anySatisfy(patch -> assertThat(patch)
                        .startsWith("/apis/resource.k8s.io/v1/namespaces/team/resourceclaims/c {")
                        .contains("resource.kubernetes.io/delete-protection"));
        assertThat(served.statuses("c"))
                .singleElement()
                .asString()
                .contains("\"driver\":\"gpu.example.com\",\"pool\":\"b\",\"device\":\"d0\"")
                .contains("\"reservedFor\":[{\"resource\":\"pods\",\"name\":\"p\"")
                .contains("\"values\":[\"b\"]");
    }

    @Test
    void aPodWaitsWhileARuleTaintsTheDeviceThatIsLeft() {
        server.add(node("a", 0));
        served.devices("a", 1, "");
        served.taints("rule", "d0", "NoSchedule");
        served.claim("c", "", "");
        served.claim("tolerant", "tolerations { operator: 'Exists' effect: 'NoSchedule' }", "");
        server.add(claiming("p", "c"));

        try (Scheduling berth = new Scheduling(server, null)) {
            until("it hears", () -> !server.patches().isEmpty());
            assertThat(server.patches().getFirst()).contains("1 × larger than the node");
            served.taints("rule", "d0", "None");
            until("it is bound", () -> server.where().get("p").equals("a"));
            served.claim("c", "", allocated("a", "d0"));

            // What is tainted then counts for who tolerates it, and stays with who has it.
            served.taints("rule", "d0", "NoSchedule");
            served.devices("a", 2, "");
            served.taints("more", "d1", "NoSchedule");
            server.add(claiming("q", "tolerant"));
            until("the other is bound", () -> server.bindings().size() == 2);
            assertThat(served.given("tolerant")).isEqualTo("d1");
            assertThat(berth.notes()).isEmpty();
        }
    }

    @Test
    void asManyPodsGoToANodeAsItHasDevicesAndOthersFollowWhenTheyAreFree() {
        server.add(node("a", 0));
        served.devices("a", 2, "");
        for (int i = 0; i < 3; i++) {
            served.claim("c" + i, "", "");
            server.add(claiming("p" + i, "c" + i));
        }
        try (Scheduling berth = new Scheduling(server, null)) {
            until("two are bound", () -> server.bindings().size() == 2);
            berth.settle(server);
            assertThat(berth.ask(State::waitingJobs)).isEqualTo(1L);
            List<String> bound = server.bindings();
            bound.forEach(name ->
                    served.claim("c" + name.charAt(1), "", allocated("a", served.given("c" + name.charAt(1)))));
            String first = served.given("c" + bound.getFirst().charAt(1));

            server.deletePod(bound.getFirst());
            berth.settle(server);
            assertThat(server.bindings()).hasSize(2);
            served.claim("c" + bound.getFirst().charAt(1), "", "");
            until("the third is bound", () -> server.bindings().size() == 3);
            assertThat(berth.notes()).isEmpty();
            assertThat(served.given("c" + server.bindings().getLast().charAt(1)))
                    .isEqualTo(first);
        }
    }

    @Test
    void whoWaitsForAClaimHearsWhy() {
        server.add(node("a", 0));
        served.devices("a", 1, "");
        served.claim("other", "allocationMode: 'Later'", "");
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
        served.devices("a", 1, "");
        served.devices("b", 1, "");
        served.claim("c", "", allocated("b", "d0"));
        server.add(claiming("one", "c"));
        server.add(claiming("two", "c"));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("both are bound", () -> server.bindings().size() == 2);
        }
        assertThat(server.where().values()).containsOnly("b");
        assertThat(served.statuses("c"))
                .hasSize(2)
                .allSatisfy(patch -> assertThat(patch).contains("reservedFor").doesNotContain("allocation"));
    }

    @Test
    void oneThatItsGangLacksIsPromisedADeviceAgainWhenItWasNotBound() {
        server.add(node("a", 0));
        served.devices("a", 2, "");
        for (int i = 0; i < 3; i++) {
            served.claim("c" + i, "", "");
        }
        AtomicInteger tries = new AtomicInteger();
        server.refuse((pod, _) -> pod.equals("p0") && tries.incrementAndGet() <= 3);
        server.add(ofGang(claiming("p0", "c0")));
        server.add(ofGang(claiming("p1", "c1")));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("one is bound", () -> server.bindings().contains("p1"));
            served.claim("c1", "", allocated("a", served.given("c1")));
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
        served.devices("a", 2, "");
        served.claim("c", "", "");
        server.add(claiming("one", "c"));
        server.add(claiming("two", "c"));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("one is bound", () -> server.bindings().size() == 1);
            served.claim("c", "", allocated("a", "d1"));
            until("the other is bound", () -> server.bindings().size() == 2);
        }
        assertThat(server.where().values()).containsOnly("a");
    }

    @Test
    void aPodWaitsUntilDriversHavePreparedItsDevice() {
        server.add(node("a", 0));
        served.devices("a", 1, "bindingConditions: 'ready' bindingFailureConditions: 'broken'");
        served.claim("c", "", "");
        server.add(claiming("p", "c"));
        String has = allocated("a", "d0").replace("device: 'd0'", "device: 'd0' bindingConditions: 'ready'");
        try (Scheduling berth = new Scheduling(server, null)) {
            until("its claim is told", () -> served.statuses("c").size() == 1);
            served.claim("c", "", has);
            berth.settle(server);
            assertThat(server.bindings()).isEmpty();
            served.claim(
                    "c",
                    "",
                    has + " devices { driver: 'gpu.example.com' pool: 'a' device: 'd0'"
                            + " conditions { type: 'ready' status: 'True' } }");
            until("it is bound", () -> server.bindings().size() == 1);
        }
        assertThat(served.statuses("c").getFirst()).contains("\"bindingConditions\":[\"ready\"]");
    }
}
