package io.berth.kube.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.ProtoText;
import io.berth.kube.claim.DeviceClaim.Consumer;
import io.berth.kube.object.NodeAffinity;
import io.kubernetes.client.proto.V1Resource;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AllocationFormatTest {
    private static final Consumer OTHER = Consumer.pod("other", "uo");
    private static final Consumer MINE = Consumer.pod("p", "up");

    private static DeviceClaim claim() {
        return ProtoText.read(V1Resource.ResourceClaim.getDefaultInstance(), """
                metadata { name: 'c' namespace: 'team' uid: 'uc' resourceVersion: '12' }
                status { reservedFor { resource: 'pods' name: 'other' uid: 'uo' } }
                """, DeviceClaim::read);
    }

    @Test
    void eachPatchIsOfTheVersionThatWasRead() {
        assertThat(AllocationFormat.keep(claim()))
                .isEqualTo("{\"metadata\":{\"uid\":\"uc\",\"resourceVersion\":\"12\","
                        + "\"finalizers\":[\"resource.kubernetes.io/delete-protection\"]}}");
        assertThat(AllocationFormat.reserve(claim(), List.of(MINE)))
                .isEqualTo("{\"metadata\":{\"uid\":\"uc\",\"resourceVersion\":\"12\"},\"status\":{\"reservedFor\":["
                        + "{\"resource\":\"pods\",\"name\":\"other\",\"uid\":\"uo\"},"
                        + "{\"resource\":\"pods\",\"name\":\"p\",\"uid\":\"up\"}]}}");
        assertThat(AllocationFormat.reserve(claim(), List.of(OTHER)))
                .endsWith("\"status\":{\"reservedFor\":[{\"resource\":\"pods\",\"name\":\"other\",\"uid\":\"uo\"}]}}");
        assertThat(AllocationFormat.deallocate(claim()))
                .endsWith("\"status\":{\"allocation\":null,\"reservedFor\":null,\"devices\":null}}");
    }

    @Test
    void anAllocationIsWrittenAsTheServerReadsIt() {
        Allocation allocation = new Allocation(
                List.of(new Allocation.Result(
                        "any/small",
                        new Allocation.Id("d", "p", "x"),
                        true,
                        new Allocation.Share("s1", Map.of("d/memory", new BigDecimal("1E+9"))),
                        new BindingConditions(true, List.of("ready"), List.of("broken")),
                        List.of(new DeviceToleration("k", "Equal", "v", "NoExecute", 30L)))),
                List.of(new Configuration(true, List.of("any/small"), "d", "{\"a\":[1,true]}")),
                new NodeAffinity(List.of(new NodeSelectorTerm(List.of(
                        new Requirement(NodeAffinity.NAME, Operator.IN, List.of("n1")),
                        new Requirement("zone", Operator.GREATER, List.of("3")),
                        new Requirement("gone", Operator.DOES_NOT_EXIST, List.of()))))),
                1_700_000_000);

        assertThat(AllocationFormat.allocate(claim(), allocation, List.of(MINE)))
                .contains(
                        "\"allocation\":{\"devices\":{\"results\":[{\"request\":\"any/small\",\"driver\":\"d\",\"pool\":\"p\","
                                + "\"device\":\"x\",\"adminAccess\":true,\"tolerations\":[{\"key\":\"k\",\"operator\":\"Equal\","
                                + "\"value\":\"v\",\"effect\":\"NoExecute\",\"tolerationSeconds\":30}],"
                                + "\"bindingConditions\":[\"ready\"],\"bindingFailureConditions\":[\"broken\"],"
                                + "\"shareID\":\"s1\",\"consumedCapacity\":{\"d/memory\":\"1000000000\"}}],"
                                + "\"config\":[{\"source\":\"FromClass\",\"requests\":[\"any/small\"],"
                                + "\"opaque\":{\"driver\":\"d\",\"parameters\":{\"a\":[1,true]}}}]},"
                                + "\"nodeSelector\":{\"nodeSelectorTerms\":[{\"matchExpressions\":["
                                + "{\"key\":\"zone\",\"operator\":\"Gt\",\"values\":[\"3\"]},"
                                + "{\"key\":\"gone\",\"operator\":\"DoesNotExist\"}],"
                                + "\"matchFields\":[{\"key\":\"metadata.name\",\"operator\":\"In\",\"values\":[\"n1\"]}]}]},"
                                + "\"allocationTimestamp\":\"2023-11-14T22:13:20Z\"}");
    }
}
