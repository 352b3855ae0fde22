package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import io.berth.testkit.real.UpProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beside kube-scheduler, by somebody who may read alone. */
@OnCluster
class ShadowOnClusterTest {
    private static final int PODS = 12;

    @TempDir
    Path folder;

    @Test
    void whatItReportsIsWhatItsJournalTellsAndNothingIsWritten(Cluster cluster) {
        cluster.api().createAll(KubeApi.NODES, Draft.many(2, i -> node("n" + i).amount("nvidia.com/gpu", "4")));
        Path reader = cluster.plane()
                .kubeconfig("reader", account(cluster), cluster.plane().address());
        String journal = folder.resolve("days").toString();
        try (ServerProcess shadow = berth("shadow", journal, "--kubeconfig", reader.toString(), "--every", "2s");
                ServerProcess scheduler = cluster.plane().startScheduler()) {
            until("it records", () -> said(shadow).contains("berth: records the pods"));
            cluster.api()
                    .createAll(
                            KubeApi.PODS,
                            Draft.many(
                                    PODS,
                                    i -> Draft.pod("p" + i, "default-scheduler").amount("nvidia.com/gpu", "1")));
            until("the starts of 8, that fit, are written", () -> said(shadow).contains("of 8 starts"));
            List<String> bound = cluster.where().entrySet().stream()
                    .filter(pod -> !pod.getValue().isEmpty())
                    .map(Map.Entry::getKey)
                    .limit(4)
                    .toList();
            cluster.api().deleteAll(KubeApi.PODS, bound);
            until("those of the others too", () -> said(shadow).contains("of " + PODS + " starts"));

            assertThat(shadow.stop()).isZero();
            String last = said(shadow);
            assertThat(last.substring(last.lastIndexOf(journal + " from ")).strip())
                    .isEqualTo(ended("report", journal));
            assertThat(last).contains("of " + PODS + " starts " + PODS + " were decided again");
            assertThat(shadow.lines()).noneMatch(line -> line.contains("cannot"));
            assertThat(scheduler.alive()).isTrue();
        }
        Tree report = JsonReader.read(Source.text("report", ended("report", journal, "--json")));
        assertThat(report.require("report").require("was").require("started").text())
                .isEqualTo(Integer.toString(PODS));
    }

    private static String said(ServerProcess process) {
        return String.join("\n", process.lines());
    }

    private String ended(String... words) {
        ServerProcess process = berth(words);
        assertThat(process.end()).isZero();
        return said(process).strip();
    }

    private ServerProcess berth(String... words) {
        List<String> all = new ArrayList<>(UpProcess.ofClassPath("--sun-misc-unsafe-memory-access=allow"));
        all.add("kube");
        all.addAll(List.of(words));
        return ServerProcess.start(folder, "berth-" + System.nanoTime(), all);
    }

    /** The token of an account that may read nodes and pods, and nothing else. */
    private static String account(Cluster cluster) {
        cluster.apply("""
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: shadow, namespace: kube-system}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: shadow}
                rules:
                  - {apiGroups: [""], resources: [nodes, pods], verbs: [list, watch]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: shadow}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: shadow}
                subjects: [{kind: ServiceAccount, name: shadow, namespace: kube-system}]
                """);
        return cluster.plane().serviceAccountToken("kube-system", "shadow");
    }
}
