package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static io.berth.testkit.kube.Offered.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import io.berth.testkit.real.UpProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gangs whose pods share claims without devices, at a server that checks what is said of them. */
@OnCluster
class GangClaimsOnClusterTest {
    private static Map<String, Object> device(String name) {
        return Map.of("name", name);
    }

    private static Draft member(Draft pod, String group) {
        return pod.spec("schedulingGroup", Map.of("podGroupName", group));
    }

    /** @param claims of the group, as it has them; empty for none */
    private static String group(Cluster cluster, String name, int least, List<Map<String, Object>> claims) {
        ServedGroups groups = cluster.plane().groups();
        Map<String, Object> spec = new HashMap<>();
        spec.put("schedulingPolicy", Map.of("gang", Map.of("minCount", least)));
        if (!claims.isEmpty()) {
            spec.put("resourceClaims", claims);
        }
        Tree made = cluster.api()
                .post(groups.path(), groups.document(name, spec))
                .well()
                .tree();
        return KubeApi.text(made, "metadata", "uid");
    }

    /** Of whom {@code claim} says that they use it. */
    private static List<String> users(Cluster cluster, String claim) {
        Tree status =
                cluster.api().get(Offered.CLAIMS + "/" + claim).well().tree().get("status");
        Tree users = status == null ? null : status.get("reservedFor");
        List<String> names = new ArrayList<>();
        for (Tree user : users == null ? List.<Tree>of() : users.items()) {
            names.add(KubeApi.text(user, "resource") + "/" + KubeApi.text(user, "name"));
        }
        return names;
    }

    @Test
    void aClaimThatAllShareGetsItsDeviceOnceAndAllGoWhereItIs(Cluster cluster) {
        cluster.add(node("n1").amount("cpu", "4"), node("n2").amount("cpu", "16"), node("n3"));
        Offered.devices(cluster, "n1", List.of(device("a")));
        Offered.devices(cluster, "n2", List.of(device("a"), device("b")));
        cluster.berth();
        group(cluster, "shared", 8, List.of());
        cluster.api().post(Offered.CLAIMS, claim("c", Map.of())).well();
        for (int i = 0; i < 8; i++) {
            cluster.add(member(Offered.claiming("p" + i, "c").amount("cpu", "2"), "shared"));
        }
        until("all are bound", () -> cluster.bound() == 8);
        assertThat(cluster.where().values()).containsOnly("n2");
        assertThat(Offered.has(cluster, "c")).hasSize(1);
        assertThat(users(cluster, "c")).hasSize(8).contains("pods/p0", "pods/p7");
        Offered.forget(cluster, "n1", "c");
        Offered.forget(cluster, "n2");
    }

    @Test
    void podsThatBeginToUseAClaimAtOnceDoNotTurnEachOtherAway(Cluster cluster) {
        cluster.add(node("n1"));
        Offered.devices(cluster, "n1", List.of(device("a")));
        BerthKube berth = cluster.berth();
        cluster.api().post(Offered.CLAIMS, claim("c", Map.of())).well();
        cluster.add(Offered.claiming("first", "c"));
        cluster.awaitBound("first");
        for (int i = 0; i < 6; i++) {
            cluster.add(Offered.claiming("p" + i, "c").amount("example.com/slot", "1"));
        }
        cluster.awaitTold("p5");
        Map<String, String> slots = Map.of("example.com/slot", "6");
        cluster.api()
                .patch(KubeApi.NODES + "/n1/status", Map.of("status", Map.of("capacity", slots, "allocatable", slots)))
                .well();
        until("all are bound", () -> cluster.bound() == 7);
        assertThat(users(cluster, "c")).hasSize(7);
        assertThat(berth.said("cannot bind")).isEmpty();
        Offered.forget(cluster, "n1", "c");
    }

    @Test
    void claimsOfAPodGroupAreReservedForIt(Cluster cluster) {
        cluster.add(node("n1"), node("n2"));
        Offered.devices(cluster, "n2", List.of(device("a"), device("b")));
        cluster.berth();
        Map<String, Object> there = Map.of("name", "there", "resourceClaimName", "c");
        Map<String, Object> made = Map.of("name", "made", "resourceClaimTemplateName", "t");
        String uid = group(cluster, "owner", 2, List.of(there, made));
        cluster.api().post(Offered.CLAIMS, claim("c", Map.of())).well();
        Map<String, Object> own = new HashMap<>(claim("g-made", Map.of()));
        own.put(
                "metadata",
                Map.of(
                        "name",
                        "g-made",
                        "ownerReferences",
                        List.of(Map.of(
                                "apiVersion",
                                "scheduling.k8s.io/" + cluster.plane().groups().version(),
                                "kind",
                                "PodGroup",
                                "name",
                                "owner",
                                "uid",
                                uid,
                                "controller",
                                true))));
        cluster.api().post(Offered.CLAIMS, own).well();
        owned(cluster, there, made);
        until("both are bound", () -> cluster.bound() == 2);
        assertThat(cluster.where().values()).containsOnly("n2");
        assertThat(users(cluster, "c")).containsExactly("podgroups/owner");
        assertThat(users(cluster, "g-made")).containsExactly("podgroups/owner");

        // The next pods of the group find them where they cannot go.
        cluster.api()
                .patch(KubeApi.NODES + "/n2", Map.of("spec", Map.of("unschedulable", true)))
                .well();
        Offered.devices(cluster, "n1", List.of(device("a"), device("b")));
        cluster.api().delete(KubeApi.PODS + "/p0");
        cluster.api().delete(KubeApi.PODS + "/p1");
        until("they are gone", () -> cluster.bound() == 0);
        owned(cluster, there, made);
        until("both are bound", () -> cluster.bound() == 2);
        assertThat(cluster.where().values()).containsOnly("n1");
        assertThat(users(cluster, "c")).containsExactly("podgroups/owner");
        Offered.forget(cluster, "n1");
        Offered.forget(cluster, "n2", "c", "g-made");
    }

    /** Pods of group {@code owner} that claim both, of which the second is made for it. */
    private static void owned(Cluster cluster, Map<String, Object> there, Map<String, Object> made) {
        for (int i = 0; i < 2; i++) {
            cluster.add(member(Cluster.pod("p" + i).spec("resourceClaims", List.of(there, made)), "owner"));
            assertThat(cluster.awaitTold("p" + i)).contains("claim made is not made yet");
        }
        // As the controller of claims says it.
        for (int i = 0; i < 2; i++) {
            Map<String, Object> named = Map.of("name", "made", "resourceClaimName", "g-made");
            cluster.api()
                    .patch(
                            KubeApi.PODS + "/p" + i + "/status",
                            Map.of("status", Map.of("resourceClaimStatuses", List.of(named))))
                    .well();
        }
    }

    @Test
    void aGangThatSharesAClaimIsWholeInTheNextLife(Cluster cluster, @TempDir Path folder) {
        cluster.add(node("n1"));
        Offered.devices(cluster, "n1", List.of(device("a"), device("b")));
        group(cluster, "killed-sharing", 8, List.of());
        cluster.api().post(Offered.CLAIMS, claim("c", Map.of())).well();
        String journal = folder.resolve("journal").toString();
        BerthKube first = cluster.berth("--journal", journal);
        for (int i = 0; i < 7; i++) {
            cluster.add(member(Offered.claiming("p" + i, "c"), "killed-sharing"));
        }
        cluster.awaitTold("p0");
        cluster.add(member(Offered.claiming("p7", "c"), "killed-sharing"));
        UpProcess.pause(25);
        first.process().kill();

        cluster.berth("--journal", journal);
        until("it is whole", () -> cluster.bound() == 8);
        assertThat(Offered.has(cluster, "c")).hasSize(1);
        assertThat(users(cluster, "c")).hasSize(8);
        Offered.forget(cluster, "n1", "c");
    }
}
