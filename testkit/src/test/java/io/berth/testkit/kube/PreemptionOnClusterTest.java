package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.DisruptionBudget;
import io.berth.live.journal.RecoveredJournal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods that make room for others; the test says how many may go, which a controller does elsewhere. */
@OnCluster
class PreemptionOnClusterTest {
    private static final String GPU = "nvidia.com/gpu";
    private static final String PREEMPTING = "{order: {priority: {aging: 0}}, place: best-fit, preempt: by-order}";
    private static final String BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    private static final List<String> CLASSES = List.of("low", "middle", "high", "highest");

    private static void priorities(Cluster cluster) {
        StringBuilder classes = new StringBuilder();
        for (int i = 0; i < CLASSES.size(); i++) {
            classes.append("""
                    ---
                    apiVersion: scheduling.k8s.io/v1
                    kind: PriorityClass
                    metadata: {name: test-%s}
                    value: %d
                    """.formatted(CLASSES.get(i), 10 * (i + 1)));
        }
        cluster.apply(classes.toString());
    }

    @AfterEach
    void clear(Cluster cluster) {
        cluster.api().clear(BUDGETS);
        cluster.api()
                .deleteAll(
                        "/apis/scheduling.k8s.io/v1/priorityclasses",
                        CLASSES.stream().map(name -> "test-" + name).toList());
    }

    private static Draft pod(String name, String app, String priority) {
        return Cluster.pod(name)
                .label("app", app)
                .spec("priorityClassName", "test-" + priority)
                .amount(GPU, "2");
    }

    private static void allows(Cluster cluster, int count) {
        cluster.plane()
                .kubectl(
                        "patch",
                        "poddisruptionbudget",
                        "web",
                        "--subresource=status",
                        "--type=merge",
                        "-p",
                        "{\"status\": {\"disruptionsAllowed\": " + count
                                + ", \"currentHealthy\": 1, \"desiredHealthy\": 1, \"expectedPods\": 1}}");
    }

    /** How many the Berth that writes {@code journal} knows that may go. */
    private static long allowed(Path journal) {
        DisruptionBudget budget = RecoveredJournal.read(journal).budgets().get("default/web");
        return budget == null ? -1 : budget.allowed();
    }

    @Test
    void whileRoomIsMadeThePodSaysWhere(Cluster cluster) {
        priorities(cluster);
        cluster.add(node("a").amount(GPU, "1"), node("b").amount(GPU, "2"));
        cluster.berth("--strategy", PREEMPTING);
        cluster.add(pod("batch", "batch", "low"));
        cluster.awaitBound("batch");

        // Nobody is there who would confirm that it stopped.
        cluster.add(pod("urgent", "batch", "high"));
        assertThat(cluster.awaitTold("urgent")).contains("make room for it");
        until("it says where", () -> nominated(cluster, "urgent").equals("b"));

        cluster.plane().kubectl("delete", "pod", "batch", "--grace-period=0", "--force");
        assertThat(cluster.awaitBound("urgent")).isEqualTo("b");
    }

    private static String nominated(Cluster cluster, String pod) {
        return cluster.plane().kubectl("get", "pod", pod, "-o", "jsonpath={.status.nominatedNodeName}");
    }

    @Test
    void whoHasABudgetGoesLastAndAsManyAsItAllows(Cluster cluster, @TempDir Path folder) {
        priorities(cluster);
        cluster.add(node("a").amount(GPU, "2"), node("b").amount(GPU, "2"));
        cluster.kubelets();
        cluster.apply("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: web, namespace: default}
                spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
                """);
        allows(cluster, 0);
        Path journal = folder.resolve("journal");
        cluster.berth("--strategy", PREEMPTING, "--journal", journal.toString());
        cluster.add(pod("web", "web", "low"), pod("batch", "batch", "middle"));
        until("both run", () -> cluster.bound() == 2);

        cluster.add(pod("urgent", "batch", "high"));
        cluster.awaitBound("urgent");
        assertThat(cluster.where()).containsKeys("web").doesNotContainKey("batch");
        until("it is told", () -> cluster.events("batch").stream().anyMatch(event -> event.startsWith("Preempted")));

        allows(cluster, 1);
        until("that is heard", () -> allowed(journal) == 1);
        cluster.add(pod("next", "batch", "highest"));
        cluster.awaitBound("next");
        assertThat(cluster.where()).containsKeys("urgent").doesNotContainKey("web");
    }
}
