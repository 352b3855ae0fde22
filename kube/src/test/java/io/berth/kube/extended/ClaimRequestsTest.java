package io.berth.kube.extended;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.ProtoText;
import io.berth.kube.claim.DeviceRequest.Count;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** By the cases of kube-scheduler that its comments tell; that it makes the same claim of a large pod, the cluster's tests check. */
class ClaimRequestsTest {
    private static final String GPU = "nvidia.com/gpu";
    private static final String NIC = "example.com/nic";
    private static final Map<String, String> CLASSES = Map.of(GPU, "gpu", NIC, "nic");

    /** @param amounts such as {@code cpu 1} */
    private static String container(String field, String name, String... amounts) {
        return field + " { name: '" + name + "' resources { "
                + IntStream.range(0, amounts.length)
                        .mapToObj(i -> ProtoText.amount(
                                "requests", amounts[i].split(" ")[0], amounts[i].split(" ")[1]))
                        .collect(Collectors.joining())
                + "} } ";
    }

    private static String main(String name, String... amounts) {
        return container("containers", name, amounts);
    }

    private static String before(String name, String... amounts) {
        return container("initContainers", name, amounts);
    }

    private static String beside(String name, String... amounts) {
        return before(name, amounts).replaceFirst("\\{", "{ restartPolicy: 'Always'");
    }

    private static ClaimRequests of(String... containers) {
        return ClaimRequests.of(ProtoText.pod(String.join("", containers)), CLASSES);
    }

    /** As {@code name: count of class}. */
    private static List<String> requests(ClaimRequests of) {
        return of.requests().stream()
                .map(request -> {
                    var option = request.options().getFirst();
                    return request.name() + ": " + ((Count.Exactly) option.count()).number() + " of "
                            + option.deviceClass();
                })
                .toList();
    }

    private static List<String> mappings(ClaimRequests of) {
        return of.mappings().stream()
                .map(mapping -> mapping.container() + " " + mapping.resource() + " " + mapping.request())
                .toList();
    }

    @Test
    void eachContainerHasARequestThatIsNumberedAmongAllThatItAsksFor() {
        ClaimRequests of =
                of(main("a", "cpu 1", "memory 1Gi", GPU + " 2", NIC + " 1"), main("b", "cpu 1"), main("c", GPU + " 1"));
        assertThat(requests(of))
                .containsExactly(
                        "container-0-request-1: 1 of nic",
                        "container-0-request-3: 2 of gpu",
                        "container-2-request-0: 1 of gpu");
        assertThat(mappings(of))
                .containsExactly(
                        "a " + NIC + " container-0-request-1",
                        "a " + GPU + " container-0-request-3",
                        "c " + GPU + " container-2-request-0");
    }

    @Test
    void whatEndsBeforeOthersBeginUsesWhatTheyHave() {
        ClaimRequests of = of(before("i", GPU + " 2"), main("a", GPU + " 1"), main("b", GPU + " 1"));
        assertThat(requests(of)).containsExactly("container-1-request-0: 1 of gpu", "container-2-request-0: 1 of gpu");
        assertThat(mappings(of))
                .containsExactly(
                        "a " + GPU + " container-1-request-0",
                        "b " + GPU + " container-2-request-0",
                        "i " + GPU + " container-1-request-0",
                        "i " + GPU + " container-2-request-0");
    }

    @Test
    void whatTheyWantBeyondThatIsOneRequestAsLargeAsTheLargest() {
        ClaimRequests of =
                of(before("i", GPU + " 2"), before("j", GPU + " 4"), before("k", GPU + " 3"), main("a", GPU + " 1"));
        assertThat(requests(of)).containsExactly("container-1-request-0: 3 of gpu", "container-3-request-0: 1 of gpu");
        assertThat(mappings(of))
                .containsExactly(
                        "a " + GPU + " container-3-request-0",
                        "i " + GPU + " container-3-request-0",
                        "i " + GPU + " container-1-request-0",
                        "j " + GPU + " container-3-request-0",
                        "j " + GPU + " container-1-request-0",
                        "k " + GPU + " container-3-request-0",
                        "k " + GPU + " container-1-request-0");
    }

    @Test
    void aSidecarKeepsWhatItHasFromThoseThatBeginAfterIt() {
        ClaimRequests of = of(before("i", GPU + " 1"), beside("s", GPU + " 1"), before("j", GPU + " 1"), main("a"));
        assertThat(requests(of)).containsExactly("container-1-request-0: 1 of gpu", "container-2-request-0: 1 of gpu");
        assertThat(mappings(of))
                .containsExactly(
                        "s " + GPU + " container-1-request-0",
                        "i " + GPU + " container-1-request-0",
                        "j " + GPU + " container-2-request-0");
    }

    @Test
    void whatIsNoDeviceOnTheNodeIsNotAskedFor() {
        assertThat(ClaimRequests.of(ProtoText.pod(main("a", "cpu 1", GPU + " 2")), Map.of(NIC, "nic")))
                .isEqualTo(new ClaimRequests(List.of(), List.of()));
        assertThat(requests(of(main("a", GPU + " 0")))).isEmpty();
    }
}
