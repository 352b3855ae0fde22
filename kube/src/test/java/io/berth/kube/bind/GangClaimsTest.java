package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static io.berth.kube.server.ServedClaims.allocated;
import static io.berth.kube.server.ServedClaims.claiming;
import static io.berth.kube.server.ServedPod.gated;
import static io.berth.kube.server.ServedPod.node;
import static io.berth.kube.server.ServedPod.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.state.State;
import io.berth.kube.server.FakeServer;
import io.berth.kube.server.ServedClaims;
import io.kubernetes.client.proto.V1;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pods that start together and share a claim which has no devices before (kubernetes changes 137647, 139418, 140089, 140269). */
class GangClaimsTest {
    private final FakeServer server = new FakeServer();
    private final ServedClaims served = new ServedClaims(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aClaimThatAllShareGetsItsDeviceOnceAndAllGoWhereItIs() {
        server.add(node("a", 0));
        server.add(node("b", 0));
        server.add(node("c", 0));
        served.devices("b", 1, "");
        served.claim("c", "", "");
        for (int i = 0; i < 3; i++) {
            server.add(member(claiming("g-" + i, "c"), 3));
        }
        try (Scheduling berth = new Scheduling(server, null)) {
            until("all are bound", () -> server.bindings().size() == 3);
            until("they run as one", () -> berth.ask(State::liveJobs) == 1);
            assertThat(berth.notes()).isEmpty();
        }
        assertThat(server.where().values()).containsOnly("b");
        assertThat(served.statuses("c"))
                .singleElement()
                .asString()
                .containsOnlyOnce("\"device\":\"d0\"")
                .contains("\"name\":\"g-0\"", "\"name\":\"g-1\"", "\"name\":\"g-2\"");
    }

    @Test
    void allGoToTheNodeThatHasRoomForAllOfThem() {
        server.add(node("a", 1));
        server.add(node("b", 2));
        served.devices("a", 1, "");
        served.devices("b", 1, "");
        served.claim("c", "", "");
        server.add(member(claiming(pod("g-0", 1), "c"), 2));
        server.add(member(claiming(pod("g-1", 1), "c"), 2));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("both are bound", () -> server.bindings().size() == 2);
        }
        assertThat(server.where().values()).containsOnly("b");
    }

    @Test
    void onlyThoseWhoShareGoToOneNodeAndOthersWhereTheyFit() {
        server.add(node("a", 1));
        server.add(node("b", 2));
        served.devices("b", 1, "");
        served.claim("c", "", "");
        server.add(member(claiming(pod("g-0", 1), "c"), 3));
        server.add(member(claiming(pod("g-1", 1), "c"), 3));
        server.add(member(pod("g-2", 1), 3));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("all are bound", () -> server.bindings().size() == 3);
            until("they run as one", () -> berth.ask(State::liveJobs) == 1);
        }
        assertThat(server.where())
                .containsEntry("g-0", "b")
                .containsEntry("g-1", "b")
                .containsEntry("g-2", "a");
    }

    @Test
    void wholeNodesOfARackShareWhatTheRackReaches() {
        for (String name : new String[] {"a0", "a1", "b0"}) {
            V1.Node.Builder node = node(name, 1).toBuilder();
            node.getMetadataBuilder().putLabels("rack", name.substring(0, 1));
            server.add(node.build());
        }
        for (String rack : new String[] {"a", "b"}) {
            String where = "nodeSelector { nodeSelectorTerms { matchExpressions { key: 'rack' operator: 'In' values: '"
                    + rack + "' } } }";
            served.devices("of-" + rack, where, 1, "");
        }
        served.claim("c", "", "");
        server.add(member(claiming(pod("g-0", 1), "c"), 2));
        server.add(member(claiming(pod("g-1", 1), "c"), 2));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("both are bound", () -> server.bindings().size() == 2);
        }
        assertThat(server.where()).containsValue("a0").containsValue("a1");
        assertThat(served.statuses("c")).singleElement().asString().contains("\"pool\":\"of-a\"");
    }

    @Test
    void aSharedDeviceAndOneOfItsOwnForEach() {
        server.add(node("a", 0));
        server.add(node("b", 0));
        served.devices("a", 2, "");
        served.devices("b", 3, "");
        served.claim("c", "", "");
        for (int i = 0; i < 2; i++) {
            served.claim("own-" + i, "", "");
            server.add(member(claiming(claiming("g-" + i, "c"), "own-" + i), 2));
        }
        try (Scheduling _ = new Scheduling(server, null)) {
            until("both are bound", () -> server.bindings().size() == 2);
        }
        assertThat(server.where().values()).containsOnly("b");
        assertThat(Set.of(served.given("c"), served.given("own-0"), served.given("own-1")))
                .containsExactlyInAnyOrder("d0", "d1", "d2");
    }

    @Test
    void onesBeyondThoseThatMustStartFollowWhereTheClaimHasItsDevices() {
        server.add(node("a", 0));
        server.add(node("b", 0));
        served.devices("a", 1, "");
        served.devices("b", 1, "");
        served.claim("c", "", "");
        server.add(gated(member(claiming("first", "c"), 2)));
        for (int i = 0; i < 3; i++) {
            server.add(member(claiming("g-" + i, "c"), 2));
        }
        try (Scheduling berth = new Scheduling(server, null)) {
            until("two are bound", () -> server.bindings().size() == 2);
            berth.settle(server);
            assertThat(server.bindings()).hasSize(2);
            String node = server.where().get("g-0");
            served.claim("c", "", allocated(node, "d0"));
            until("the third is bound", () -> server.bindings().size() == 3);
            assertThat(server.where()).containsEntry("g-2", node).containsEntry("first", "");
        }
    }

    @Test
    void aClaimThatHasItsDevicesIsReservedForAllAtOnce() {
        server.add(node("a", 0));
        server.add(node("b", 0));
        served.devices("b", 1, "");
        served.claim("c", "", allocated("b", "d0"));
        server.add(member(claiming("g-0", "c"), 2));
        server.add(member(claiming("g-1", "c"), 2));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("both are bound", () -> server.bindings().size() == 2);
        }
        assertThat(served.statuses("c"))
                .singleElement()
                .asString()
                .contains("\"name\":\"g-0\"", "\"name\":\"g-1\"")
                .doesNotContain("allocation");
    }

    @Test
    void oneThatIsNotBoundLeavesTheDeviceToTheOthers() {
        server.add(node("a", 0));
        served.devices("a", 1, "");
        served.claim("c", "", "");
        for (int i = 0; i < 3; i++) {
            server.add(member(claiming("g-" + i, "c"), 3));
        }
        server.refuse(422, false);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("two are bound", () -> server.bindings().size() == 2);
            until("it is told", () -> !berth.notes().isEmpty());
            berth.settle(server);
        }
        assertThat(served.statuses("c")).allSatisfy(patch -> assertThat(patch).doesNotContain("null"));
    }

    @Test
    void aDeviceThatIsNotPreparedIsGivenBackWhenNobodyIsLeftWhoWouldUseIt() {
        server.add(node("a", 0));
        served.devices("a", 1, "bindingConditions: 'ready' bindingFailureConditions: 'broken'");
        served.claim("c", "", "");
        server.add(member(claiming("g-0", "c"), 2));
        server.add(member(claiming("g-1", "c"), 2));
        String has = allocated("a", "d0")
                .replace("device: 'd0'", "device: 'd0' bindingConditions: 'ready' bindingFailureConditions: 'broken'");
        try (Scheduling _ = new Scheduling(server, null)) {
            until("the claim is told", () -> served.statuses("c").size() == 1);
            String users = Pattern.compile("\"uid\":\"(pod-[0-9]+)\"")
                    .matcher(served.statuses("c").getFirst())
                    .results()
                    .map(uid -> " reservedFor { resource: 'pods' name: 'g' uid: '" + uid.group(1) + "' }")
                    .collect(Collectors.joining());
            served.claim(
                    "c",
                    "",
                    has + users + " devices { driver: 'gpu.example.com' pool: 'a' device: 'd0'"
                            + " conditions { type: 'broken' status: 'True' } }");
            until("it is given back", () -> served.statuses("c").size() == 2);
            assertThat(served.statuses("c").getLast()).contains("\"allocation\":null", "\"reservedFor\":null");
            assertThat(server.bindings()).isEmpty();
        }
    }

    private static V1.Pod member(V1.Pod pod, int least) {
        V1.Pod.Builder in = pod.toBuilder();
        in.getMetadataBuilder()
                .putAnnotations("berth.io/gang", "g")
                .putAnnotations("berth.io/gang-min", Integer.toString(least));
        return in.build();
    }
}
