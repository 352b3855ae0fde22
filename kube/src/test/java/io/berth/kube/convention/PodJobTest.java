package io.berth.kube.convention;

import static io.berth.kube.ProtoText.amount;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.Preference;
import io.berth.kube.ProtoText;
import io.berth.kube.object.NodeAffinity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodJobTest {
    /** In zone z1, reserved, cordoned. */
    private static final NodeSpec NODE =
            NodeFacts.spec(ProtoText.node("metadata { labels { key: 'zone' value: 'z1' } } spec { unschedulable: true"
                    + " taints { key: 'reserved' value: 'vision' effect: 'NoSchedule' }"
                    + " taints { key: 'busy' effect: 'PreferNoSchedule' } } status { "
                    + amount("allocatable", "cpu", "4") + amount("allocatable", "pods", "9") + "}"));

    private static final String ALL = "tolerations { operator: 'Exists' } ";

    @Test
    void a_pod_is_a_job_of_one_task_in_the_queue_of_its_namespace() {
        JobSpec job =
                waiting("priority: 2000001000 activeDeadlineSeconds: 90 " + requests("cpu", "1500m", "memory", "1Gi"));

        assertThat(job.name()).isEqualTo("team/p");
        assertThat(job.queue()).isEqualTo("team");
        assertThat(job.priority()).isEqualTo(2_000_001_000);
        assertThat(job.tasks()).isEqualTo(1);
        assertThat(job.demand().amounts()).isEqualTo(Amounts.of(1500, 1L << 30));
        assertThat(job.demand().gpus()).isZero();
        assertThat(job.demand().where()).isSameAs(NodeTerms.ANY);
        assertThat(job.timing().estimateNanos()).isEqualTo(90 * Nanos.SECOND);
        assertThat(job.timing().patienceNanos()).isEqualTo(Nanos.NEVER);
        assertThat(job.terms().keys().tasks()).containsExactly("up");
    }

    @ParameterizedTest
    @CsvSource({"'', true", "PreemptLowerPriority, true", "Never, false"})
    void nobody_is_stopped_for_a_pod_that_says_so(String policy, boolean preempts) {
        assertThat(waiting("preemptionPolicy: '" + policy + "'").terms().preempts())
                .isEqualTo(preempts);
    }

    @ParameterizedTest
    @CsvSource({"0, -1", "-5, -1", "1, 1000000000", "9223372036854775807, -1", "9223372037, -1"})
    void a_deadline_that_is_none_is_no_estimate(long seconds, long nanos) {
        assertThat(waiting("activeDeadlineSeconds: " + seconds).timing().estimateNanos())
                .isEqualTo(nanos < 0 ? Nanos.NEVER : nanos);
    }

    @Test
    void nodes_to_avoid_count_for_more_than_all_that_is_preferred() {
        String ssd = "preferredDuringSchedulingIgnoredDuringExecution { weight: 100 preference { matchExpressions"
                + " { key: 'disk' operator: 'In' values: 'ssd' } } } ";
        JobSpec waiting = waiting("affinity { nodeAffinity { " + ssd + ssd + "} }");
        JobSpec avoiding = PodJob.avoiding(waiting, List.of("a", "b"));

        assertThat(waiting.demand().preferences()).hasSize(2);
        assertThat(avoiding.demand().preferences()).containsAll(waiting.demand().preferences());
        assertThat(worth(avoiding, "a")).isNegative();
        assertThat(worth(avoiding, "b")).isNegative();
        assertThat(worth(avoiding, "c")).isEqualTo(200);
    }

    private static int worth(JobSpec job, String node) {
        List<Label> labels = List.of(new Label(NodeAffinity.NAME, node), new Label("disk", "ssd"));
        return job.demand().preferences().stream()
                .map(Preference.OfNodes.class::cast)
                .filter(preference -> preference.term().holds(labels))
                .mapToInt(Preference.OfNodes::weight)
                .sum();
    }

    @Test
    void accelerators_are_devices_and_amounts() {
        JobSpec job = waiting(requests("nvidia.com/gpu", "2", "hugepages-2Mi", "4Mi", "example.com/a", "0"));
        assertThat(job.demand().gpus()).isEqualTo(2);
        assertThat(job.demand().wholeGpus()).isTrue();
        assertThat(job.demand().amounts().extended())
                .containsExactly(
                        new ExtendedResource("kubernetes.io/hugepages-2Mi", 4L << 20),
                        new ExtendedResource("nvidia.com/gpu", 2));
        assertThat(waiting(requests("nvidia.com/gpu", "9e9")).demand().gpus()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void what_no_node_has_fits_on_none() {
        NodeSpec vast = NodeFacts.spec(ProtoText.node(
                "status { " + amount("allocatable", "memory", "8Ei") + amount("allocatable", "pods", "9") + "}"));
        for (String memory : List.of("8Ei", "lots", "1e99")) {
            assertThat(vast.slots(waiting(requests("memory", memory)).demand())).isZero();
        }
        assertThat(vast.slots(waiting(requests("memory", "1Gi")).demand())).isEqualTo(9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "|false",
                "tolerations { operator: 'Exists' }|true",
                "tolerations { key: 'reserved' operator: 'Exists' }|false",
                "tolerations { key: 'reserved' value: 'vision' } tolerations { key: 'node.kubernetes.io/unschedulable'"
                        + " operator: 'Exists' effect: 'NoSchedule' }|true",
                "tolerations { key: 'reserved' value: 'vision' effect: 'NoExecute' } tolerations { key:"
                        + " 'node.kubernetes.io/unschedulable' operator: 'Exists' }|false",
            })
    void taints_keep_away_whom_they_are_not_put_up_with(String tolerations, boolean goes) {
        assertThat(goes(tolerations == null ? "" : tolerations)).isEqualTo(goes);
    }

    @ParameterizedTest
    @CsvSource({
        // node selector, values of the zone in a required term, node in another, whether it goes
        "zone=z1, '', '', true",
        "zone=z2, '', '', false",
        "disk=ssd, '', '', false",
        "'', z1 z2, '', true",
        "'', z2, '', false",
        "'', z2, n, true",
        "'', z2, m, false",
        "zone=z1, z1, '', true",
        "zone=z2, z1, n, false",
        "zone=z1, z2, m, false",
    })
    void a_node_must_match_the_selector_and_one_of_the_terms(String selector, String zones, String node, boolean goes) {
        StringBuilder terms = new StringBuilder();
        if (!zones.isEmpty()) {
            terms.append("nodeSelectorTerms { matchExpressions { key: 'zone' operator: 'In' values: '")
                    .append(zones.replace(" ", "' values: '"))
                    .append("' } } ");
        }
        if (!node.isEmpty()) {
            terms.append("nodeSelectorTerms { matchFields { key: 'metadata.name' operator: 'In' values: '")
                    .append(node)
                    .append("' } } ");
        }
        String asked = selector.isEmpty()
                ? ""
                : "nodeSelector { key: '" + selector.split("=")[0] + "' value: '" + selector.split("=")[1] + "' } ";
        assertThat(goes(ALL + asked + (terms.isEmpty() ? "" : affinity(terms.toString()))))
                .isEqualTo(goes);
    }

    @Test
    void terms_of_which_none_can_hold_keep_a_pod_from_everywhere() {
        assertThat(goes(ALL + affinity(""))).isFalse();
        assertThat(goes(ALL + affinity("nodeSelectorTerms {}"))).isFalse();
        assertThat(goes(ALL + "affinity { nodeAffinity {} }")).isTrue();
    }

    @Test
    void where_a_bound_pod_may_go_does_not_matter() {
        String spec = "nodeName: 'n' nodeSelector { key: 'a' value: 'b' } " + affinity("") + requests("cpu", "1");
        JobSpec bound = PodJob.bound(ProtoText.pod(spec), ClaimNeeds.NONE);
        assertThat(bound.demand().where()).isSameAs(NodeTerms.ANY);
        assertThat(bound.demand().cpuMilli()).isEqualTo(1000);
    }

    private static boolean goes(String spec) {
        return NODE.slots(waiting(spec + requests("cpu", "1")).demand()) > 0;
    }

    private static String affinity(String terms) {
        return "affinity { nodeAffinity { requiredDuringSchedulingIgnoredDuringExecution { " + terms + " } } } ";
    }

    private static String requests(String... amounts) {
        StringBuilder text = new StringBuilder(" containers { resources { ");
        for (int i = 0; i < amounts.length; i += 2) {
            text.append(amount("requests", amounts[i], amounts[i + 1]));
        }
        return text + "} }";
    }

    private static JobSpec waiting(String spec) {
        return PodJob.waiting(ProtoText.pod(spec), ClaimNeeds.NONE);
    }
}
