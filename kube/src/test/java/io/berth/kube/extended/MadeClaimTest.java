package io.berth.kube.extended;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.berth.kube.ProtoText;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.object.Pod;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MadeClaimTest {
    private static final Pod POD = ProtoText.pod("containers { name: 'main' resources { "
            + ProtoText.amount("requests", "cpu", "1") + ProtoText.amount("requests", "nvidia.com/gpu", "2") + "} }");
    private static final ClaimRequests ASKED = ClaimRequests.of(POD, Map.of("nvidia.com/gpu", "gpu"));
    private static final String OWNED =
            "ownerReferences { apiVersion: 'v1' kind: 'Pod' name: 'p' uid: 'up' controller: true } ";

    private static DeviceClaim claim(String meta) {
        return ProtoText.read(
                V1Resource.ResourceClaim.getDefaultInstance(),
                "metadata { name: 'p-x' namespace: 'team' uid: 'uc' resourceVersion: '5' " + meta + "}",
                DeviceClaim::read);
    }

    @Test
    void itIsOwnedByThePodAndAsksForItsDevices() throws Exception {
        ByteString sealed = ByteString.copyFrom(MadeClaim.sealed(POD, ASKED.requests()));
        Unknown envelope = Unknown.parseFrom(sealed.substring(4));
        assertThat(envelope.getTypeMeta().getKind()).isEqualTo("ResourceClaim");
        assertThat(V1Resource.ResourceClaim.parseFrom(envelope.getRaw()))
                .isEqualTo(TextFormat.parse("""
                        metadata { generateName: 'p-extended-resources-' namespace: 'team'
                          annotations { key: 'resource.kubernetes.io/extended-resource-claim' value: 'true' }
                          ownerReferences { apiVersion: 'v1' kind: 'Pod' name: 'p' uid: 'up' controller: true } }
                        spec { devices { requests { name: 'container-0-request-1'
                          exactly { deviceClassName: 'gpu' allocationMode: 'ExactCount' count: 2 } } } }
                        """, V1Resource.ResourceClaim.class));
    }

    @Test
    void itIsToldFromOthersByItsMarkAndItsOwner() {
        String mark = "annotations { key: 'resource.kubernetes.io/extended-resource-claim' value: '";
        assertThat(MadeClaim.pod(claim(mark + "true' } " + OWNED))).isEqualTo("up");
        assertThat(MadeClaim.pod(claim(mark + "false' } " + OWNED))).isNull();
        assertThat(MadeClaim.pod(claim(OWNED))).isNull();
        assertThat(MadeClaim.pod(claim(mark + "true' }"))).isNull();
    }

    @Test
    void itsPodIsToldAndToldOtherwise() {
        assertThat(MadeClaim.told(POD, "p-x", ASKED.mappings()))
                .isEqualTo("{\"metadata\":{\"uid\":\"up\"},\"status\":{\"extendedResourceClaimStatus\":{"
                        + "\"requestMappings\":[{\"containerName\":\"main\",\"resourceName\":\"nvidia.com/gpu\","
                        + "\"requestName\":\"container-0-request-1\"}],\"resourceClaimName\":\"p-x\"}}}");
        assertThat(MadeClaim.untold(POD, "p-x"))
                .contains("{\"op\":\"test\",\"path\":\"/metadata/uid\",\"value\":\"up\"}")
                .contains("{\"op\":\"test\",\"path\":\"/status/extendedResourceClaimStatus/resourceClaimName\","
                        + "\"value\":\"p-x\"}");
    }

    @Test
    void aServerThatDoesNotKeepThatIsTold() {
        String told = "metadata { name: 'p' uid: 'up' } status { phase: 'Pending' ";
        assertThat(ProtoText.read(
                        V1.Pod.getDefaultInstance(),
                        told + "extendedResourceClaimStatus { resourceClaimName: 'p-x' } }",
                        MadeClaim::isTold))
                .isTrue();
        assertThat(ProtoText.read(V1.Pod.getDefaultInstance(), told + "}", MadeClaim::isTold))
                .isFalse();
    }

    @Test
    void itIsLetGoAsItWasSeen() {
        assertThat(MadeClaim.letGo(claim(OWNED), "5"))
                .isEqualTo("{\"metadata\":{\"uid\":\"uc\",\"resourceVersion\":\"5\","
                        + "\"$deleteFromPrimitiveList/finalizers\":[\"resource.kubernetes.io/delete-protection\"]}}");
        assertThat(MadeClaim.letGo(claim(OWNED), "")).doesNotContain("resourceVersion");
    }
}
