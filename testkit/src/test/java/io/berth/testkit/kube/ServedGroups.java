package io.berth.testkit.kube;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a release of Kubernetes serves pods that start together, and rules that taint devices.
 *
 * @param version of {@code scheduling.k8s.io}
 * @param gates that its programs need for all of it
 * @param condition of a PodGroup, that says whether it started
 * @param taints the version of {@code resource.k8s.io} that has rules that taint devices
 */
public record ServedGroups(String version, String gates, String condition, String taints) {
    private static final ServedGroups OF_36 = new ServedGroups(
            "v1alpha2",
            "GenericWorkload=true,GangScheduling=true,TopologyAwareWorkloadScheduling=true,WorkloadAwarePreemption=true"
                    + ",DRAWorkloadResourceClaims=true,DRADeviceTaintRules=true",
            "PodGroupScheduled",
            "v1beta2");
    private static final ServedGroups OF_37 = new ServedGroups(
            "v1beta1",
            "GenericWorkload=true,TopologyAwareWorkloadScheduling=true,PodGroupPreemptionPolicy=true"
                    + ",DRAWorkloadResourceClaims=true",
            "PodGroupInitiallyScheduled",
            "v1");

    /** That of the programs in {@code binaries}. */
    static ServedGroups of(Path binaries) {
        try {
            Process asked =
                    new ProcessBuilder(binaries.resolve("kube-apiserver").toString(), "--version").start();
            String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return said.contains("v1.36.") ? OF_36 : OF_37;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the groups of the namespace of tests. */
    public String path() {
        return "/apis/scheduling.k8s.io/" + version + "/namespaces/default/podgroups";
    }

    /** Of rules that taint devices. */
    String taintRules() {
        return "/apis/resource.k8s.io/" + taints + "/devicetaintrules";
    }

    /** A group. @param spec as that version has it */
    public Map<String, Object> document(String name, Map<String, Object> spec) {
        return Map.of(
                "apiVersion",
                "scheduling.k8s.io/" + version,
                "kind",
                "PodGroup",
                "metadata",
                Map.of("name", name),
                "spec",
                spec);
    }

    /** What the condition of a group says of its start: status, reason and message; empty where it says nothing. */
    String told(KubeApi api, String group) {
        Tree status = api.get(path() + "/" + group).well().tree().get("status");
        Tree conditions = status == null ? null : status.get("conditions");
        for (Tree one : conditions == null ? List.<Tree>of() : conditions.items()) {
            if (KubeApi.text(one, "type").equals(condition)) {
                return KubeApi.text(one, "status") + " " + KubeApi.text(one, "reason") + " "
                        + KubeApi.text(one, "message");
            }
        }
        return "";
    }

    /** How such a group says that its pods make room together. */
    public Object all() {
        return version.equals("v1alpha2") ? "PodGroup" : Map.of("all", Map.of());
    }
}
