package io.berth.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.ServedTest;
import io.berth.console.TokenFile;
import io.berth.console.http.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WebPageTest extends ServedTest {
    private static final Path SOURCES = Path.of("src/main/resources/io/berth/console/web");
    private static final Path SHARED = Path.of("../edge/src/main/resources/io/berth/edge/web");

    @TempDir
    Path folder;

    @BeforeEach
    void aConsole() {
        serve(Cluster.of(1, null), ConsoleOptions.local(0));
    }

    @ParameterizedTest
    @CsvSource({
        "/, text/html; charset=utf-8",
        "/web/app.js, text/javascript; charset=utf-8",
        "/web/console.css, text/css; charset=utf-8",
        "/web/text-zh.json, application/json",
        "/web/icon.svg, image/svg+xml"
    })
    void filesSayWhatTheyAreAndWhatTheyMayLoad(String path, String type) {
        Answer answer = client.get(path);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.type()).isEqualTo(type);
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(answer.header("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "http", "*");
    }

    @Test
    void aFileThatTheReaderHasIsNotSentAgain() {
        Answer first = client.get("/web/app.js");
        String tag = first.header("ETag");

        for (String known : List.of(tag, "W/" + tag, "\"other\", " + tag, "*")) {
            Answer again = client.send(client.request("/web/app.js").header("If-None-Match", known));
            assertThat(again.status()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(again.header("ETag")).isEqualTo(tag);
        }
        assertThat(client.send(client.request("/web/app.js").header("If-None-Match", "\"other\""))
                        .status())
                .isEqualTo(200);
        assertThat(client.get("/web/console.css").header("ETag")).isNotEqualTo(tag);
    }

    @Test
    void onlyReadingIsAllowed() {
        Answer head = client.send("HEAD", "/", "");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        Answer post = client.post("/", "{}");
        assertThat(post.status()).isEqualTo(405);
        assertThat(post.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(client.send("OPTIONS", "/web/app.js", "").status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/web/",
                "/web",
                "/web/WebPage.class",
                "/web/index.html",
                "/web/..%2Fapp.js",
                "/web/%2e%2e/app.js",
                "/index.html"
            })
    void whatIsNoFileOfThePageIsLeftToTheApi(String path) {
        Answer answer = client.get(path);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.type()).isEqualTo("application/problem+json");
    }

    @Test
    void withoutTokensThePageIsServedUnderThisMachinesNamesOnly() throws IOException {
        RawClient raw = new RawClient(server.uri());
        assertThat(raw.exchange("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void withTokensThePageNeedsNoneAndTheApiDoes() throws IOException {
        Path tokens = TokenFile.in(folder, TokenFile.line("hello", "name: a, role: viewer"));
        try (ConsoleServer guarded = cluster.serve(ConsoleOptions.local(0).withTokens(tokens));
                Client anybody = new Client(guarded);
                Client known = new Client(guarded, "hello")) {
            assertThat(anybody.get("/").status()).isEqualTo(200);
            assertThat(anybody.get("/api/v1/status").status()).isEqualTo(401);
            assertThat(known.get("/api/v1/status").status()).isEqualTo(200);
        }
    }

    @Test
    void everyFileOfTheFolderIsServedAndNoOther() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("index.html")))
                    .containsExactlyInAnyOrderElementsOf(WebPage.FILES);
        }
    }

    @Test
    void noFileNamesAnAddressOrMakesMarkupOfTexts() throws IOException {
        for (Path file : Stream.of(Files.list(SOURCES), Files.list(SHARED))
                .flatMap(files -> files)
                .toList()) {
            String name = file.getFileName().toString();
            String text = Files.readString(file, StandardCharsets.UTF_8).replace("http://www.w3.org/2000/svg", "");
            assertThat(text).as(name).doesNotContainPattern("(?i)https?://|wss?://|[\"'(]//|@import|url\\(");
            assertThat(text)
                    .as(name)
                    .doesNotContain(
                            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(");
        }
    }
}
