package io.berth.testkit.kube.queue;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import io.berth.testkit.architecture.Code;
import io.berth.testkit.kube.BerthKube;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.OnCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Berth's own queues: objects with a status, labels of pods and namespaces, or those of the settings. */
@OnCluster
class QueuesOnClusterTest {
    static final Path DEFINITION = Code.checkout().resolve("deploy/helm/berth/crds/queue.yaml");

    private static final String GPU = "nvidia.com/gpu";
    private static final String QUEUES = "/apis/berth.io/v1alpha1/queues";
    private static final String NAMESPACE = "/api/v1/namespaces/default";
    private static final String LABEL = "berth.io/queue";
    private static final String SHARING =
            "{order: priority, place: best-fit, backfill: greedy, share: drf, reclaim: any}";

    @BeforeEach
    void define(Cluster cluster) throws IOException {
        cluster.apply(Files.readString(DEFINITION));
        until("it is served", () -> cluster.api().get(QUEUES).ok());
    }

    @AfterEach
    void clear(Cluster cluster) {
        cluster.api().clear(QUEUES);
        label(cluster, null);
    }

    private static void label(Cluster cluster, Object value) {
        Map<String, Object> labels = new HashMap<>();
        labels.put(LABEL, value);
        cluster.api()
                .patch(NAMESPACE, Map.of("metadata", Map.of("labels", labels)))
                .well();
    }

    private static Draft pod(String name) {
        return Cluster.pod(name).amount(GPU, "1");
    }

    private static long boundOf(Cluster cluster, String prefix) {
        return cluster.where().entrySet().stream()
                .filter(pod ->
                        pod.getKey().startsWith(prefix) && !pod.getValue().isEmpty())
                .count();
    }

    private static String status(Cluster cluster, String queue, String... keys) {
        Tree status = cluster.api().get(QUEUES + "/" + queue).well().tree().get("status");
        return status == null ? "" : KubeApi.text(status, keys);
    }

    @Test
    void queuesAreKeptAndSayWhatTheirPodsHold(Cluster cluster) {
        cluster.add(node("n1").amount(GPU, "8"));
        cluster.kubelets();
        cluster.apply("""
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: research}
                spec: {quota: {gpu: 50%}}
                ---
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: vision}
                spec: {parent: research, weight: 2, limit: {gpu: 6}}
                ---
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: prod}
                spec: {quota: {gpu: 4}}
                """);
        cluster.berth("--strategy", SHARING);
        label(cluster, "vision");
        IntStream.range(0, 7).forEach(i -> cluster.add(pod("v-" + i)));
        until("as many as its limit says", () -> boundOf(cluster, "v-") == 6);
        until(
                "its status says so",
                () -> status(cluster, "vision", "used", "gpu").equals("6"));
        until("and what waits", () -> status(cluster, "vision", "waiting").equals("1"));
        assertThat(status(cluster, "vision", "borrowed", "gpu")).isEqualTo("2");
        assertThat(status(cluster, "vision", "quota", "gpu")).isEqualTo("4");
        assertThat(status(cluster, "vision", "why")).contains("at its limit");
        assertThat(status(cluster, "research", "running")).isEqualTo("6");

        // A pod names its queue by itself; what was lent comes back.
        IntStream.range(0, 4).forEach(i -> cluster.add(pod("p-" + i).label(LABEL, "prod")));
        until("its quota is back", () -> boundOf(cluster, "p-") == 4);
        until("it is told", () -> status(cluster, "prod", "used", "gpu").equals("4"));
        assertThat(boundOf(cluster, "v-")).isEqualTo(4);
    }

    @Test
    void whoMayNotBeInAQueueHearsSoAndOneThatHangsOnNothingToo(Cluster cluster) {
        cluster.add(node("n1").amount(GPU, "8"));
        cluster.apply("""
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: closed}
                spec: {namespaceSelector: {matchLabels: {team: none}}}
                ---
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: orphan}
                spec: {parent: nobody}
                ---
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: default}
                """);
        cluster.berth();
        cluster.add(
                pod("first").label(LABEL, "closed"),
                pod("second").label(LABEL, "orphan"),
                pod("third").label(LABEL, "dafault"),
                pod("fourth"));
        assertThat(cluster.awaitBound("fourth")).isEqualTo("n1");
        assertThat(cluster.awaitTold("first")).contains("pods of namespace default may not be in queue closed");
        assertThat(cluster.awaitTold("second")).contains("queue orphan is below nobody, which is not there");
        assertThat(cluster.awaitTold("third")).contains("in a queue that is not declared");
        until("the queue says it too", () -> status(cluster, "orphan", "why").contains("below nobody"));

        // What is mended starts who waited for it.
        Map<String, Object> none = new HashMap<>();
        none.put("parent", null);
        cluster.api().patch(QUEUES + "/orphan", Map.of("spec", none)).well();
        cluster.awaitBound("second");
        none.put("namespaceSelector", null);
        cluster.api().patch(QUEUES + "/closed", Map.of("spec", none)).well();
        cluster.awaitBound("first");
        cluster.apply("""
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: dafault}
                """);
        cluster.awaitBound("third");
    }

    @Test
    void theSettingsMaySayThemInPlaceOfObjects(Cluster cluster, @TempDir Path folder) {
        cluster.add(node("n1").amount(GPU, "8"));
        Path settings = folder.resolve("kube.yaml");
        try {
            Files.writeString(settings, "queues: [{name: team, limit: {gpu: 1}}, {name: default, limit: {gpu: 2}}]");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Path journal = folder.resolve("journal");
        BerthKube berth = cluster.berth("--config", settings.toString(), "--journal", journal.toString());
        IntStream.range(0, 2).forEach(i -> cluster.add(pod("t-" + i).label(LABEL, "team")));
        IntStream.range(0, 3).forEach(i -> cluster.add(pod("d-" + i)));
        until("each within its limit", () -> boundOf(cluster, "t-") == 1 && boundOf(cluster, "d-") == 2);

        // Whoever goes on without them has none: what waits starts.
        berth.close();
        cluster.berth("--journal", journal.toString());
        until("nothing keeps them", () -> cluster.bound() == 5);
    }
}
