package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is applied to have Berth in a cluster: the server takes it, and what it grants is what Berth asks for. */
@OnCluster
class ManifestsOnClusterTest {
    private static final String QUEUES = "/apis/berth.io/v1alpha1/queues";
    private static final String NAMESPACE = "berth-system";
    private static final String RIGHTS = "/apis/rbac.authorization.k8s.io/v1";

    /** Asked for where the answer to a binding was lost, which KubeWorldTest has. */
    private static final String AFTER_A_LOSS = "get pods";

    /** Asked for by the server itself, beside the right to change statuses (pkg/registry/resource, AuthorizedForBinding), which it does not note. */
    private static final String WITH_STATUSES = "patch resourceclaims/binding of resource.k8s.io";

    @Test
    void theServerTakesThemAndThePodIsOneWithoutRightsAtItsNode(Cluster cluster) throws IOException {
        assertThat(cluster.plane().apply(Manifests.FILE).lines())
                .allMatch(line -> line.endsWith(" serverside-applied"))
                .hasSize(Manifests.documents());

        String template = cluster.plane()
                .kubectl("get", "deployment", "berth", "-n", NAMESPACE, "-o", "jsonpath={.spec.template}");
        Path file = Files.writeString(
                cluster.plane().folder().resolve("pod.json"),
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
                        + template.replaceFirst("\"metadata\":\\{", "$0\"name\":\"it\",")
                                .substring(1));
        String said = cluster.plane().kubectl("create", "--dry-run=server", "-n", NAMESPACE, "-f", file.toString());

        // The namespace takes only pods of the restricted profile.
        assertThat(said).isEqualToIgnoringNewLines("pod/it created (server dry run)");
    }

    @Test
    void whatTheyGrantIsWhatIsAskedFor(Cluster cluster) throws IOException {
        cluster.plane().apply(Manifests.FILE);
        until("its kind is served", () -> cluster.api().get(QUEUES).ok());
        String token = cluster.plane().serviceAccountToken(NAMESPACE, "berth");
        cluster.add(node("n").amount("nvidia.com/gpu", "1").label("kubernetes.io/hostname", "n"));
        BerthKube berth = cluster.launch(token, "--config", config(cluster).toString(), "--probe-port", "0")
                .awaitReady();

        cluster.add(pod("fits").amount("nvidia.com/gpu", "1"));
        cluster.awaitBound("fits");
        cluster.add(pod("waits").amount("nvidia.com/gpu", "1"));
        cluster.awaitTold("waits");
        until("an event is written", () -> !cluster.events("waits").isEmpty());
        asksForVolumes(cluster);
        asksForDevices(cluster);
        asksForGroups(cluster);
        asksForQueues(cluster);
        assertThat(berth.process().stop()).isZero();
        Stored.forget(cluster, "there", "v");
        Stored.forget(cluster, "made", "v");
        Offered.forget(cluster, "n", "gpu");

        Set<String> asked = new TreeSet<>(Set.of(AFTER_A_LOSS, WITH_STATUSES));
        for (Tree call : calls(cluster)) {
            assertThat(KubeApi.text(call, "responseStatus", "code"))
                    .as(KubeApi.text(call, "requestURI"))
                    .isNotEqualTo("403");
            // Which groups of objects there are, whoever is known to the server may ask (system:discovery).
            if (!KubeApi.text(call, "objectRef", "resource").isEmpty()) {
                asked.add(asked(call));
            }
        }
        assertThat(asked).isEqualTo(granted(cluster));
        assertThat(berth.said("cannot")).allMatch(line -> line.endsWith("pod default/named to n: the pod is gone"));
        assertThat(berth.said(token)).isEmpty();
    }

    /** A claim gets a volume that is there, another one that is made for the node. */
    private static void asksForVolumes(Cluster cluster) {
        Stored.storageClass(cluster, "there", "kubernetes.io/no-provisioner");
        Stored.storageClass(cluster, "made", "csi.example.com");
        cluster.api().post(Stored.VOLUMES, Stored.volume("v", "there", "n")).well();
        cluster.api()
                .patch(Stored.VOLUMES + "/v/status", Map.of("status", Map.of("phase", "Available")))
                .well();
        cluster.api().post(Stored.CLAIMS, Stored.claim("data", "there")).well();
        cluster.api().post(Stored.CLAIMS, Stored.claim("logs", "made")).well();
        cluster.add(pod("claiming").spec("volumes", List.of(claimed("data"), claimed("logs"))));
        until(
                "the volume is given",
                () -> KubeApi.text(cluster.api().get(Stored.VOLUMES + "/v").tree(), "spec", "claimRef", "name")
                        .equals("data"));
        until(
                "the node is told",
                () -> KubeApi.text(
                                cluster.api().get(Stored.CLAIMS + "/logs").tree(),
                                "metadata",
                                "annotations",
                                "volume.kubernetes.io/selected-node")
                        .equals("n"));
    }

    /** A claim gets a device of the node; a pod that asks for one by the name of a resource is deleted before it is prepared. */
    private static void asksForDevices(Cluster cluster) {
        Offered.devices(
                cluster,
                "n",
                List.of(
                        Map.of("name", "d"),
                        Map.of(
                                "name",
                                "e",
                                "bindingConditions",
                                List.of("ready"),
                                "bindingFailureConditions",
                                List.of("broken"))));
        cluster.api().post(Offered.CLAIMS, Offered.claim("gpu", Map.of())).well();
        cluster.add(Offered.claiming("prepared", "gpu"));
        cluster.awaitBound("prepared");
        cluster.add(pod("named").amount("deviceclass.resource.kubernetes.io/gpu", "1"));
        until("a claim is made", () -> cluster.api().list(Offered.CLAIMS).size() == 2);
        until(
                "its pod is told",
                () -> !KubeApi.text(
                                cluster.get("named").require("status"),
                                "extendedResourceClaimStatus",
                                "resourceClaimName")
                        .isEmpty());
        cluster.api().delete(KubeApi.PODS + "/named").well();
        until("the claim is deleted", () -> cluster.api().list(Offered.CLAIMS).size() == 1);
    }

    /** A PodGroup is told that it started. */
    private static void asksForGroups(Cluster cluster) {
        ServedGroups groups = cluster.plane().groups();
        Map<String, Object> each = Map.of("schedulingPolicy", Map.of("basic", Map.of()));
        cluster.api().post(groups.path(), groups.document("granted", each)).well();
        cluster.add(pod("member").spec("schedulingGroup", Map.of("podGroupName", "granted")));
        until("the group is told", () -> groups.told(cluster.api(), "granted").startsWith("True"));
    }

    /** A queue is told what its pods hold; what is in none that is declared waits from then on. */
    private static void asksForQueues(Cluster cluster) {
        cluster.apply("""
                apiVersion: berth.io/v1alpha1
                kind: Queue
                metadata: {name: default}
                spec: {quota: {gpu: 1}}
                """);
        try {
            until(
                    "the queue is told",
                    () -> KubeApi.text(
                                    cluster.api()
                                            .get(QUEUES + "/default")
                                            .well()
                                            .tree(),
                                    "status",
                                    "used",
                                    "gpu")
                            .equals("1"));
        } finally {
            cluster.api().clear(QUEUES);
        }
    }

    private static Map<String, Object> claimed(String name) {
        return Map.of("name", name, "persistentVolumeClaim", Map.of("claimName", name));
    }

    /** The file that the pods read. */
    private static Path config(Cluster cluster) throws IOException {
        String text = cluster.plane()
                .kubectl("get", "configmap", "berth", "-n", NAMESPACE, "-o", "jsonpath={.data.kube\\.yaml}");
        return Files.writeString(cluster.plane().folder().resolve("kube.yaml"), text);
    }

    /** What the account asked the server for, as that noted it. */
    private static List<Tree> calls(Cluster cluster) throws IOException {
        return Files.readAllLines(cluster.plane().auditLog()).stream()
                .map(line -> JsonReader.read(Source.text("audit", line)))
                .filter(call -> KubeApi.text(call, "user", "username").endsWith(":" + NAMESPACE + ":berth"))
                .toList();
    }

    private static String asked(Tree call) {
        String below = KubeApi.text(call, "objectRef", "subresource");
        return right(
                KubeApi.text(call, "verb"),
                KubeApi.text(call, "objectRef", "resource") + (below.isEmpty() ? "" : "/" + below),
                KubeApi.text(call, "objectRef", "apiGroup"));
    }

    private static String right(String verb, String resource, String group) {
        return verb + " " + resource + (group.isEmpty() ? "" : " of " + group);
    }

    private static Set<String> granted(Cluster cluster) {
        return Stream.of("/clusterroles/berth", "/namespaces/" + NAMESPACE + "/roles/berth")
                .flatMap(role -> cluster.api().get(RIGHTS + role).well().tree().require("rules").items().stream())
                .flatMap(rule -> rule.require("verbs").items().stream()
                        .flatMap(verb -> rule.require("resources").items().stream()
                                .map(resource -> right(
                                        verb.text(),
                                        resource.text(),
                                        rule.require("apiGroups")
                                                .items()
                                                .getFirst()
                                                .text()))))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
