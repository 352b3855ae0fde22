package io.berth.kube.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.Label;
import io.berth.kube.Hostile;
import io.berth.kube.ProtoText;
import io.berth.kube.claim.DeviceRequest.Count;
import io.berth.kube.object.NodeAffinity;
import io.berth.kube.wire.MalformedException;
import io.kubernetes.client.proto.V1Resource;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DeviceClaimTest {
    private static final String ALL = """
            metadata { name: 'c' namespace: 'team' uid: 'uc' resourceVersion: '12'
              finalizers: 'mine' finalizers: 'resource.kubernetes.io/delete-protection' }
            spec { devices {
              requests { name: 'one' exactly { deviceClassName: 'gpu' allocationMode: 'ExactCount' count: 2 adminAccess: true
                selectors { cel { expression: 'true' } } selectors { }
                tolerations { key: 'sick' operator: 'Exists' effect: 'NoExecute' tolerationSeconds: 30 }
                capacity { requests { key: 'memory' value { string: '10Gi' } } } } }
              requests { name: 'any' firstAvailable { name: 'big' deviceClassName: 'big' allocationMode: 'All' }
                firstAvailable { name: 'small' deviceClassName: 'small' count: 4
                  selectors { cel { expression: 'device.driver == "d"' } }
                  tolerations { key: 'k' value: 'v' } capacity { requests { key: 'd/memory' value { string: '1' } } } } }
              requests { name: 'odd' exactly { deviceClassName: 'gpu' allocationMode: 'Some' } }
              constraints { requests: 'one' requests: 'any/big' matchAttribute: 'd/numa' }
              constraints { distinctAttribute: 'd/parent' } constraints { }
              config { requests: 'one' deviceConfiguration { opaque { driver: 'd' parameters { raw: '{"a":[1,true]}' } } } } } }
            status {
              allocation {
                devices {
                  results { request: 'any/small' driver: 'd' pool: 'p' device: 'x' adminAccess: true shareID: 's1'
                    tolerations { key: 'k' value: 'v' } bindingConditions: 'ready' bindingFailureConditions: 'broken'
                    consumedCapacity { key: 'd/memory' value { string: '1Gi' } } }
                  config { source: 'FromClass' requests: 'any/small' deviceConfiguration { opaque { driver: 'd' parameters { raw: '{}' } } } } }
                nodeSelector { nodeSelectorTerms { matchFields { key: 'metadata.name' operator: 'In' values: 'n1' } } }
                allocationTimestamp { seconds: 1700000000 } }
              reservedFor { resource: 'pods' name: 'p' uid: 'up' }
              devices { driver: 'd' pool: 'p' device: 'x' shareID: 's1' conditions { type: 'ready' status: 'True' } } }
            """;

    private static DeviceClaim claim(String text) {
        return ProtoText.read(V1Resource.ResourceClaim.getDefaultInstance(), text, DeviceClaim::read);
    }

    @Test
    void whatIsAskedForIsRead() {
        DeviceClaim claim = claim(ALL);

        assertThat(claim.finalized()).isTrue();
        assertThat(claim.asks().requests().get(0))
                .isEqualTo(new DeviceRequest(
                        "one",
                        List.of(new DeviceRequest.Option(
                                "",
                                "gpu",
                                List.of("true", ""),
                                new Count.Exactly(2),
                                true,
                                List.of(new DeviceToleration("sick", "Exists", "", "NoExecute", 30L)),
                                Map.of("memory", BigDecimal.valueOf(10L << 30))))));
        DeviceRequest any = claim.asks().requests().get(1);
        assertThat(any.options().get(0).count()).isEqualTo(new Count.All());
        assertThat(any.options().get(1))
                .isEqualTo(new DeviceRequest.Option(
                        "small",
                        "small",
                        List.of("device.driver == \"d\""),
                        new Count.Exactly(4),
                        false,
                        List.of(new DeviceToleration("k", "", "v", "", null)),
                        Map.of("d/memory", BigDecimal.ONE)));
        assertThat(any.resultName(any.options().get(1))).isEqualTo("any/small");
        assertThat(claim.asks().requests().get(2).options().getFirst().count())
                .isEqualTo(new Count.Unknown("mode Some"));
        assertThat(claim.asks().constraints())
                .containsExactly(
                        new Constraint(List.of("one", "any/big"), "d/numa", false),
                        new Constraint(List.of(), "d/parent", true),
                        new Constraint(List.of(), "", false));
        assertThat(claim.asks().configuration())
                .containsExactly(new Configuration(false, List.of("one"), "d", "{\"a\":[1,true]}"));
    }

    @Test
    void whatWasFoundIsRead() {
        DeviceClaim claim = claim(ALL);
        Allocation allocation = claim.allocation();

        assertThat(allocation).isNotNull();
        Allocation.Id id = new Allocation.Id("d", "p", "x");
        assertThat(allocation.results())
                .containsExactly(new Allocation.Result(
                        "any/small",
                        id,
                        true,
                        new Allocation.Share("s1", Map.of("d/memory", BigDecimal.valueOf(1L << 30))),
                        new BindingConditions(false, List.of("ready"), List.of("broken")),
                        List.of(new DeviceToleration("k", "", "v", "", null))));
        assertThat(allocation.configuration())
                .containsExactly(new Configuration(true, List.of("any/small"), "d", "{}"));
        assertThat(allocation.seconds()).isEqualTo(1_700_000_000);
        assertThat(allocation.where()).isNotNull();
        assertThat(allocation.where().holds(List.of(new Label(NodeAffinity.NAME, "n1"))))
                .isTrue();
        assertThat(claim.reserved()).containsExactly(DeviceClaim.Consumer.pod("p", "up"));
        assertThat(claim.said()).containsExactly(new DeviceClaim.Said(id, "s1", Map.of("ready", "True")));
    }

    @Test
    void oneThatHasNothingAsksForOneOfEachRequest() {
        DeviceClaim claim = claim("metadata { name: 'c' uid: 'u' } spec { devices {"
                + " requests { name: 'r' exactly { deviceClassName: 'gpu' } } requests { name: 'none' } } }");

        assertThat(claim.allocation()).isNull();
        assertThat(claim.finalized()).isFalse();
        assertThat(claim.asks().requests().getFirst().options().getFirst().count())
                .isEqualTo(new Count.Exactly(1));
        assertThat(claim.asks().requests().get(1).options()).isEmpty();
        assertThatThrownBy(() -> claim("spec { }")).isInstanceOf(MalformedException.class);
    }

    @Test
    void classesAreRead() {
        DeviceClass of = ProtoText.read(V1Resource.DeviceClass.getDefaultInstance(), """
                metadata { name: 'gpu' uid: 'u' } spec { selectors { cel { expression: 'true' } }
                  config { deviceConfiguration { opaque { driver: 'd' parameters { raw: '{}' } } } } extendedResourceName: 'example.com/gpu' }
                """, DeviceClass::read);

        assertThat(of.selectors()).containsExactly("true");
        assertThat(of.configuration()).containsExactly(new Configuration(true, List.of(), "d", "{}"));
        assertThat(of.extended()).isEqualTo("example.com/gpu");
    }

    @Test
    void whateverTheBytesAreTheyAreReadOrRefused() {
        byte[] bytes = ProtoText.bytes(V1Resource.ResourceClaim.getDefaultInstance(), ALL);
        Hostile.each(
                bytes,
                DeviceClaim::read,
                claim -> assertThat(claim.meta().named()).isTrue());
    }
}
