package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import io.berth.live.journal.JournalReader;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kubectl prints of a cluster comes to what is recorded of it. */
@OnCluster
class ImportOnClusterTest {
    private static final String GPU = "nvidia.com/gpu";

    @TempDir
    Path folder;

    @Test
    void whatIsImportedIsWhatWasRecorded(Cluster cluster) throws IOException {
        cluster.api()
                .createAll(
                        KubeApi.NODES,
                        Draft.many(2, i -> node("n" + i).label("zone", "z" + i).amount(GPU, "4")));
        cluster.kubelets();
        Path recorded = folder.resolve("recorded");
        try (ServerProcess recorder = berth(
                        "kube",
                        "record",
                        recorded.toString(),
                        "--kubeconfig",
                        cluster.plane().kubeconfig().toString());
                ServerProcess scheduler = cluster.plane().startScheduler()) {
            until("it records", () -> String.join("", recorder.lines()).contains("berth: records the pods"));
            cluster.add(pods());
            until("those that fit run", () -> cluster.bound() == 5);
            until(
                    "all of it is written",
                    () -> told(recorded).values().stream().filter(Told::bound).count() == 5);
            assertThat(scheduler.alive()).isTrue();
            assertThat(recorder.stop()).isZero();
        }
        Path dump = Files.writeString(
                folder.resolve("dump.yaml"), cluster.plane().kubectl("get", "nodes,pods", "-A", "-o", "yaml"));
        Path imported = folder.resolve("imported");
        ServerProcess importing = berth("import", "kubernetes", dump.toString(), "--to", imported.toString());
        assertThat(importing.end()).as(String.join("\n", importing.lines())).isZero();

        assertThat(told(imported.resolve("journal"))).hasSize(6).isEqualTo(told(recorded));
    }

    /** One that does not fit, and five that do and say what they want in different ways. */
    private static Draft[] pods() {
        return new Draft[] {
            pod("plain").amount(GPU, "1"),
            pod("picky").amount(GPU, "1").spec("nodeSelector", Map.of("zone", "z1")),
            pod("tolerant")
                    .amount(GPU, "2")
                    .spec("activeDeadlineSeconds", 900)
                    .spec("tolerations", List.of(Map.of("key", "spot", "operator", "Exists"))),
            pod("apart")
                    .amount("cpu", "2")
                    .label("app", "x")
                    .spec(
                            "affinity",
                            Map.of(
                                    "podAntiAffinity",
                                    Map.of(
                                            "preferredDuringSchedulingIgnoredDuringExecution",
                                            List.of(Map.of(
                                                    "weight",
                                                    7,
                                                    "podAffinityTerm",
                                                    Map.of(
                                                            "topologyKey",
                                                            "zone",
                                                            "labelSelector",
                                                            Map.of("matchLabels", Map.of("app", "x")))))))),
            pod("large").amount(GPU, "6"),
            pod("spread")
                    .amount("cpu", "3")
                    .label("app", "y")
                    .spec(
                            "topologySpreadConstraints",
                            List.of(Map.of(
                                    "maxSkew",
                                    1,
                                    "topologyKey",
                                    "zone",
                                    "whenUnsatisfiable",
                                    "DoNotSchedule",
                                    "labelSelector",
                                    Map.of("matchLabels", Map.of("app", "y")))))
        };
    }

    private static Draft pod(String name) {
        return Draft.pod(name, "default-scheduler");
    }

    private ServerProcess berth(String... words) {
        List<String> all = new ArrayList<>(UpProcess.ofClassPath("--sun-misc-unsafe-memory-access=allow"));
        all.addAll(List.of(words));
        return ServerProcess.start(folder, "berth-" + System.nanoTime(), all);
    }

    /**
     * What a journal tells of a pod: what it asks for, and on which node it is. Nobody records how long it takes who does not know, and
     * which of the devices it has nobody says.
     */
    private record Told(String spec, String where) {
        boolean bound() {
            return !where.isEmpty();
        }
    }

    private static Map<String, Told> told(Path journal) {
        Map<String, Told> told = new TreeMap<>();
        JournalReader.open(journal)
                .forEachRemaining(frame -> frame.events().forEach(event -> {
                    if (event instanceof Event.JobSubmitted made) {
                        told.put(
                                made.spec().name(),
                                new Told(String.valueOf(made.spec().withWork(Nanos.HOUR)), ""));
                    } else if (event instanceof Event.JobFound found) {
                        told.computeIfPresent(
                                found.spec().name(),
                                (_, before) -> new Told(
                                        before.spec(),
                                        "n" + found.placements().getFirst().node()));
                    }
                }));
        return told;
    }
}
