package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.real.UpProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@OnCluster
class GangsOnClusterTest {
    private static final String GPU = "nvidia.com/gpu";
    private static final String PREEMPTING = "{order: {priority: {aging: 0}}, place: best-fit, preempt: by-order}";

    @Test
    void podsOfAPodGroupAreBoundWhenAllFitAndNoneBefore(Cluster cluster) {
        cluster.add(node("a").amount(GPU, "2"));
        cluster.berth();
        group(cluster, "whole", Map.of("gang", Map.of("minCount", 3)));

        cluster.add(member("m-0", "whole"), member("m-1", "whole"));
        assertThat(cluster.awaitTold("m-0"))
                .contains("of the 3 pods that start together as default/whole, 2 may start");
        cluster.add(member("m-2", "whole"));
        assertThat(cluster.awaitTold("m-2")).contains("2 have room");
        assertThat(cluster.bound()).isZero();
        until(
                "its status says that it waits",
                () -> cluster.plane()
                        .groups()
                        .told(cluster.api(), "whole")
                        .matches("False Unschedulable 0/1 nodes are available: of the 3 pods.*"));

        cluster.add(node("b").amount(GPU, "1"));
        until("all are bound", () -> cluster.bound() == 3);
        until(
                "its status says that it started",
                () -> cluster.plane()
                        .groups()
                        .told(cluster.api(), "whole")
                        .equals("True Scheduled its pods are bound"));
    }

    @Test
    void podsOfABasicGroupStartOneByOneAndThoseOfNoneThatIsThereWait(Cluster cluster) {
        cluster.add(node("a").amount(GPU, "1"));
        cluster.berth();
        group(cluster, "basic", Map.of("basic", Map.of()));

        cluster.add(member("b-0", "basic"), member("early", "later"));
        cluster.awaitBound("b-0");
        assertThat(cluster.awaitTold("early")).contains("the PodGroup default/later is not there");

        cluster.add(node("b").amount(GPU, "1"));
        group(cluster, "later", Map.of("gang", Map.of("minCount", 1)));
        assertThat(cluster.awaitBound("early")).isEqualTo("b");
    }

    @Test
    void podsOfAGroupWithATopologyAreInOneDomain(Cluster cluster) {
        cluster.add(node("a").label("rack", "r1").amount(GPU, "2"));
        cluster.add(
                node("b").label("rack", "r2").amount(GPU, "2"),
                node("c").label("rack", "r2").amount(GPU, "2"));
        cluster.add(node("d").label("rack", "r3").amount(GPU, "2"));
        cluster.berth();
        groupWithin(cluster, "racked", Map.of("gang", Map.of("minCount", 3)));
        groupWithin(cluster, "large", Map.of("gang", Map.of("minCount", 5)));
        groupWithin(cluster, "loose", Map.of("basic", Map.of()));
        for (int i = 0; i < 5; i++) {
            cluster.add(member("l-" + i, "large"));
        }
        assertThat(cluster.awaitTold("l-0")).contains("no one domain");

        cluster.add(member("m-0", "racked"), member("m-1", "racked"), member("m-2", "racked"));
        for (int i = 0; i < 3; i++) {
            assertThat(cluster.awaitBound("m-" + i)).isIn("b", "c");
        }
        // One more than must be there goes to them, and the next has no room there while others have some.
        cluster.add(member("m-3", "racked"));
        assertThat(cluster.awaitBound("m-3")).isIn("b", "c");
        cluster.add(member("m-4", "racked"));
        cluster.awaitTold("m-4");

        cluster.add(member("s-0", "loose"), member("s-1", "loose"));
        assertThat(cluster.awaitBound("s-0"))
                .isEqualTo(cluster.awaitBound("s-1"))
                .isIn("a", "d");
        cluster.add(node("e").label("rack", "r2").amount(GPU, "1"));
        assertThat(cluster.awaitBound("m-4")).isEqualTo("e");
    }

    @Test
    void aGangIsWholeInTheNextLife(Cluster cluster, @TempDir Path folder) {
        cluster.add(node("a").amount(GPU, "8"));
        group(cluster, "killed", Map.of("gang", Map.of("minCount", 8)));
        String journal = folder.resolve("journal").toString();
        BerthKube first = cluster.berth("--journal", journal);
        for (int i = 0; i < 7; i++) {
            cluster.add(member("k-" + i, "killed"));
        }
        cluster.awaitTold("k-0");
        cluster.add(member("k-7", "killed"));
        UpProcess.pause(20);
        first.process().kill();

        cluster.berth("--journal", journal);
        until("it is whole", () -> cluster.bound() == 8);
    }

    @Test
    void oneThatTheServerDoesNotBindToItsNodeKeepsItsRoomUntilAnotherHasSome(Cluster cluster) {
        cluster.apply("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: not-there}
                spec:
                  failurePolicy: Fail
                  matchConstraints:
                    resourceRules:
                      - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods/binding]}
                  validations:
                    - expression: "!(request.name in ['r-0', 'probe'] && object.target.name == 'a')"
                      message: not there
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: not-there}
                spec: {policyName: not-there, validationActions: [Deny]}
                """);
        Map<String, Object> probe =
                Map.of("metadata", Map.of("name", "probe"), "target", Map.of("kind", "Node", "name", "a"));
        until(
                "it is in force",
                () -> cluster.api()
                        .post(KubeApi.PODS + "/probe/binding", probe)
                        .body()
                        .contains("not there"));
        cluster.add(node("a").amount(GPU, "3"));
        group(cluster, "refused", Map.of("gang", Map.of("minCount", 3)));
        cluster.add(member("r-0", "refused"), member("r-1", "refused"), member("r-2", "refused"));
        cluster.berth();
        until("the others are bound", () -> cluster.bound() == 2);
        cluster.add(pod("later").amount(GPU, "1"));
        assertThat(cluster.awaitTold("r-0")).contains("it was not bound to a", "not there");
        cluster.awaitTold("later");

        cluster.api().delete(KubeApi.PODS + "/later").well();
        cluster.add(node("b").amount(GPU, "1"));
        assertThat(cluster.awaitBound("r-0")).isEqualTo("b");
        String path = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolic";
        cluster.api().delete(path + "ybindings/not-there").well();
        cluster.api().delete(path + "ies/not-there").well();
    }

    @Test
    void podsOfOneOwnerStartTogether(Cluster cluster) {
        cluster.add(node("a").amount(GPU, "2"));
        cluster.berth();
        cluster.add(owned("o-0"));
        assertThat(cluster.awaitTold("o-0"))
                .contains("of the 2 pods that start together as default/train, 1 may start");
        cluster.add(owned("o-1"));
        until("both are bound", () -> cluster.bound() == 2);
    }

    @Test
    void podsOfAGroupThatIsDisruptedAsAWholeMakeRoomTogether(Cluster cluster, @TempDir Path folder) {
        cluster.apply("""
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: test-gang}
                value: 50
                ---
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: test-urgent}
                value: 100
                """);
        cluster.add(node("a").amount(GPU, "2"), node("b").amount(GPU, "3"));
        cluster.kubelets();
        Map<String, Object> gang = Map.of("gang", Map.of("minCount", 2));
        Object all = cluster.plane().groups().all();
        post(
                cluster,
                "together",
                Map.of("schedulingPolicy", gang, "disruptionMode", all, "priorityClassName", "test-gang"));
        group(cluster, "each", Map.of("basic", Map.of()));
        String journal = folder.resolve("journal").toString();
        BerthKube first = cluster.berth("--strategy", PREEMPTING, "--journal", journal);
        // A third that follows; the priority of the group counts, not that of its pods.
        cluster.add(member("t-0", "together"), member("t-1", "together"));
        until("two are bound", () -> cluster.bound() == 2);
        cluster.add(member("t-2", "together"), member("e-0", "each"), member("e-1", "each"));
        until("all are bound", () -> cluster.bound() == 5);

        // The next life finds them bound.
        first.process().kill();
        cluster.berth("--strategy", PREEMPTING);
        cluster.add(pod("urgent").amount(GPU, "1").spec("priorityClassName", "test-urgent"));
        cluster.awaitBound("urgent");
        assertThat(cluster.where()).containsKeys("t-0", "t-1", "t-2").hasSize(5);

        cluster.add(pod("large").amount(GPU, "2").spec("priorityClassName", "test-urgent"));
        cluster.awaitBound("large");
        until(
                "nobody of the group is left",
                () -> cluster.where().keySet().stream().noneMatch(name -> name.startsWith("t-")));
        assertThat(cluster.where().keySet().stream().filter(name -> name.startsWith("e-")))
                .hasSizeBetween(0, 1);
        cluster.api().deleteAll("/apis/scheduling.k8s.io/v1/priorityclasses", List.of("test-gang", "test-urgent"));
    }

    @Test
    void ofAGroupThatSaysNothingOfItOnePodMakesRoomAlone(Cluster cluster) {
        cluster.apply("""
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: test-urgent}
                value: 100
                """);
        cluster.add(node("a").amount(GPU, "2"));
        cluster.kubelets();
        group(cluster, "parted", Map.of("gang", Map.of("minCount", 2)));
        cluster.berth("--strategy", PREEMPTING);
        cluster.add(member("s-0", "parted"), member("s-1", "parted"));
        until("both are bound", () -> cluster.bound() == 2);

        cluster.add(pod("urgent").amount(GPU, "1").spec("priorityClassName", "test-urgent"));
        cluster.awaitBound("urgent");
        assertThat(cluster.where().keySet().stream().filter(name -> name.startsWith("s-")))
                .hasSize(1);
        cluster.api().deleteAll("/apis/scheduling.k8s.io/v1/priorityclasses", List.of("test-urgent"));
    }

    private static Draft owned(String name) {
        return pod(name)
                .amount(GPU, "1")
                .metadata("annotations", Map.of("berth.io/gang-by-owner", "true", "berth.io/gang-min", "2"))
                .metadata(
                        "ownerReferences",
                        List.of(Map.of(
                                "apiVersion",
                                "batch/v1",
                                "kind",
                                "Job",
                                "name",
                                "train",
                                "uid",
                                "j",
                                "controller",
                                true)));
    }

    private static Draft member(String name, String group) {
        return pod(name).amount(GPU, "1").spec("schedulingGroup", Map.of("podGroupName", group));
    }

    private static void group(Cluster cluster, String name, Map<String, Object> policy) {
        post(cluster, name, Map.of("schedulingPolicy", policy));
    }

    private static void groupWithin(Cluster cluster, String name, Map<String, Object> policy) {
        Map<String, Object> rack = Map.of("topology", List.of(Map.of("key", "rack")));
        post(cluster, name, Map.of("schedulingPolicy", policy, "schedulingConstraints", rack));
    }

    private static void post(Cluster cluster, String name, Map<String, Object> spec) {
        ServedGroups groups = cluster.plane().groups();
        cluster.api().post(groups.path(), groups.document(name, spec)).well();
    }
}
