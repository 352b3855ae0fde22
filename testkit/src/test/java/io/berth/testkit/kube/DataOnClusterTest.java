package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Data sets that pods read, held by nodes whose labels say so, and the network by which they would be brought. */
@OnCluster
class DataOnClusterTest {
    /** An hour over the network that is told: a pod that may wait for its data does so for as long as the test takes. */
    private static final String SETTINGS = """
            strategy: "{order: priority, place: [data-local, best-fit], backfill: greedy, delay: for-data}"
            data:
              - {name: faces, size: 4500G}
              - {name: words, size: 100G, label: fluid.io/s-team-words}
            network: {cluster: 1.25G}
            """;

    private static Path settings(Cluster cluster) {
        try {
            return Files.writeString(cluster.plane().folder().resolve("data.yaml"), SETTINGS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Draft reading(String name, String data) {
        return pod(name).metadata("annotations", Map.of("berth.io/data", data)).amount("nvidia.com/gpu", "1");
    }

    private static void label(Cluster cluster, String node, String key, Object value) {
        Map<String, Object> labels = new HashMap<>();
        labels.put(key, value);
        cluster.api()
                .patch(KubeApi.NODES + "/" + node, Map.of("metadata", Map.of("labels", labels)))
                .well();
    }

    @Test
    void podsGoToTheirDataOrWaitForItNoLongerThanBringingItTakes(Cluster cluster)
            throws IOException, InterruptedException {
        cluster.add(
                node("n1").amount("nvidia.com/gpu", "2"),
                node("n2").amount("nvidia.com/gpu", "1").label("data.berth.io/faces", "true"),
                node("n3").amount("nvidia.com/gpu", "1").label("fluid.io/s-team-words", "true"));
        Path journal = cluster.plane().folder().resolve("data-journal");
        BerthKube berth = cluster.berth("--config", settings(cluster).toString(), "--journal", journal.toString());
        cluster.add(reading("words", "words"), reading("faces", "faces"));
        assertThat(cluster.awaitBound("words")).isEqualTo("n3");
        assertThat(cluster.awaitBound("faces")).isEqualTo("n2");

        // There is room elsewhere, where the data would have to be brought for an hour.
        cluster.add(reading("more-faces", "faces"));
        cluster.awaitTold("more-faces");
        cluster.add(reading("odd", "fases"));
        assertThat(cluster.awaitBound("odd")).isEqualTo("n1");
        Cluster.until(
                "it is said what is wrong",
                () -> !berth.said("names fases, of which").isEmpty());
        assertThat(cluster.where().get("more-faces")).isEmpty();

        // A cache brought it: the label says so.
        label(cluster, "n1", "data.berth.io/faces", "true");
        assertThat(cluster.awaitBound("more-faces")).isEqualTo("n1");

        berth.close();
        assertThat(redecided(journal)).isZero();
    }

    /** What the journal's command ends with: 0 where all that was decided is decided again. */
    private static int redecided(Path journal) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(UpProcess.ofClassPath());
        words.addAll(List.of("replay", journal.toString(), "--redecide"));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(Path.of(journal + ".replayed").toFile())
                .start()
                .waitFor();
    }
}
