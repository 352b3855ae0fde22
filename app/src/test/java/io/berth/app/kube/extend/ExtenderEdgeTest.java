package io.berth.app.kube.extend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.catalog.FullCatalog;
import io.berth.console.http.HttpEdge;
import io.berth.core.strategy.StrategySpec;
import io.berth.kube.extend.Extender;
import io.berth.kube.extend.ExtenderOptions;
import io.berth.kube.mirror.Mirror;
import io.berth.live.clock.Clock;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes in over HTTP, as a kube-scheduler sends it and as nobody should. */
class ExtenderEdgeTest {
    private static final String POD =
            "\"Pod\": {\"metadata\": {\"name\": \"p\", \"namespace\": \"team\", \"uid\": \"u\"}}";

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
    private final Extender extender = Extender.start(
            new Mirror(_ -> true),
            new ExtenderOptions(
                    StrategySpec.of("it", "priority", "best-fit", "greedy"), FullCatalog.get(), 1_000, 1_000),
            Clock.SYSTEM,
            null,
            notes::add);
    private final ExtenderEdge edge = open("");
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        edge.close();
        extender.close();
        http.close();
        assertThat(notes).isEmpty();
    }

    private ExtenderEdge open(String secret) {
        return new ExtenderEdge(
                extender,
                new HttpEdge.Listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, null, null),
                secret,
                notes::add);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "7",
                "{}",
                "{\"Pod\": null, \"NodeNames\": []}",
                "{\"Pod\": {\"metadata\": {\"name\": \"p\"}}, \"NodeNames\": []}",
                "{\"Pod\": {\"metadata\": {\"name\": \"p\", \"uid\": \"\"}}}",
                "{\"Pod\": [], \"NodeNames\": {}}",
                "{" + POD + "}",
                "{" + POD + ", \"NodeNames\": [null]}",
                "{" + POD + ", \"NodeNames\": {\"a\": 1}}",
                "{" + POD + ", \"Nodes\": {\"items\": [{\"metadata\": {}}]}}",
                "{" + POD + ", \"NodeNameToMetaVictims\": {\"n\": {\"Pods\": [{}]}}}"
            })
    void whatCannotBeUnderstoodIsABadRequest(String body) throws Exception {
        for (String verb : List.of("filter", "prioritize", "bind", "preempt")) {
            assertThat(post("/" + verb, body).statusCode()).as(verb).isEqualTo(400);
        }
    }

    @Test
    void whoIsNotKnownIsAnErrorInTheAnswer() throws Exception {
        String asked = "{" + POD + ", \"Nodes\": null, \"NodeNames\": [\"n\"]}";

        assertThat(post("/filter", asked))
                .returns(200, HttpResponse::statusCode)
                .returns(
                        "{\"Error\":\"Berth: pod team/p is not known: the API server has not told of it\"}",
                        HttpResponse::body);
        assertThat(post("/prioritize", asked).statusCode()).isEqualTo(503);
        assertThat(post("/preempt", "{" + POD + ", \"NodeNameToVictims\": {\"n\": {\"Pods\": null}}}")
                        .statusCode())
                .isEqualTo(503);
        assertThat(post(
                        "/bind",
                        "{\"PodName\": \"p\", \"PodNamespace\": \"team\", \"PodUID\": \"u\", \"Node\": \"n\"}"))
                .returns(200, HttpResponse::statusCode)
                .returns(
                        "{\"Error\":\"Berth: this Berth does not bind: it was started without --bind on\"}",
                        HttpResponse::body);
    }

    @Test
    void megabytesAreReadOrRefused() throws Exception {
        String long10 = "{" + POD + ", \"NodeNames\": [\"" + "n".repeat(10 << 20) + "\"]}";

        assertThat(post("/filter", long10)).returns(200, HttpResponse::statusCode);
        assertThat(post("/filter", "[".repeat(10 << 20)).statusCode()).isEqualTo(400);
        assertThat(post("/filter", "{\"a\": [" + "1,".repeat(5 << 20) + "1]}").statusCode())
                .isEqualTo(400);
        assertThat(post("/filter", " ".repeat(17 << 20)).statusCode()).isEqualTo(413);
    }

    @Test
    void nothingElseIsThere() throws Exception {
        assertThat(post("/", "{}").statusCode()).isEqualTo(404);
        assertThat(post("/filter/more", "{}").statusCode()).isEqualTo(404);
        assertThat(get(edge, "/filter")).isEqualTo(405);
        assertThat(get(edge, "/livez")).isEqualTo(200);
    }

    @Test
    void whoDoesNotKnowTheSecretFindsNothing() throws Exception {
        try (ExtenderEdge guarded = open("a-word-of-some-length")) {
            assertThat(get(guarded, "/filter")).isEqualTo(404);
            assertThat(get(guarded, "/a-word-of-some-lengtH/filter")).isEqualTo(404);
            assertThat(get(guarded, "/a-word-of-some-length/filter")).isEqualTo(405);
            assertThat(get(guarded, "/a-word-of-some-length")).isEqualTo(404);
            assertThat(get(guarded, "/livez")).isEqualTo(200);
        }
    }

    @Test
    void aSecretIsOneLongWord() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "0123456789abcdef\n");
        assertThat(Secrets.read(file)).isEqualTo("0123456789abcdef");
        Files.writeString(file, "two words/of some length");
        assertThatThrownBy(() -> Secrets.read(file)).isInstanceOf(InputException.class);
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + edge.port() + path))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private int get(ExtenderEdge from, String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + from.port() + path);
        return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
                .statusCode();
    }
}
