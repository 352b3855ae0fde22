package io.berth.kube.dump;

import static io.berth.kube.dump.ImportedDump.NODE;
import static io.berth.kube.dump.ImportedDump.gpus;
import static io.berth.kube.dump.ImportedDump.over;
import static io.berth.kube.dump.ImportedDump.pod;
import static io.berth.kube.dump.ImportedDump.since;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpImportTest {
    @TempDir
    Path folder;

    private ImportedDump imported(String... objects) {
        return ImportedDump.of(DumpKind.KUBERNETES, folder.resolve("journal"), String.join("", objects));
    }

    @Test
    void podsWaitStartAndEndWhenTheySaySo() {
        ImportedDump done = imported(
                NODE,
                pod("x", "09:00:00", "nodeName: a, " + gpus(4), over("Succeeded", "09:01:00", "11:01:00")),
                pod("y", "09:30:00", "nodeName: a, " + gpus(4), since("Running", "11:02:00")),
                pod("z", "10:00:00", gpus(2), "phase: Pending"),
                pod("f", "08:30:00", "nodeName: a, " + gpus(1), over("Failed", "08:40:00", "08:50:00")));
        assertThat(done.told())
                .containsExactly(
                        "08:30:00 node a",
                        "08:30:00 made team/f of 1 for 10m in team",
                        "08:40:00 team/f at [Placement[node=0, grant=Devices[mask=1]]]",
                        "08:50:00 end 1.0 1",
                        "09:00:00 made team/x of 1 for 2h in team",
                        "09:01:00 team/x at [Placement[node=0, grant=Devices[mask=15]]]",
                        "09:30:00 made team/y of 1 for 1h in team",
                        "10:00:00 made team/z of 1 for 1h in team",
                        "11:01:00 end 2.0 0",
                        "11:02:00 team/y at [Placement[node=0, grant=Devices[mask=15]]]");
    }

    @Test
    void podsThatAreDeletedEndWhenTheyWere() {
        String deleted = "deletionTimestamp: \"2026-03-01T10:00:00Z\"";
        ImportedDump done = imported(
                NODE,
                pod("x", "09:00:00", deleted, "nodeName: a, " + gpus(4), since("Running", "09:01:00")),
                pod("y", "09:30:00", deleted, gpus(4), "phase: Pending"),
                pod(
                        "z",
                        "09:40:00",
                        "",
                        gpus(4),
                        "phase: Failed, conditions: [{type: DisruptionTarget, status: \"True\", lastTransitionTime: \"2026-03-01T09:50:00Z\"}]"));
        assertThat(done.told())
                .containsExactly(
                        "09:00:00 node a",
                        "09:00:00 made team/x of 1 for 59m in team",
                        "09:01:00 team/x at [Placement[node=0, grant=Devices[mask=15]]]",
                        "09:30:00 made team/y of 1 for 1h in team",
                        "09:40:00 made team/z of 1 for 1h in team",
                        "09:50:00 JobCancelled",
                        "10:00:00 end 1.0 1",
                        "10:00:00 JobCancelled");
    }

    @Test
    void podsThatStartTogetherAreOneJob() {
        String gang = "annotations: {berth.io/gang: g, berth.io/gang-min: \"2\"}";
        ImportedDump done = imported(
                NODE,
                pod("g-0", "09:00:00", gang, "nodeName: a, " + gpus(1), over("Succeeded", "09:10:00", "09:20:00")),
                pod("g-1", "09:00:05", gang, "nodeName: a, " + gpus(1), over("Succeeded", "09:10:01", "09:30:00")),
                pod("g-2", "09:00:07", gang, "nodeName: a, " + gpus(1), over("Succeeded", "09:12:00", "09:30:00")),
                pod("g-3", "10:00:00", gang, gpus(2), "phase: Pending"),
                pod("g-4", "10:00:00", gang, gpus(2), "phase: Pending"));
        assertThat(done.told())
                .containsExactly(
                        "09:00:00 node a",
                        "09:00:05 made team/g of 2 for 19m59s in team",
                        "09:00:07 made team/g-2 of 1 for 18m in team",
                        "09:10:01 team/g at [Placement[node=0, grant=Devices[mask=1]], Placement[node=0, grant=Devices[mask=2]]]",
                        "09:12:00 team/g-2 at [Placement[node=0, grant=Devices[mask=4]]]",
                        "09:20:00 end 1.0 0",
                        "09:30:00 end 1.1 0",
                        "09:30:00 end 2.0 0",
                        "10:00:00 made team/g of 2 for 18m in team");
        assertThat(done.done().gangs()).isEqualTo(2);
    }

    @Test
    void aPodGroupSaysHowManyStartTogether() {
        String group = """
                ---
                kind: PodGroup
                apiVersion: scheduling.k8s.io/v1alpha2
                metadata: {name: whole, namespace: team, uid: g1}
                spec: {schedulingPolicy: {gang: {minCount: 2}}}
                """;
        String of = "schedulingGroup: {podGroupName: whole}, ";
        ImportedDump done = imported(
                NODE,
                group,
                pod("w-0", "09:00:00", of + gpus(1), "phase: Pending"),
                pod("w-1", "09:00:05", of + gpus(1), "phase: Pending"));
        assertThat(done.told()).containsExactly("09:00:00 node a", "09:00:05 made team/whole of 2 for 1h in team");
        ImportedDump later = ImportedDump.of(
                DumpKind.KUBERNETES,
                folder.resolve("later"),
                NODE
                        + group.replace("v1alpha2", "v1beta1")
                        + pod("w-0", "09:00:00", of + gpus(1), "phase: Pending")
                        + pod("w-1", "09:00:05", of + gpus(1), "phase: Pending"));
        assertThat(later.told()).isEqualTo(done.told());
    }

    @Test
    void whatHasNotEndedRunsAsItsPodSaysOrOthersDidOrAsIsToldOfAll() {
        String owner = "ownerReferences: [{kind: ReplicaSet, name: web-5d4f8c7b9, uid: rs, controller: true}]";
        ImportedDump done = imported(
                NODE,
                pod("said", "09:00:00", "annotations: {berth.io/run-time: 90m}", gpus(1), "phase: Pending"),
                pod("limited", "09:00:00", "activeDeadlineSeconds: 600, " + gpus(1), "phase: Pending"),
                pod("w-1", "09:00:00", owner, "nodeName: a, " + gpus(1), over("Succeeded", "09:00:00", "09:00:10")),
                pod("w-2", "09:00:00", owner, "nodeName: a, " + gpus(1), over("Failed", "09:00:00", "09:00:20")),
                pod("w-3", "09:00:00", owner, "nodeName: a, " + gpus(1), over("Succeeded", "09:00:00", "09:00:40")),
                pod("w-4", "09:01:00", owner.replace("5d4f8c7b9", "6c8d7f9b45"), gpus(1), "phase: Pending"),
                pod("other", "09:01:00", gpus(1), "phase: Pending"));
        assertThat(done.told())
                .containsExactly(
                        "09:00:00 node a",
                        "09:00:00 made team/limited of 1 for 10m in team",
                        "09:00:00 made team/said of 1 for 1h30m in team",
                        "09:00:00 made team/w-1 of 1 for 10s in team",
                        "09:00:00 made team/w-2 of 1 for 20s in team",
                        "09:00:00 made team/w-3 of 1 for 40s in team",
                        "09:00:00 team/w-1 at [Placement[node=0, grant=Devices[mask=1]]]",
                        "09:00:00 team/w-2 at [Placement[node=0, grant=Devices[mask=2]]]",
                        "09:00:00 team/w-3 at [Placement[node=0, grant=Devices[mask=4]]]",
                        "09:00:10 end 3.0 0",
                        "09:00:20 end 4.0 1",
                        "09:00:40 end 5.0 0",
                        "09:01:00 made team/other of 1 for 1h in team",
                        "09:01:00 made team/w-4 of 1 for 20s in team");
        assertThat(done.notes().lines())
                .containsExactly(
                        "pods that have not ended, and run as --run-time says (1h): 1",
                        "pods that have not ended, and run as long as the median of those of the same owner that ended: 1",
                        "pods that have not ended, and run as their annotation berth.io/run-time says: 1",
                        "pods that have not ended, and run until activeDeadlineSeconds: 1");
    }

    @Test
    void whatSaysTooLittleIsLeftOutAndTold() {
        ImportedDump done = imported(
                NODE,
                pod("elsewhere", "09:00:00", "nodeName: gone, " + gpus(1), since("Running", "09:00:00")),
                pod("x", "09:00:00", gpus(1), "phase: Pending").replace("creationTimestamp", "generateName"),
                pod("held", "09:00:00", "schedulingGates: [{name: example.com/g}], " + gpus(1), "phase: Pending"),
                pod(
                        "claims",
                        "09:00:00",
                        "resourceClaims: [{name: r, resourceClaimName: c}], nodeName: a, " + gpus(1),
                        since("Running", "09:00:00")));
        assertThat(done.told())
                .containsExactly(
                        "09:00:00 node a", "09:00:00 team/claims at [Placement[node=0, grant=Devices[mask=1]]]");
        assertThat(done.notes().lines())
                .containsExactly(
                        "pods left out, as their nodes are not in the dump: 1",
                        "pods left out, as they do not say when they were made (metadata.creationTimestamp): 1",
                        "pods that are held back by a gate, and do not wait: 1",
                        "pods that have not ended, and run as --run-time says (1h): 1",
                        "pods with claims of devices, which are not weighed, and count where they ran: 1");
    }

    @Test
    void aStaticPodNeverWaited() {
        ImportedDump done = imported(
                NODE,
                pod(
                        "proxy-a",
                        "09:00:00",
                        "ownerReferences: [{kind: Node, name: a, uid: node-a, controller: true}]",
                        "nodeName: a, " + gpus(0),
                        since("Running", "09:00:00")));
        assertThat(done.told()).hasSize(2).last().asString().startsWith("09:00:00 team/proxy-a at");
    }

    @Test
    void labelsOfNamespacesAreAskedWhereTheyAreThere() {
        String asks =
                "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone,"
                        + " labelSelector: {}, namespaceSelector: {matchLabels: {kind: batch}}}]}}, ";
        String waits = pod("x", "09:00:00", asks + gpus(1), "phase: Pending");
        ImportedDump without = imported(NODE, waits);
        assertThat(without.told()).containsExactly("09:00:00 node a");
        assertThat(without.notes().lines())
                .contains("pods that ask for labels of namespaces, which are not there, and count where they ran: 1");

        String namespace = """
                ---
                kind: Namespace
                apiVersion: v1
                metadata: {name: team, uid: n1, labels: {kind: batch}}
                """;
        ImportedDump with = ImportedDump.of(DumpKind.KUBERNETES, folder.resolve("with"), NODE + waits + namespace);
        assertThat(with.told()).containsExactly("09:00:00 node a", "09:00:00 made team/x of 1 for 1h in team");
    }

    @Test
    void thoseOfOtherSchedulersCountWhereTheyRun() {
        ImportedDump done = ImportedDump.of(
                DumpKind.KUBERNETES,
                folder.resolve("journal"),
                pod -> pod.spec().scheduler().equals("mine"),
                NODE
                        + pod(
                                "x",
                                "09:00:00",
                                "schedulerName: mine, nodeName: a, " + gpus(1),
                                since("Running", "09:01:00"))
                        + pod(
                                "y",
                                "09:00:00",
                                "schedulerName: other, nodeName: a, " + gpus(1),
                                since("Running", "09:01:00"))
                        + pod("z", "09:00:00", "schedulerName: other, " + gpus(1), "phase: Pending"));
        assertThat(done.told())
                .containsExactly(
                        "09:00:00 node a",
                        "09:00:00 made team/x of 1 for 1h in team",
                        "09:01:00 team/x at [Placement[node=0, grant=Devices[mask=1]]]",
                        "09:01:00 team/y at [Placement[node=0, grant=Devices[mask=2]]]");
    }

    @Test
    void ofAnObjectThatComesTwiceTheLastCounts() {
        ImportedDump done = imported(
                NODE,
                pod("x", "09:00:00", gpus(1), "phase: Pending"),
                pod("x", "09:00:00", "nodeName: a, " + gpus(1), since("Running", "09:01:00")));
        assertThat(done.told())
                .containsExactly(
                        "09:00:00 node a",
                        "09:00:00 made team/x of 1 for 1h in team",
                        "09:01:00 team/x at [Placement[node=0, grant=Devices[mask=1]]]");
    }

    @Test
    void anAnswerOfTheServerSaysOnceWhatItsItemsAre() {
        ImportedDump done = imported("""
                ---
                items:
                - metadata: {name: a, uid: ua, creationTimestamp: "2026-03-01T08:00:00Z"}
                  status: {allocatable: {cpu: "4", pods: "10"}}
                kind: NodeList
                apiVersion: v1
                ---
                kind: PodList
                apiVersion: v1
                items:
                - metadata: {name: p, namespace: team, uid: up, creationTimestamp: "2026-03-01T09:00:00Z"}
                  spec: {containers: [{name: m, resources: {requests: {cpu: "2"}}}]}
                """);
        assertThat(done.told()).containsExactly("09:00:00 node a", "09:00:00 made team/p of 1 for 1h in team");
    }
}
