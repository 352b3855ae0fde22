package io.berth.kube.endpoint;

import static io.berth.kube.server.Await.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.kube.api.ApiClient;
import io.berth.kube.api.ApiServer;
import io.berth.kube.http.Tls;
import io.berth.kube.server.FakeServer;
import io.berth.kube.wire.MalformedException;
import io.kubernetes.client.proto.Meta.ObjectMeta;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Discovery;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class EndpointsTest {
    private final AtomicReference<List<Endpoint>> heard = new AtomicReference<>(List.of());
    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Test
    void readyEndpointsOfAServiceAsTheyComeAndGo() {
        try (FakeServer server = new FakeServer();
                ServiceEndpoints service = service(server, "")) {
            put(server, "a-1", "llama", slice("10.0.0.1", "a", true), slice("10.0.0.2", "b", false));
            put(server, "other", "other", slice("10.9.9.9", "z", true));
            service.start();
            until("a is there", () -> heard.get().equals(List.of(new Endpoint("a", "10.0.0.1", 8000))));
            put(server, "a-1", "llama", slice("10.0.0.1", "a", false), slice("10.0.0.2", "b", true));
            until("b in its place", () -> heard.get().equals(List.of(new Endpoint("b", "10.0.0.2", 8000))));
            server.dropWatches(true);
            put(server, "a-2", "llama", slice("10.0.0.3", "c", true));
            until(
                    "c, too",
                    () -> heard.get()
                            .equals(List.of(new Endpoint("b", "10.0.0.2", 8000), new Endpoint("c", "10.0.0.3", 8000))));
        }
    }

    @Test
    void aPortByItsNameOrItsNumber() {
        for (String port : List.of("grpc", "9000")) {
            try (FakeServer server = new FakeServer();
                    ServiceEndpoints service = service(server, port)) {
                put(server, "a-1", "llama", slice("10.0.0.1", "a", true));
                service.start();
                until("a is there", () -> heard.get().equals(List.of(new Endpoint("a", "10.0.0.1", 9000))));
            }
            heard.set(List.of());
        }
    }

    @Test
    void theReadyPodsOfAPoolWhateverItSelects() throws IOException {
        try (PoolServer server = new PoolServer()) {
            server.pods().add(pod("a", "10.0.0.1", true));
            server.pods().add(pod("b", "10.0.0.2", false));
            server.pool("{\"matchLabels\": {\"app\": \"llama\"}}", "\"targetPorts\": [{\"number\": 8000}]");
            try (PoolEndpoints pool = pool(server.address())) {
                pool.start();
                until("a is there", () -> heard.get().equals(List.of(new Endpoint("a", "10.0.0.1", 8000))));
                assertThat(server.asked()).contains("app=llama");
                server.pods().changePod("b", _ -> pod("b", "10.0.0.2", true));
                until("b, too", () -> heard.get().size() == 2);
                server.pool(
                        "{\"matchLabels\": {\"app\": \"llama\"}}",
                        "\"targetPorts\": [{\"number\": 8001}, {\"number\": 8002}]");
                until(
                        "two ports of each",
                        () -> heard.get().contains(new Endpoint("a:8002", "10.0.0.1", 8002))
                                && heard.get().size() == 4);
                server.pods().deletePod("a");
                until("a is gone", () -> heard.get().size() == 2);
                server.remove();
                until("nobody", () -> heard.get().isEmpty());
            }
        }
    }

    @Test
    void aPoolThatIsNotThereYet() throws IOException {
        try (PoolServer server = new PoolServer();
                PoolEndpoints pool = pool(server.address())) {
            server.pods().add(pod("a", "10.0.0.1", true));
            pool.start();
            until("it is told", () -> !notes.isEmpty());
            assertThat(notes.getFirst()).contains("cannot read the InferencePool models/llama");
            server.pool("{\"app\": \"llama\"}", "\"targetPortNumber\": 8000");
            until("a is there", () -> heard.get().equals(List.of(new Endpoint("a", "10.0.0.1", 8000))));
        }
    }

    @Test
    void whatIsNoPool() {
        for (String text : List.of("", "[]", "{\"spec\": 7}", "{\"spec\": {\"selector\": {\"matchLabels\": {}}}}")) {
            assertThatThrownBy(() -> Pool.read(text)).isInstanceOf(MalformedException.class);
        }
    }

    private ServiceEndpoints service(FakeServer server, String port) {
        return new ServiceEndpoints(
                new ApiClient(server.address()), new NamedObject("models", "llama"), port, heard::set, notes::add);
    }

    private PoolEndpoints pool(URI address) {
        return new PoolEndpoints(
                new ApiClient(new ApiServer(address, Tls.SYSTEM, () -> "")),
                new NamedObject("models", "llama"),
                heard::set,
                notes::add);
    }

    private static V1Discovery.Endpoint slice(String address, String pod, boolean ready) {
        return V1Discovery.Endpoint.newBuilder()
                .addAddresses(address)
                .setConditions(V1Discovery.EndpointConditions.newBuilder().setReady(ready))
                .setTargetRef(V1.ObjectReference.newBuilder().setKind("Pod").setName(pod))
                .build();
    }

    private static void put(FakeServer server, String name, String service, V1Discovery.Endpoint... endpoints) {
        server.put(
                "endpointslices",
                name,
                version -> V1Discovery.EndpointSlice.newBuilder()
                        .setMetadata(ObjectMeta.newBuilder()
                                .setName(name)
                                .setUid("u-" + name)
                                .setResourceVersion(version)
                                .putLabels("kubernetes.io/service-name", service))
                        .setAddressType("IPv4")
                        .addAllEndpoints(List.of(endpoints))
                        .addPorts(V1Discovery.EndpointPort.newBuilder()
                                .setName("grpc")
                                .setPort(9000))
                        .addPorts(V1Discovery.EndpointPort.newBuilder()
                                .setName("http")
                                .setPort(8000))
                        .build());
    }

    private static V1.Pod pod(String name, String address, boolean ready) {
        return V1.Pod.newBuilder()
                .setMetadata(ObjectMeta.newBuilder().setName(name))
                .setStatus(V1.PodStatus.newBuilder()
                        .setPodIP(address)
                        .addConditions(
                                V1.PodCondition.newBuilder().setType("Ready").setStatus(ready ? "True" : "False")))
                .build();
    }
}
