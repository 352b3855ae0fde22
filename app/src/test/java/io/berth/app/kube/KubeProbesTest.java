package io.berth.app.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubeProbesTest {
    private final AtomicBoolean listed = new AtomicBoolean();
    private final KubeHealth health = new KubeHealth("berth", System::nanoTime);
    private final KubeProbes probes = new KubeProbes(0, health, _ -> {});
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        probes.close();
        http.close();
    }

    @Test
    void kubelets_are_answered_by_code() throws Exception {
        assertThat(get("/livez")).isEqualTo("200 ok\n");
        assertThat(get("/readyz")).isEqualTo("503 the cluster was not listed yet\n");
        health.watching(listed::get, () -> false);
        listed.set(true);
        assertThat(get("/readyz")).isEqualTo("200 ok: waits for the lease\n");
        assertThat(get("/healthz")).isEqualTo("200 ok\n");
    }

    @Test
    void figures_are_those_of_the_console_where_there_is_one() throws Exception {
        assertThat(get("/metrics"))
                .startsWith("200 ")
                .contains("berth_kube_listed 0\n", "berth_process_start_time_seconds");
        probes.figures(() -> "more 1\n");
        assertThat(get("/metrics")).contains("berth_kube_listed 0\n", "\nmore 1\n");
    }

    @Test
    void nothing_else_is_there() throws Exception {
        assertThat(get("/")).startsWith("404 ");
        assertThat(get("/api/v1/jobs")).startsWith("404 ");
        assertThat(ask(HttpRequest.newBuilder(uri("/livez")).POST(BodyPublishers.ofString("x"))))
                .startsWith("405 ");
    }

    @Test
    void a_port_that_another_has_is_named() {
        assertThatThrownBy(() -> new KubeProbes(probes.port(), health, _ -> {}))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the port " + probes.port() + " of probes");
    }

    private String get(String path) throws IOException, InterruptedException {
        return ask(HttpRequest.newBuilder(uri(path)));
    }

    private String ask(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + probes.port() + path);
    }
}
