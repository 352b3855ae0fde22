package io.berth.kube.object;

import static io.berth.kube.ProtoText.amount;
import static io.berth.kube.ProtoText.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.kube.ProtoText;
import io.berth.kube.object.Pod.Container;
import io.berth.kube.wire.MalformedException;
import io.kubernetes.client.proto.V1;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PodTest {
    private static final V1.Pod POD = V1.Pod.getDefaultInstance();

    @Test
    void what_scheduling_asks_for_is_read_and_the_rest_skipped() {
        Pod pod = read(POD, """
                metadata {
                  name: 'web-0' generateName: 'web-' namespace: 'team' selfLink: 's' uid: 'u1' resourceVersion: '77'
                  generation: 3 creationTimestamp { seconds: 5 } deletionGracePeriodSeconds: 30
                  labels { key: 'app' value: 'web' } labels { key: 'tier' value: '' }
                  annotations { key: 'a/b' value: 'c' }
                  ownerReferences { kind: 'Node' name: 'n' uid: 'un' controller: false apiVersion: 'v1' }
                  ownerReferences { kind: 'ReplicaSet' name: 'web' uid: 'ur' controller: true blockOwnerDeletion: true }
                  finalizers: 'f' managedFields { manager: 'm' }
                }
                spec {
                  volumes { name: 'v' } restartPolicy: 'Always' terminationGracePeriodSeconds: 30 dnsPolicy: 'x'
                  containers {
                    name: 'one' image: 'i' args: 'a'
                    resources {
                      limits { key: 'cpu' value { string: '9' } }
                      requests { key: 'cpu' value { string: '100m' } } requests { key: 'memory' value { string: '1Gi' } }
                      claims { name: 'c' }
                    }
                  }
                  containers { name: 'two' }
                  initContainers { name: 'before' restartPolicy: 'Never' }
                  initContainers { name: 'beside' restartPolicy: 'Always'
                    resources { requests { key: 'cpu' value { string: '1' } } } }
                  ephemeralContainers { ephemeralContainerCommon { name: 'e' } }
                  activeDeadlineSeconds: 600
                  nodeSelector { key: 'disk' value: 'ssd' } nodeSelector { key: 'zone' value: 'z1' }
                  nodeName: 'n1' schedulerName: 'berth' priorityClassName: 'high' priority: -7
                  tolerations { key: 'k' operator: 'Exists' effect: 'NoSchedule' tolerationSeconds: 3 }
                  overhead { key: 'memory' value { string: '64Mi' } }
                  topologySpreadConstraints { maxSkew: 1 }
                  schedulingGates { name: 'g' }
                  resources { requests { key: 'cpu' value { string: '2' } } limits { key: 'cpu' value { string: '3' } } }
                  resourceClaims { name: 'c' } hostnameOverride: 'h'
                }
                status { observedGeneration: 1 phase: 'Running' conditions { type: 'Ready' status: 'True' }
                  conditions { type: 'PodScheduled' status: 'True' lastTransitionTime { seconds: 1700000007 nanos: 3 } }
                  podIP: '10.0.0.1' }
                """, Pod::read);

        assertThat(pod.meta())
                .isEqualTo(new Meta(
                        new ObjectKey("team", "web-0", "u1"),
                        "77",
                        false,
                        5,
                        Map.of("app", "web", "tier", ""),
                        Map.of("a/b", "c"),
                        new Meta.Owner("ReplicaSet", "web", "ur")));
        assertThat(pod.meta().key().text()).isEqualTo("team/web-0");
        assertThat(pod.status()).isEqualTo(new Pod.Status("Running", 1_700_000_007));
        assertThat(pod.bound()).isTrue();
        assertThat(pod.over()).isFalse();
        isWhatSchedulingAsksFor(pod.spec());
    }

    @Test
    void its_images_are_those_of_all_containers_and_volumes_with_their_tags() {
        Pod pod = ProtoText.pod("""
                containers { name: 'a' image: 'registry:5000/team/train' } containers { name: 'b' image: 'tool:2' }
                containers { name: 'c' image: 'tool:2' } containers { name: 'd' }
                initContainers { name: 'e' image: 'r.io/x@sha256:0123' }
                volumes { name: 'v' volumeSource { image { reference: 'data/weights' pullPolicy: 'Never' } } }
                """);

        assertThat(pod.spec().needs().images())
                .containsExactly(
                        "data/weights:latest",
                        "r.io/x@sha256:0123",
                        "registry:5000/team/train:latest",
                        "tool:2",
                        "tool:2");
        assertThat(pod.spec().where().unknown()).isEmpty();
        assertThat(pod.spec().where().volumes()).isEmpty();
    }

    private static void isWhatSchedulingAsksFor(Pod.Spec spec) {
        assertThat(spec.node()).isEqualTo("n1");
        assertThat(spec.scheduler()).isEqualTo("berth");
        assertThat(spec.priority()).isEqualTo(-7);
        assertThat(spec.gated()).isTrue();
        assertThat(spec.deadlineSeconds()).isEqualTo(600);
        assertThat(spec.needs().containers())
                .containsExactly(
                        new Container("one", false, Map.of("cpu", "100m", "memory", "1Gi")),
                        new Container("two", false, Map.of()));
        assertThat(spec.needs().init())
                .containsExactly(
                        new Container("before", false, Map.of()), new Container("beside", true, Map.of("cpu", "1")));
        assertThat(spec.needs().overhead()).isEqualTo(Map.of("memory", "64Mi"));
        assertThat(spec.needs().whole()).isEqualTo(Map.of("cpu", "2"));
        assertThat(spec.where().labels()).isEqualTo(Map.of("disk", "ssd", "zone", "z1"));
        assertThat(spec.where().tolerations()).hasSize(1);
        assertThat(spec.where().affinity()).isNull();
    }

    @Test
    void what_is_absent_is_empty() {
        Pod pod = read(POD, "metadata { name: 'p' uid: 'u' } spec {}", Pod::read);

        assertThat(pod.meta()).isEqualTo(new Meta(new ObjectKey("", "p", "u"), "", false, 0, Map.of(), Map.of(), null));
        assertThat(pod.meta().key().text()).isEqualTo("p");
        assertThat(pod.spec())
                .isEqualTo(new Pod.Spec(
                        "",
                        "",
                        new Pod.Urgency(0, true),
                        false,
                        0,
                        new Pod.Needs(List.of(), List.of(), Map.of(), Map.of(), List.of(), List.of(), List.of()),
                        new Pod.Where(Map.of(), List.of(), null, PodRules.NONE, List.of(), "", List.of())));
        assertThat(pod.status()).isEqualTo(new Pod.Status("", 0));
        assertThat(pod.bound()).isFalse();
    }

    @Test
    void one_that_is_deleted_says_so_by_any_moment() {
        assertThat(read(POD, "metadata { name: 'p' uid: 'u' deletionTimestamp {} } spec {}", Pod::read)
                        .meta()
                        .deleting())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "Pending, false, false",
        "Running, false, false",
        "Unknown, false, false",
        "Succeeded, true, true",
        "Failed, true, false"
    })
    void a_pod_is_over_when_its_phase_says_so(String phase, boolean over, boolean succeeded) {
        Pod pod = ProtoText.pod("", "phase: '" + phase + "'");
        assertThat(pod.over()).isEqualTo(over);
        assertThat(pod.succeeded()).isEqualTo(succeeded);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "spec {}",
                "metadata { name: 'p' uid: 'u' }",
                "metadata { name: 'p' } spec {}",
                "metadata { uid: 'u' } spec {}",
                "metadata { name: 'p' uid: 'u' labels { key: ' ' value: 'v' } } spec {}",
                "metadata { name: 'p' uid: 'u' } spec { nodeSelector { value: 'v' } }",
                "metadata { name: 'p' uid: 'u' } spec { overhead { key: 'a b' value { string: '1' } } }",
                "metadata { name: 'p' uid: 'u' } spec { overhead { key: '/b' value { string: '1' } } }",
                "metadata { name: 'p' uid: 'u' } spec { overhead { key: 'b/' value { string: '1' } } }",
                "metadata { name: 'p' uid: 'u' } spec { overhead { value { string: '1' } } }",
            })
    void what_no_server_sends_is_refused(String text) {
        assertThatThrownBy(() -> read(POD, text, Pod::read)).isInstanceOf(MalformedException.class);
    }

    @Test
    void a_quantity_that_is_left_out_is_nothing() {
        assertThat(ProtoText.pod("overhead { key: 'cpu' value {} } overhead { key: 'memory' }")
                        .spec()
                        .needs()
                        .overhead())
                .isEqualTo(Map.of("cpu", "0", "memory", "0"));
    }

    @Test
    void while_it_is_resized_the_most_of_what_is_wanted_kept_and_in_force_counts() {
        String spec = "containers { name: 'c' resources { " + amount("requests", "cpu", "2")
                + amount("requests", "memory", "1Gi") + "} } containers { name: 'd' resources { "
                + amount("requests", "cpu", "1") + "} }";
        String kept = amount("allocatedResources", "cpu", "2500m") + amount("allocatedResources", "memory", "512Mi");
        String inForce = "resources { " + amount("requests", "cpu", "1") + amount("requests", "memory", "2Gi")
                + amount("limits", "cpu", "9") + "} ";
        String refused = "conditions { type: 'PodResizePending' status: 'True' reason: 'Infeasible' } ";
        String later = "conditions { type: 'PodResizePending' status: 'True' reason: 'Deferred' } ";

        assertThat(counted(spec, status(kept + inForce))).isEqualTo(Map.of("cpu", "2500m", "memory", "2Gi"));
        assertThat(counted(spec, later + status(kept + inForce))).isEqualTo(Map.of("cpu", "2500m", "memory", "2Gi"));
        // What can never be given does not count; nor does what is kept where nobody said what is in force.
        String less = amount("allocatedResources", "cpu", "500m");
        assertThat(counted(spec, refused + status(less + inForce))).isEqualTo(Map.of("cpu", "1", "memory", "2Gi"));
        assertThat(counted(spec, status(kept))).isEqualTo(Map.of("cpu", "2", "memory", "1Gi"));
        assertThat(counted(spec, refused + status(kept))).isEqualTo(Map.of("cpu", "2", "memory", "1Gi"));
        assertThat(counted(spec, refused + status("resources {} "))).isEmpty();
        // Of others, and of containers that nobody knows, nothing counts.
        assertThat(counted(spec, "containerStatuses { name: 'x' " + kept + inForce + "}"))
                .isEqualTo(Map.of("cpu", "2", "memory", "1Gi"));
        assertThat(ProtoText.pod(spec, status(kept + inForce)).spec().needs().containers())
                .element(1)
                .isEqualTo(new Container("d", false, Map.of("cpu", "1")));
    }

    private static Map<String, String> counted(String spec, String status) {
        return ProtoText.pod(spec, status)
                .spec()
                .needs()
                .containers()
                .getFirst()
                .requests();
    }

    private static String status(String resources) {
        return "containerStatuses { name: 'c' " + resources + "} ";
    }

    @Test
    void of_init_containers_only_sidecars_are_resized() {
        String status = "{ name: 'c' " + amount("allocatedResources", "cpu", "3") + "resources {} }";
        for (String policy : List.of("Always", "OnFailure")) {
            Pod pod = ProtoText.pod(
                    "initContainers { name: 'c' restartPolicy: '" + policy + "' resources { "
                            + amount("requests", "cpu", "1") + "} }",
                    "initContainerStatuses " + status);
            assertThat(pod.spec().needs().init().getFirst().requests())
                    .isEqualTo(Map.of("cpu", policy.equals("Always") ? "3" : "1"));
        }
    }

    @Test
    void a_pod_as_a_whole_is_resized_alike() {
        String spec = "resources { " + amount("requests", "cpu", "2") + amount("requests", "memory", "1Gi") + "}";
        String kept = amount("allocatedResources", "cpu", "3");
        String inForce =
                "resources { " + amount("requests", "cpu", "1") + amount("requests", "hugepages-2Mi", "9") + "} ";
        String refused = "conditions { type: 'PodResizePending' reason: 'Infeasible' } ";

        assertThat(whole(spec, kept + inForce)).isEqualTo(Map.of("cpu", "3", "memory", "1Gi"));
        assertThat(whole(spec, refused + kept + inForce)).isEqualTo(Map.of("cpu", "3", "memory", "0"));
        assertThat(whole(spec, kept)).isEqualTo(Map.of("cpu", "2", "memory", "1Gi"));
        assertThat(whole("", kept + inForce)).isEmpty();
    }

    private static Map<String, String> whole(String spec, String status) {
        return ProtoText.pod(spec, status).spec().needs().whole();
    }
}
