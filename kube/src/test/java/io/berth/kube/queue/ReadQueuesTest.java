package io.berth.kube.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.queue.QueueTree;
import io.berth.kube.object.JsonObject;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What objects of four projects say of queues, as queues of the core. */
class ReadQueuesTest {
    private static DeclaredQueues read(String project, String... objects) {
        QueueObjects all = new QueueObjects();
        for (String object : objects) {
            Tree tree = TreeReader.read(Source.text("object", object));
            all.put(tree.require("kind").text(), JsonObject.of(tree));
        }
        DeclaredQueues read = QueueConventions.named(project).read(all);
        new QueueTree(read.queues());
        return read;
    }

    private static QueueSpec queue(DeclaredQueues queues, String name) {
        return queues.queues().stream()
                .filter(queue -> queue.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String clusterQueue(String name, String spec) {
        return "{kind: ClusterQueue, metadata: {name: %s}, spec: {namespaceSelector: {}, %s}}".formatted(name, spec);
    }

    private static String group(String flavor, String... resources) {
        return "{coveredResources: [x], flavors: [{name: %s, resources: [%s]}]}"
                .formatted(flavor, String.join(", ", resources));
    }

    private static final String FLAVOR = "{kind: ResourceFlavor, metadata: {name: f}, spec: {}}";

    @Test
    void whatACohortHasItselfIsInCommonAndNothingLeavesTheTree() {
        DeclaredQueues read = read(
                "kueue",
                FLAVOR,
                clusterQueue(
                        "a",
                        "cohortName: all, resourceGroups: ["
                                + group("f", "{name: cpu, nominalQuota: 1500m, borrowingLimit: 2, lendingLimit: 500m}")
                                + "]"),
                clusterQueue(
                        "b",
                        "cohort: all, fairSharing: {weight: 500m}, resourceGroups: ["
                                + group("f", "{name: cpu, nominalQuota: 1}") + "]"),
                "{kind: Cohort, metadata: {name: all}, spec: {resourceGroups: ["
                        + group("f", "{name: cpu, nominalQuota: 4}") + "]}}");
        assertThat(queue(read, "a").parent()).isEqualTo("cohort/all");
        assertThat(queue(read, "a").quota()).containsEntry("cpu", QueueAmount.of(1_500));
        assertThat(queue(read, "a").borrow()).containsEntry("cpu", QueueAmount.of(2_000));
        assertThat(queue(read, "a").lend()).containsEntry("cpu", QueueAmount.of(500));
        assertThat(queue(read, "b").weightMilli()).isEqualTo(500);
        assertThat(queue(read, "b").borrow()).isEmpty();
        assertThat(queue(read, "cohort/all").quota()).containsEntry("cpu", QueueAmount.of(6_500));
        assertThat(queue(read, "cohort/all").borrow()).containsEntry("cpu", QueueAmount.of(0));
        assertThat(queue(read, "cohort/all").lend()).containsEntry("cpu", QueueAmount.of(0));
    }

    @Test
    void aResourceThatAClusterQueueDoesNotCoverIsNotForIt() {
        DeclaredQueues read = read(
                "kueue",
                FLAVOR,
                clusterQueue("a", "resourceGroups: [" + group("f", "{name: nvidia.com/gpu, nominalQuota: 2}") + "]"),
                clusterQueue("b", "resourceGroups: [" + group("f", "{name: memory, nominalQuota: 1Gi}") + "]"));
        assertThat(queue(read, "a").limit()).containsOnly(Map.entry("memory", QueueAmount.of(0)));
        assertThat(queue(read, "a").quota()).containsEntry("gpu", QueueAmount.of(2_000));
        assertThat(queue(read, "b").limit()).containsOnly(Map.entry("gpu", QueueAmount.of(0)));
    }

    @Test
    void flavorsAreOneTogetherAndThatIsSaid() {
        DeclaredQueues read = read(
                "kueue",
                FLAVOR,
                "{kind: ResourceFlavor, metadata: {name: g}, spec: {nodeLabels: {pool: g}}}",
                clusterQueue(
                        "a",
                        "cohortName: all, stopPolicy: HoldAndDrain, queueingStrategy: StrictFIFO,"
                                + " preemption: {reclaimWithinCohort: Any},"
                                + " resourceGroups: [{coveredResources: [nvidia.com/gpu, pods], flavors: ["
                                + "{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 2, borrowingLimit: 1}, {name: pods, nominalQuota: 5}]},"
                                + "{name: g, resources: [{name: nvidia.com/gpu, nominalQuota: 3, lendingLimit: 1}]}]}]"));
        assertThat(queue(read, "a").quota()).containsOnly(Map.entry("gpu", QueueAmount.of(5_000)));
        assertThat(queue(read, "a").borrow()).isEmpty();
        assertThat(queue(read, "a").lend()).containsEntry("gpu", QueueAmount.of(3_000));
        assertThat(read.closed()).containsEntry("a", "ClusterQueue a is held (stopPolicy HoldAndDrain)");
        assertThat(read.notes())
                .anyMatch(note -> note.startsWith("quotas of several flavors are one together"))
                .anyMatch(note -> note.startsWith("quotas of these are not kept: pods"))
                .anyMatch(note -> note.contains("StrictFIFO") || note.contains("queueingStrategy"))
                .anyMatch(note -> note.contains("preemption.reclaimWithinCohort"));
    }

    @Test
    void whatCannotBeKeepsItsPodsAndNobodyElses() {
        DeclaredQueues read = read(
                "kueue",
                FLAVOR,
                clusterQueue("good", "resourceGroups: [" + group("f", "{name: cpu, nominalQuota: 1}") + "]"),
                clusterQueue("bad", "resourceGroups: [" + group("f", "{name: cpu, nominalQuota: many}") + "]"),
                clusterQueue("lost", "resourceGroups: [" + group("gone", "{name: cpu, nominalQuota: 1}") + "]"),
                clusterQueue("round", "cohortName: x"),
                "{kind: Cohort, metadata: {name: good}, spec: {resourceGroups: ["
                        + group("f", "{name: cpu, nominalQuota: -1}") + "]}}",
                "{kind: Cohort, metadata: {name: x}, spec: {parentName: y}}",
                "{kind: Cohort, metadata: {name: y}, spec: {parentName: x}}",
                "{kind: ClusterQueue, metadata: {name: nobodys}, spec: {}}",
                "{kind: LocalQueue, metadata: {name: q, namespace: n}, spec: {clusterQueue: none}}");
        assertThat(read.queues()).extracting(QueueSpec::name).contains("good").doesNotContain("bad", "round");
        assertThat(read.closed().keySet()).contains("bad", "lost", "round", "nobodys", "n/q", "cohort/good");
        assertThat(read.closed()).doesNotContainKey("good");
        assertThat(read.closed().get("round")).contains("circle");
        assertThat(read.closed().get("lost")).contains("flavor gone");
        assertThat(read.closed().get("bad"))
                .startsWith("queue bad cannot be read: ")
                .contains("many");
        assertThat(read.notes()).contains(read.closed().get("bad"));
    }

    @Test
    void devicesOfSeveralMakersAreCountedByTheirNames() {
        DeclaredQueues read = read(
                "kueue",
                FLAVOR,
                clusterQueue("a", "resourceGroups: [" + group("f", "{name: nvidia.com/gpu, nominalQuota: 2}") + "]"),
                clusterQueue("b", "resourceGroups: [" + group("f", "{name: amd.com/gpu, nominalQuota: 2}") + "]"));
        assertThat(queue(read, "a").quota()).containsEntry("nvidia.com/gpu", QueueAmount.of(2));
        assertThat(queue(read, "b").quota()).containsEntry("amd.com/gpu", QueueAmount.of(2));
    }

    @Test
    void queuesOfVolcanoHaveWhatTheyDeserveAndKeepWhatIsGuaranteed() {
        DeclaredQueues read = read(
                "volcano",
                "{kind: Queue, metadata: {name: root}, spec: {weight: 1}}",
                "{kind: Queue, metadata: {name: org}, spec: {parent: root, weight: 3, deserved: {nvidia.com/gpu: 8}, capability: {nvidia.com/gpu: 12}}}",
                "{kind: Queue, metadata: {name: team}, spec: {parent: org, reclaimable: false, deserved: {nvidia.com/gpu: 4},"
                        + " guarantee: {resource: {nvidia.com/gpu: 1}}}}",
                "{kind: Queue, metadata: {name: off}, spec: {}, status: {state: Closed}}",
                "{kind: Queue, metadata: {name: orphan}, spec: {parent: nobody}}");
        assertThat(queue(read, "org").parent()).isEmpty();
        assertThat(queue(read, "org").weightMilli()).isEqualTo(3_000);
        assertThat(queue(read, "org").limit()).containsEntry("gpu", QueueAmount.of(12_000));
        assertThat(queue(read, "team").lend()).containsEntry("gpu", QueueAmount.of(3_000));
        assertThat(read.closed().keySet()).containsExactly("off", "orphan");
        assertThat(read.notes()).anyMatch(note -> note.contains("reclaimable: false") && note.endsWith("team"));
    }

    @Test
    void withoutDesertsTheWeightsAreParts() {
        DeclaredQueues read = read(
                "volcano",
                "{kind: Queue, metadata: {name: a}, spec: {weight: 3}}",
                "{kind: Queue, metadata: {name: b}, spec: {weight: 1}}");
        assertThat(queue(read, "a").quota()).containsEntry("gpu", QueueAmount.part(750_000));
        assertThat(queue(read, "b").quota()).containsEntry("cpu", QueueAmount.part(250_000));
    }

    @Test
    void queuesOfKaiHaveTheirUnits() {
        DeclaredQueues read = read(
                "kai",
                "{kind: Queue, metadata: {name: dept}, spec: {resources: {gpu: {quota: -1, limit: -1, overQuotaWeight: 1},"
                        + " cpu: {quota: -1, limit: -1, overQuotaWeight: 1}, memory: {quota: -1, limit: -1, overQuotaWeight: 1}}}}",
                "{kind: Queue, metadata: {name: team}, spec: {parentQueue: dept, priority: 5, resources: {gpu: {quota: 1.5, limit: 4, overQuotaWeight: 2},"
                        + " cpu: {quota: 1000, limit: -1, overQuotaWeight: 0}, memory: {quota: 10, limit: -1}}}}",
                "{kind: Queue, metadata: {name: bare}, spec: {parentQueue: dept}}");
        assertThat(queue(read, "dept").quota()).containsEntry("gpu", QueueAmount.part(1_000_000));
        assertThat(queue(read, "dept").limit()).isEmpty();
        QueueSpec team = queue(read, "team");
        assertThat(team.quota())
                .containsEntry("gpu", QueueAmount.of(1_500))
                .containsEntry("cpu", QueueAmount.of(1_000))
                .containsEntry("memory", QueueAmount.of(10_000_000));
        assertThat(team.limit()).containsOnly(Map.entry("gpu", QueueAmount.of(4_000)));
        assertThat(team.borrow()).containsOnlyKeys("cpu", "memory");
        assertThat(team.weightMilli()).isEqualTo(2_000);
        assertThat(queue(read, "bare").limit()).containsEntry("gpu", QueueAmount.of(0));
        assertThat(read.notes()).containsExactly("priority of queues does not count: team");
    }

    @Test
    void queuesOfBerthAreAsInItsSettings() {
        DeclaredQueues read = read(
                "berth",
                "{kind: Queue, metadata: {name: org}, spec: {quota: {gpu: 50%}}}",
                "{kind: Queue, metadata: {name: team}, spec: {parent: org, weight: 2, limit: {gpu: 8, cpu: 0.5},"
                        + " namespaceSelector: {matchLabels: {team: x}}}}",
                "{kind: Queue, metadata: {name: odd}, spec: {quota: {gpus: 8}}}",
                "{kind: Queue, metadata: {name: bare}}");
        assertThat(queue(read, "org").quota()).containsEntry("gpu", QueueAmount.part(500_000));
        assertThat(queue(read, "team").limit())
                .containsEntry("gpu", QueueAmount.of(8_000))
                .containsEntry("cpu", QueueAmount.of(500));
        assertThat(read.doors()).containsOnlyKeys("team");
        assertThat(read.closed().get("odd")).contains("gpus", "gpu, cpu, memory");
        assertThat(queue(read, "bare")).isEqualTo(QueueSpec.of("bare"));
        assertThat(List.copyOf(read.closed().keySet())).containsExactly("odd");
    }
}
