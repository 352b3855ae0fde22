package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.real.UpProcess;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@OnCluster
class RightsOnClusterTest {
    private static final List<String> LEAST = List.of(
            "{apiGroups: [\"\"], resources: [nodes], verbs: [get, list, watch]}",
            "{apiGroups: [\"\"], resources: [pods], verbs: [get, list, watch]}",
            "{apiGroups: [scheduling.k8s.io], resources: [podgroups], verbs: [get, list, watch]}",
            "{apiGroups: [\"\"], resources: [pods/binding], verbs: [create]}",
            "{apiGroups: [\"\"], resources: [pods/status], verbs: [patch]}",
            "{apiGroups: [events.k8s.io], resources: [events], verbs: [create, patch]}",
            "{apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get, create, update]}");

    @Test
    void theLeastRightsSuffice(Cluster cluster) {
        cluster.add(node("n").amount("nvidia.com/gpu", "1"));
        BerthKube berth = cluster.launch(account(cluster, "least", ""), "--leader-elect", "on")
                .awaitReady();

        cluster.add(pod("fits").amount("nvidia.com/gpu", "1"));
        cluster.awaitBound("fits");
        cluster.add(pod("waits").amount("nvidia.com/gpu", "1"));

        cluster.awaitTold("waits");
        until("an event is written", () -> !cluster.events("waits").isEmpty());
        assertThat(berth.process().stop()).isZero();
        assertThat(berth.said("cannot")).isEmpty();
    }

    /** One of two pods fits, the other does not, so that all rights are used. */
    @ParameterizedTest
    @CsvSource({
        "nodes, cannot list resource \"nodes\"",
        "pods, cannot list resource \"pods\"",
        "podgroups, cannot list resource \"podgroups\"",
        "pods/binding, cannot create resource \"pods/binding\"",
        "pods/status, cannot patch resource \"pods/status\"",
        "events, cannot create resource \"events\"",
        "leases, cannot get resource \"leases\""
    })
    void aRightThatIsMissingIsNamedInOneLine(String right, String named, Cluster cluster) {
        String name = "without-" + right.replace('/', '-');
        cluster.add(node("n").amount("nvidia.com/gpu", "1"));
        cluster.add(
                pod("fits").amount("nvidia.com/gpu", "1"),
                pod("other"),
                pod("waits").amount("nvidia.com/gpu", "8"));

        BerthKube berth = cluster.launch(account(cluster, name, "[" + right + "]"), "--leader-elect", "on");

        until("it is named", () -> !berth.said(named).isEmpty());
        UpProcess.pause(1_500);
        assertThat(berth.said("cannot")).singleElement().asString().contains(named, "403", name);
    }

    /** The token of an account with the least rights, but for that of which the resources are {@code but}. */
    private static String account(Cluster cluster, String name, String but) {
        cluster.apply("""
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: NAME, namespace: kube-system}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: NAME}
                rules:
                RULES
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: NAME}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: NAME}
                subjects: [{kind: ServiceAccount, name: NAME, namespace: kube-system}]
                """.replace("NAME", name).replace(
                "RULES",
                LEAST.stream()
                        .filter(rule -> but.isEmpty() || !rule.contains("resources: " + but))
                        .map(rule -> "  - " + rule)
                        .collect(Collectors.joining("\n"))));
        return cluster.plane().serviceAccountToken("kube-system", name);
    }
}
