package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.pod;
import static io.berth.testkit.kube.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.api.ApiClient;
import io.berth.kube.api.KubeConfig;
import io.berth.kube.endpoint.Endpoint;
import io.berth.kube.endpoint.NamedObject;
import io.berth.kube.endpoint.PoolEndpoints;
import io.berth.kube.endpoint.ServiceEndpoints;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Where a gateway finds its servers, by what a real API server says. */
@OnCluster
class EndpointsOnClusterTest {
    private static final String SLICES = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
    private static final String KINDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String GROUP = "inference.networking.k8s.io";
    private static final String POOLS = "/apis/" + GROUP + "/v1/namespaces/default/inferencepools";

    private final AtomicReference<List<Endpoint>> heard = new AtomicReference<>(List.of());
    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Test
    void endpointsOfAService(Cluster cluster) {
        KubeApi api = cluster.api();
        api.post(SLICES, slice("llama-1", "llama", true)).well();
        api.post(SLICES, slice("other-1", "other", true)).well();
        try (ServiceEndpoints service = new ServiceEndpoints(
                client(cluster), new NamedObject("default", "llama"), "http", heard::set, notes::add)) {
            service.start();
            until("it is there", () -> heard.get().equals(List.of(new Endpoint("10.1.0.1", "10.1.0.1", 8000))));
            api.patch(SLICES + "/llama-1", Map.of("endpoints", List.of(place(false))))
                    .well();
            until("it is not ready", () -> heard.get().isEmpty());
            api.patch(SLICES + "/llama-1", Map.of("endpoints", List.of(place(true))))
                    .well();
            until("it is again", () -> heard.get().size() == 1);
            api.delete(SLICES + "/llama-1").well();
            until("it is gone", () -> heard.get().isEmpty());
            assertThat(notes).isEmpty();
        } finally {
            api.clear(SLICES);
        }
    }

    @Test
    void podsOfAnInferencePool(Cluster cluster) {
        KubeApi api = cluster.api();
        api.post(KINDS, kind()).well();
        try (PoolEndpoints pool =
                new PoolEndpoints(client(cluster), new NamedObject("default", "llama"), heard::set, notes::add)) {
            cluster.add(pod("a").label("app", "llama"), pod("b").label("app", "other"));
            ready(api, "a", "10.1.0.1");
            ready(api, "b", "10.1.0.2");
            pool.start();
            until("it is told that there is none", () -> !notes.isEmpty());
            until("its kind is served", () -> api.get(POOLS).ok());
            api.post(POOLS, pool("llama")).well();
            until("its pod is there", () -> heard.get().equals(List.of(new Endpoint("a", "10.1.0.1", 8000))));
            api.patch(
                            POOLS + "/llama",
                            Map.of("spec", Map.of("selector", Map.of("matchLabels", Map.of("app", "other")))))
                    .well();
            until("another one", () -> heard.get().equals(List.of(new Endpoint("b", "10.1.0.2", 8000))));
            api.delete(POOLS + "/llama").well();
            until("nobody", () -> heard.get().isEmpty());
        } finally {
            api.delete(KINDS + "/inferencepools." + GROUP);
        }
    }

    private static ApiClient client(Cluster cluster) {
        return new ApiClient(KubeConfig.read(cluster.plane().kubeconfig()));
    }

    private static void ready(KubeApi api, String pod, String address) {
        api.patch(
                        KubeApi.PODS + "/" + pod + "/status",
                        Map.of(
                                "status",
                                Map.of(
                                        "phase",
                                        "Running",
                                        "podIP",
                                        address,
                                        "podIPs",
                                        List.of(Map.of("ip", address)),
                                        "conditions",
                                        List.of(Map.of("type", "Ready", "status", "True")))))
                .well();
    }

    private static Map<String, Object> place(boolean ready) {
        return Map.of("addresses", List.of("10.1.0.1"), "conditions", Map.of("ready", ready));
    }

    private static Map<String, Object> slice(String name, String service, boolean ready) {
        return Map.of(
                "apiVersion",
                "discovery.k8s.io/v1",
                "kind",
                "EndpointSlice",
                "metadata",
                Map.of("name", name, "labels", Map.of("kubernetes.io/service-name", service)),
                "addressType",
                "IPv4",
                "endpoints",
                List.of(place(ready)),
                "ports",
                List.of(Map.of("name", "metrics", "port", 9000), Map.of("name", "http", "port", 8000)));
    }

    private static Map<String, Object> pool(String app) {
        return Map.of(
                "apiVersion",
                GROUP + "/v1",
                "kind",
                "InferencePool",
                "metadata",
                Map.of("name", "llama"),
                "spec",
                Map.of(
                        "selector",
                        Map.of("matchLabels", Map.of("app", app)),
                        "targetPorts",
                        List.of(Map.of("number", 8000))));
    }

    private static Map<String, Object> kind() {
        Map<String, Object> any = Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);
        return Map.of(
                "apiVersion",
                "apiextensions.k8s.io/v1",
                "kind",
                "CustomResourceDefinition",
                "metadata",
                Map.of(
                        "name",
                        "inferencepools." + GROUP,
                        "annotations",
                        Map.of("api-approved.kubernetes.io", "unapproved, a test")),
                "spec",
                Map.of(
                        "group",
                        GROUP,
                        "scope",
                        "Namespaced",
                        "names",
                        Map.of("plural", "inferencepools", "singular", "inferencepool", "kind", "InferencePool"),
                        "versions",
                        List.of(Map.of(
                                "name",
                                "v1",
                                "served",
                                true,
                                "storage",
                                true,
                                "schema",
                                Map.of("openAPIV3Schema", any)))));
    }
}
