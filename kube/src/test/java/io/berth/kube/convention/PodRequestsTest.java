package io.berth.kube.convention;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.ProtoText;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.Message;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As k8s.io/component-helpers 0.36, resource.PodRequests, with in-place resize and resources of pods as the scheduler there has them. */
class PodRequestsTest {
    /** Containers are written {@code cpu=1,memory=2}, several of them after one another; a sidecar has a plus before it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // containers | init containers | overhead | of the pod as a whole | in all
                "||||",
                "cpu=1,memory=2||||cpu=1000,memory=2",
                "cpu=1 cpu=500m,memory=2||||cpu=1500,memory=2",
                "cpu=1|cpu=3|||cpu=3000",
                "cpu=3|cpu=1 cpu=2|||cpu=3000",
                "cpu=1,memory=5|cpu=3,memory=1|||cpu=3000,memory=5",
                "cpu=1|memory=4|||cpu=1000,memory=4",
                // Sidecars count with what comes after them, and for ever.
                "cpu=1|+cpu=2|||cpu=3000",
                "cpu=1|cpu=5 +cpu=2|||cpu=5000",
                "cpu=1|+cpu=2 cpu=5|||cpu=7000",
                "cpu=1|+cpu=2 cpu=1 +cpu=3|||cpu=6000",
                "cpu=1|+cpu=2 +cpu=3 cpu=4|||cpu=9000",
                "cpu=1|cpu=9 +cpu=2 cpu=4 +cpu=3|||cpu=9000",
                "|+cpu=1||| cpu=1000",
                // Overhead is of the runtime, whatever asks for the rest.
                "cpu=1|cpu=3|cpu=250m,memory=7||cpu=3250,memory=7",
                "||memory=7||memory=7",
                // The pod as a whole stands for its containers, of the resources it names and no others.
                "cpu=1,memory=2|||cpu=5|cpu=5000,memory=2",
                "cpu=9,memory=2|cpu=20||cpu=5|cpu=5000,memory=2",
                "cpu=1|+cpu=2|cpu=250m|cpu=5,memory=6,hugepages-2Mi=4|cpu=5250,hugepages-2Mi=4,memory=6",
                "cpu=1,example.com/a=3|||cpu=2,example.com/a=9,ephemeral-storage=9|cpu=2000,example.com/a=3",
                "cpu=1|||cpu=0|cpu=0",
                // All else is whole, and rounded up.
                "memory=1500m,ephemeral-storage=1Ki,example.com/a=1||||ephemeral-storage=1024,example.com/a=1,memory=2",
                // Nothing takes less than nothing; what cannot be read is more than there is.
                "cpu=1,memory=-5||||cpu=1000,memory=0",
                "cpu=x||||cpu=4503599627370497",
                "cpu=1e90 cpu=1e90|+cpu=1e90|cpu=1||cpu=4503599627370497",
            })
    void what_a_pod_takes(String containers, String init, String overhead, String whole, String all) {
        String spec = containers("containers", containers)
                + containers("initContainers", init)
                + amounts("overhead", overhead)
                + (whole == null ? "" : "resources { " + amounts("requests", whole) + "}");
        Map<String, Long> taken = PodRequests.of(ProtoText.pod(spec).spec().needs());
        assertThat(taken).isEqualTo(numbers(all));
    }

    /** As kube-scheduler of 1.36 and 1.37 writes what devices take of the node's own resources. */
    @Test
    void what_devices_take_of_the_node_counts() {
        String status = "nodeAllocatableResourceClaimStatuses { resourceClaimName: 'c' containers: 'a' "
                + ProtoText.amount("resources", "cpu", "500m") + ProtoText.amount("resources", "memory", "7") + "}";
        assertThat(PodRequests.of(ProtoText.pod(containers("containers", "cpu=1"), status)
                        .spec()
                        .needs()))
                .isEqualTo(numbers("cpu=1500,memory=7"));

        Fields half = new Fields().text(1, "500m");
        Fields mapping = new Fields().text(1, "cpu").message(2, half);
        Fields overhead = new Fields()
                .text(1, "memory")
                .message(2, new Fields().text(1, "5"))
                .message(3, new Fields().text(1, "2"));
        Fields claim = new Fields()
                .text(1, "c")
                .text(2, "a")
                .text(2, "b")
                .message(4, mapping)
                .message(5, overhead);
        Fields pod = new Fields()
                .message(1, new Fields().text(1, "p").text(3, "team").text(5, "up"))
                .message(2, new Fields())
                .message(3, new Fields().message(21, claim));
        assertThat(PodRequests.of(Pod.read(Message.of(pod.bytes())).spec().needs()))
                .isEqualTo(numbers("cpu=500,memory=9"));
    }

    @Test
    void a_pod_that_is_resized_takes_the_most_of_before_and_after() {
        String spec = "containers { name: 'a' resources { " + amounts("requests", "cpu=1,memory=4") + "} } "
                + "initContainers { name: 's' restartPolicy: 'Always' resources { " + amounts("requests", "cpu=1")
                + "} }";
        String status = "containerStatuses { name: 'a' " + amounts("allocatedResources", "cpu=3,memory=1")
                + "resources { " + amounts("requests", "cpu=2,memory=2") + "} } "
                + "initContainerStatuses { name: 's' " + amounts("allocatedResources", "cpu=1")
                + "resources { " + amounts("requests", "cpu=1500m") + "} }";
        assertThat(PodRequests.of(ProtoText.pod(spec, status).spec().needs()))
                .isEqualTo(Map.of("cpu", 4500L, "memory", 4L));
    }

    @Test
    void very_many_containers_take_more_than_there_is_and_not_less_than_nothing() {
        Pod pod = ProtoText.pod(
                containers("containers", "memory=8Ei ".repeat(5_000).strip()));
        assertThat(PodRequests.of(pod.spec().needs())).isEqualTo(Map.of("memory", Quantities.MOST + 1));
    }

    private static String containers(String field, String written) {
        StringBuilder text = new StringBuilder();
        for (String one : written == null ? new String[0] : written.split(" ")) {
            boolean sidecar = one.startsWith("+");
            text.append(field)
                    .append(" { name: 'c' ")
                    .append(sidecar ? "restartPolicy: 'Always' " : "")
                    .append("resources { ")
                    .append(amounts("requests", sidecar ? one.substring(1) : one))
                    .append("} } ");
        }
        return text.toString();
    }

    private static String amounts(String map, String written) {
        StringBuilder text = new StringBuilder();
        for (String one : written == null ? new String[0] : written.split(",")) {
            text.append(ProtoText.amount(map, one.split("=")[0], one.split("=")[1]));
        }
        return text.toString();
    }

    private static Map<String, Long> numbers(String written) {
        Map<String, Long> numbers = new TreeMap<>();
        for (String one : written == null ? new String[0] : written.split(",")) {
            numbers.put(one.split("=")[0], Long.parseLong(one.split("=")[1]));
        }
        return numbers;
    }
}
