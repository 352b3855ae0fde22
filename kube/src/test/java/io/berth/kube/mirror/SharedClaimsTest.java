package io.berth.kube.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.PeerRule;
import io.berth.kube.ProtoText;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClaim.Consumer;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.Slice;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;
import io.berth.kube.object.PodGroupVersion;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.Message;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What pods of a gang ask for that claim the same, and what they are promised. */
class SharedClaimsTest {
    private static final String GPU = "resource.k8s.io/gpu";

    private final Mirror mirror = new Mirror(_ -> true);
    private final Claims claims = mirror.claims();
    private final Claims.DeviceSinks sinks = claims.deviceSinks();
    private int version;

    @BeforeEach
    void begin() {
        for (String name : List.of("n", "m")) {
            mirror.nodeSink()
                    .put(ProtoText.node("metadata { name: '" + name + "' uid: 'u" + name + "' } status { "
                            + ProtoText.amount("allocatable", "pods", "500") + " }"));
        }
        sinks.classes()
                .put(ProtoText.read(
                        V1Resource.DeviceClass.getDefaultInstance(), meta("gpu", "") + "spec { }", DeviceClass::read));
        sinks.claims().all(List.of());
        devices("nodeName: 'n'");
    }

    private String meta(String name, String more) {
        return "metadata { name: '" + name + "' namespace: 'team' uid: 'u-" + name + "' resourceVersion: '" + ++version
                + "' " + more + "} ";
    }

    private void devices(String where) {
        sinks.slices()
                .put(ProtoText.read(
                        V1Resource.ResourceSlice.getDefaultInstance(),
                        meta("s", "") + "spec { driver: 'd' pool { name: 'p' generation: 1 resourceSliceCount: 1 } "
                                + where + " devices { name: 'd0' } devices { name: 'd1' } }",
                        Slice::read));
    }

    private void claim(String name, String owner, String status) {
        sinks.claims()
                .put(ProtoText.read(
                        V1Resource.ResourceClaim.getDefaultInstance(),
                        meta(name, owner) + "spec { devices { requests { name: 'r' exactly { deviceClassName: 'gpu'"
                                + " } } } } status { " + status + " }",
                        DeviceClaim::read));
    }

    /** A pod of the group {@code g} that is called {@code name}, with {@code claims} as pods say them. */
    private Pod pod(String name, String claims) {
        return pod(name, claims, "");
    }

    private Pod pod(String name, String claims, String more) {
        Pod pod = ProtoText.read(
                V1.Pod.getDefaultInstance(),
                meta(name, "") + "spec { schedulerName: 'berth' schedulingGroup { podGroupName: 'g' } " + claims + " "
                        + more + " } status { resourceClaimStatuses { name: 'made' resourceClaimName: 'made-1' } }",
                Pod::read);
        mirror.podSink().put(pod);
        return pod;
    }

    private void group(Fields... claimed) {
        Fields spec = new Fields().message(3, new Fields().message(2, new Fields().number(1, 2)));
        for (Fields claim : claimed) {
            spec.message(5, claim);
        }
        Fields meta = new Fields().text(1, "g").text(3, "team").text(5, "u-g");
        Fields group = new Fields().message(1, meta).message(2, spec);
        PodGroup read = PodGroupVersion.V1BETA1.read(Message.of(group.bytes()));
        mirror.groupSink().put(read);
    }

    private static String claims(String name, String claim) {
        return "resourceClaims { name: '" + name + "' resourceClaimName: '" + claim + "' }";
    }

    @Test
    void theFirstCountsWhatAllShareAndAllMustBeWhereItIs() {
        claim("c", "", "");
        Pod first = pod("a", claims("x", "c"));
        Pod second = pod("b", claims("x", "c"));
        Company both = Company.of(List.of(first, second));
        assertThat(claims.needs(first, both)).isEqualTo(new ClaimNeeds("", List.of(), Map.of(GPU, 1L), PeerRule.NODE));
        assertThat(claims.needs(second, both)).isEqualTo(new ClaimNeeds("", List.of(), Map.of(), PeerRule.NODE));
        assertThat(claims.needs(second).waits()).isEqualTo("claim c gets its devices with another pod first");
        assertThat(claims.needs(second, Company.GANG).waits()).isEmpty();
    }

    @Test
    void whereTheyMustBeFollowsFromWhoReachesTheDevices() {
        claim("c", "", "");
        Company both = Company.of(List.of(pod("a", claims("x", "c")), pod("b", claims("x", "c"))));
        Pod second = pod("b", claims("x", "c"));
        devices("allNodes: true");
        assertThat(claims.needs(second, both).within()).isNull();
        mirror.take();
        String rack = "{ key: 'rack' operator: 'In' values: 'r' }";
        devices("nodeSelector { nodeSelectorTerms { matchExpressions " + rack + " } }");
        assertThat(mirror.take().pods()).contains("u-a", "u-b");
        assertThat(claims.needs(second, both).within()).isEqualTo("rack");
        devices("nodeSelector { nodeSelectorTerms { matchExpressions " + rack + " matchExpressions " + rack + " } }");
        assertThat(claims.needs(second, both).within()).isEqualTo(PeerRule.NODE);
    }

    @Test
    void oneThatSomethingElseKeepsIsNotTheFirst() {
        claim("c", "", "");
        pod("a", claims("x", "c"), "schedulingGates { name: 'g' }");
        Pod second = pod("b", claims("x", "c"));
        assertThat(claims.needs(second).waits()).isEmpty();
        mirror.take();
        pod("a", claims("x", "c"));
        assertThat(mirror.take().pods()).contains("u-b");
        assertThat(claims.needs(second).waits()).isNotEmpty();
    }

    @Test
    void whatIsPromisedIsWrittenByTheFirstForAllAndIsOthersWhenNobodyIsLeft() {
        claim("c", "", "");
        Pod second = pod("b", claims("x", "c"));
        Pod first = pod("a", claims("x", "c"));
        List<DeviceChoice> choices = claims.promiseDevices(List.of(second, first), List.of("n", "n"));
        DeviceChoice.Given follows = choices.getFirst().given().getFirst();
        DeviceChoice.Given writes = choices.getLast().given().getFirst();
        assertThat(writes.users()).containsExactly(Consumer.pod("a", "u-a"), Consumer.pod("b", "u-b"));
        assertThat(follows.users()).isEmpty();
        assertThat(follows.written()).isSameAs(writes.written());
        assertThat(follows.allocation()).isEqualTo(writes.allocation());

        assertThat(claims.room("n")).containsEntry(GPU, 1L);
        claims.releaseDevices(first);
        assertThat(claims.room("n")).containsEntry(GPU, 1L);
        claims.releaseDevices(second);
        assertThat(claims.room("n")).containsEntry(GPU, 2L);
    }

    @Test
    void nobodyStartsWhereOneCannotReachWhatAllShare() {
        claim("c", "", "");
        Pod first = pod("a", claims("x", "c"));
        Pod second = pod("b", claims("x", "c"));
        assertThat(claims.promiseDevices(List.of(first, second), List.of("n", "m")))
                .singleElement()
                .extracting(DeviceChoice::why)
                .isEqualTo("the devices of a claim cannot be had there");
        assertThat(claims.promiseDevices(List.of(first, second), List.of("n", "n")))
                .allMatch(DeviceChoice::possible);
    }

    @Test
    void aClaimOfThePodGroupIsReservedForIt() {
        group(
                new Fields().text(1, "made").text(3, "t"),
                new Fields().text(1, "x").text(2, "c"));
        String mine = "resourceClaims { name: 'made' resourceClaimTemplateName: 't' } ";
        claim("made-1", "ownerReferences { kind: 'PodGroup' name: 'g' uid: 'u-g' controller: true } ", "");
        claim("c", "", "");
        Pod first = pod("a", mine + claims("x", "c"));
        Pod second = pod("b", mine + claims("y", "c"));
        List<DeviceChoice> choices = claims.promiseDevices(List.of(first, second), List.of("n", "n"));
        assertThat(choices).allMatch(DeviceChoice::possible);
        assertThat(choices.getFirst().given().getFirst().users()).containsExactly(Consumer.podGroup("g", "u-g"));
        // The second calls it otherwise than the group does.
        assertThat(choices.getFirst().given().getLast().users())
                .containsExactly(Consumer.podGroup("g", "u-g"), Consumer.pod("b", "u-b"));
    }

    @Test
    void aClaimThatIsReservedForThePodGroupIsUsedByMoreThanAsManyPodsAsItNames() {
        group(new Fields().text(1, "x").text(2, "c"));
        StringBuilder reserved = new StringBuilder("allocation { } ");
        for (int i = 1; i < DeviceClaim.MOST_CONSUMERS; i++) {
            reserved.append("reservedFor { resource: 'pods' name: 'o' uid: 'o" + i + "' } ");
        }
        claim(
                "c",
                "",
                reserved + "reservedFor { apiGroup: 'scheduling.k8s.io' resource: 'podgroups' name: 'g' uid: 'u-g' }");
        assertThat(claims.needs(pod("a", claims("x", "c"))).waits()).isEmpty();
        assertThat(claims.needs(pod("b", claims("y", "c"))).waits()).isEqualTo("claim c is used by 256 others");
    }

    @Test
    void whatAGroupHasIsFreeWhileAllItsPodsWait() {
        group(new Fields().text(1, "x").text(2, "c"));
        String reserved = "reservedFor { apiGroup: 'scheduling.k8s.io' resource: 'podgroups' name: 'g' uid: 'u-g' }";
        String has = "allocation { devices { results { request: 'r' driver: 'd' pool: 'p' device: 'd0' } } } ";
        claim("c", "", has + reserved);
        Pod first = pod("a", claims("x", "c"));
        Pod second = pod("b", claims("x", "c"));
        assertThat(claims.freesOfGroups(pod -> !pod.equals(second))).isEmpty();
        assertThat(claims.promiseDevices(List.of(first), List.of("n"))).allMatch(DeviceChoice::possible);
        assertThat(claims.freesOfGroups(_ -> true)).isEmpty();
        claims.releaseDevices(first);

        assertThat(claims.freesOfGroups(_ -> true)).hasSize(1);
        assertThat(claims.freesOfGroups(_ -> true)).isEmpty();
        assertThat(claims.needs(first).waits()).isEqualTo("claim c gives back its devices");
        claim("c", "", "");
        assertThat(claims.needs(first).waits()).isEmpty();

        claim("c", "", has + reserved);
        pod("b", claims("x", "c"), "nodeName: 'n'");
        assertThat(claims.freesOfGroups(_ -> true)).isEmpty();
    }

    @Test
    void aClaimIsNotUsedByMoreThanAServerTakes() {
        claim("c", "", "");
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i <= DeviceClaim.MOST_CONSUMERS; i++) {
            pods.add(pod("p" + i, claims("x", "c")));
        }
        List<String> there = pods.stream().map(_ -> "n").toList();
        assertThat(claims.promiseDevices(pods, there))
                .singleElement()
                .extracting(DeviceChoice::why)
                .isEqualTo("claim c would be used by more than 256");
        group(new Fields().text(1, "x").text(2, "c"));
        assertThat(claims.promiseDevices(pods, there)).hasSize(257).allMatch(DeviceChoice::possible);
    }
}
