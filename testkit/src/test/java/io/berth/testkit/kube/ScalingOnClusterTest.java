package io.berth.testkit.kube;

import static io.berth.testkit.kube.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.scale.rule.ScaleSpec.Policy;
import io.berth.core.time.Nanos;
import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import io.berth.kube.api.ApiClient;
import io.berth.kube.api.KubeConfig;
import io.berth.kube.scale.FollowedReplicas;
import io.berth.kube.scale.ScaleTarget;
import io.berth.kube.scale.ScaleWish;
import io.berth.kube.scale.Sides;
import io.berth.testkit.architecture.Code;
import io.berth.testkit.kube.scale.Llama;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Replicas of a Deployment that follow what comes at a gateway, at a real API server; the pods are the test's. */
@OnCluster
class ScalingOnClusterTest {
    private static final Path MANIFEST = Code.checkout().resolve("deploy/kubernetes/gateway-scale.yaml");
    private static final String NAMESPACE = "models";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/models/deployments";
    private static final String SLICES = "/apis/discovery.k8s.io/v1/namespaces/models/endpointslices";
    private static final String RIVALS = "/apis/autoscaling/v2/namespaces/models/horizontalpodautoscalers";

    private final HttpClient http = HttpClient.newHttpClient();

    /** From none to one for a request that waits, back to none when nothing came; with no right but what the manifest grants. */
    @Test
    void aRequestHasAReplicaStartAndItEndsWhenNoneComes(Cluster cluster) throws Exception {
        String here = Llama.address().orElse("");
        assumeThat(here)
                .as("an address of this machine that is not of the loopback")
                .isNotNull();
        KubeApi api = cluster.api();
        cluster.apply(Llama.manifest(0));
        api.post(RIVALS, rival()).well();
        cluster.plane().apply(MANIFEST);
        String token = cluster.plane().serviceAccountToken(NAMESPACE, "berth-gateway");
        HttpServer model = model();
        int port = ControlPlane.freePorts(1).getFirst();
        try (ServerProcess gateway = gateway(cluster, token, port)) {
            gateway.await(() -> page(port, "/livez").equals("ok\n"));
            until(
                    "it leads",
                    () -> page(port, "/metrics").contains("berth_gateway_scales{service=\"service models/llama\"} 1"));
            CompletableFuture<HttpResponse<String>> answer = ask(port);
            until(
                    "what another one scales is left to it",
                    () -> page(port, "/berth/services").contains("HorizontalPodAutoscaler models/llama scales it"));
            assertThat(replicas(api)).isZero();
            api.clear(RIVALS);
            until("one replica is asked for", () -> replicas(api) == 1);
            api.post(SLICES, slice(here, model.getAddress().getPort())).well();
            assertThat(answer.join().statusCode()).isEqualTo(200);
            assertThat(page(port, "/berth/services")).contains("\"replicas\":1");
            until("none is asked for", () -> replicas(api) == 0);
            api.delete(SLICES + "/llama-1").well();
            assertThat(page(port, "/metrics"))
                    .contains(
                            "berth_service_scalings_total{service=\"service models/llama\",direction=\"up\"} 1",
                            "berth_service_scalings_total{service=\"service models/llama\",direction=\"down\"} 1");

            assertThat(gateway.lines()).noneMatch(line -> line.contains("cannot "));
        } finally {
            model.stop(0);
            api.clear(RIVALS);
            api.clear(SLICES);
            api.clear(DEPLOYMENTS);
        }
        assertThat(Files.readString(cluster.plane().auditLog()).lines())
                .filteredOn(line -> line.contains(":models:berth-gateway\""))
                .isNotEmpty()
                .noneMatch(line -> line.contains("\"code\":403"));
    }

    @Test
    void rightsThatAreMissingAreNamed(Cluster cluster) {
        cluster.apply(Llama.manifest(1));
        List<String> notes = new CopyOnWriteArrayList<>();
        Path config = cluster.plane()
                .kubeconfig(
                        "no-rights", ControlPlane.userToken(7), cluster.plane().address());
        try (FollowedReplicas replicas =
                new FollowedReplicas(new ApiClient(KubeConfig.read(config)), wish(), new Nobody(), notes::add)) {
            replicas.start();
            until("both are told", () -> notes.size() == 2);
        } finally {
            cluster.api().clear(DEPLOYMENTS);
        }
        assertThat(notes)
                .anyMatch(
                        note -> note.contains("cannot read the scale of Deployment models/llama: 403")
                                && note.contains(
                                        "cannot get resource \"deployments/scale\" in API group \"apps\" in the namespace \"models\""))
                .anyMatch(note -> note.contains("cannot get resource \"leases\" in API group \"coordination.k8s.io\""));
    }

    /** Nothing comes. */
    private static final class Nobody implements Sides {
        @Override
        public SortedMap<String, Told> demand() {
            return new TreeMap<>();
        }

        @Override
        public Set<String> ready() {
            return Set.of();
        }

        @Override
        public void decided(ScaleRow row) {}
    }

    private static ScaleWish wish() {
        ScaleSpec spec = new ScaleSpec(
                Policy.FIXED,
                1,
                2,
                Nanos.SECOND,
                Nanos.SECOND,
                1,
                new ScaleSpec.Kubernetes(0.1, Nanos.SECOND),
                new ScaleSpec.Ahead(0.9, Nanos.SECOND, 0.95, 0, Nanos.SECOND));
        return new ScaleWish(new ScaleTarget("apps/v1", "Deployment", NAMESPACE, "llama"), spec, Nanos.NEVER);
    }

    private ServerProcess gateway(Cluster cluster, String token, int port) throws IOException {
        Path config =
                cluster.plane().kubeconfig("gateway", token, cluster.plane().address());
        Path file = Files.writeString(cluster.plane().folder().resolve("gateway.yaml"), """
                servers:
                - kubernetes:
                    service: models/llama
                    kubeconfig: %s
                    scale: {name: llama}
                    autoscale: {policy: target-utilisation, min: 0, idle: 2s, max: 3, target: 2, every: 500ms}
                limits: {no_server_wait: 30s}
                """.formatted(config));
        List<String> words = new ArrayList<>(UpProcess.ofClassPath(
                "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx256m", "--sun-misc-unsafe-memory-access=allow"));
        words.addAll(List.of("gateway", "--config", file.toString(), "--port", Integer.toString(port)));
        return ServerProcess.start(cluster.plane().folder(), "gateway", words);
    }

    private static HttpServer model() throws IOException {
        HttpServer model = HttpServer.create(new InetSocketAddress("0.0.0.0", 0), 0);
        model.createContext("/", exchange -> {
            byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        model.start();
        return model;
    }

    private CompletableFuture<HttpResponse<String>> ask(int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/chat/completions"))
                .POST(BodyPublishers.ofString("{\"prompt\": \"hello\"}"))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString());
    }

    private String page(int port, String path) {
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int replicas(KubeApi api) {
        String text = KubeApi.text(api.get(DEPLOYMENTS + "/llama").well().tree(), "spec", "replicas");
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    private static Map<String, Object> slice(String address, int port) {
        return Map.of(
                "apiVersion",
                "discovery.k8s.io/v1",
                "kind",
                "EndpointSlice",
                "metadata",
                Map.of("name", "llama-1", "labels", Map.of("kubernetes.io/service-name", "llama")),
                "addressType",
                "IPv4",
                "endpoints",
                List.of(Map.of("addresses", List.of(address), "conditions", Map.of("ready", true))),
                "ports",
                List.of(Map.of("name", "http", "port", port)));
    }

    private static Map<String, Object> rival() {
        return Map.of(
                "apiVersion",
                "autoscaling/v2",
                "kind",
                "HorizontalPodAutoscaler",
                "metadata",
                Map.of("name", "llama"),
                "spec",
                Map.of(
                        "scaleTargetRef",
                        Map.of("apiVersion", "apps/v1", "kind", "Deployment", "name", "llama"),
                        "maxReplicas",
                        3));
    }
}
