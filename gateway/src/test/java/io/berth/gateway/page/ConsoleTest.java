package io.berth.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.gateway.fake.FakeServer;
import io.berth.gateway.fake.FakeSpec;
import io.berth.gateway.fleet.discovery.ServerSource;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.system.Gateway;
import io.berth.gateway.tenant.ApiKeys;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page of a gateway and what it asks for. */
class ConsoleTest {
    private static final Path PAGE = Path.of("../docs/reference/gateway-openapi.json");
    private static final String LOCAL = "Host: localhost\r\n";

    private final CountDownLatch may = new CountDownLatch(1);
    private final List<Rehearsal.Asked> rehearsed = new ArrayList<>();
    private FakeServer server;
    private Gateway gateway;

    /** Says what it was asked when it may. */
    private final Rehearsal rehearsal = new Rehearsal() {
        @Override
        public List<String> balancers() {
            return List.of("predicted", "round-robin");
        }

        @Override
        public void check(List<String> balances) {
            if (!balancers().containsAll(balances)) {
                throw new InputException("balance", "is not known");
            }
        }

        @Override
        public Map<String, Object> compare(Asked asked, BooleanSupplier unwanted) {
            rehearsed.add(asked);
            try {
                may.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Map.of("slo_s", 1.5, "results", List.of());
        }
    };

    @BeforeEach
    void open() throws IOException {
        server = FakeServer.start(FakeSpec.usual().with(FakeSpec.Pace.INSTANT), 0);
        gateway = start("console: {}\n");
    }

    @AfterEach
    void close() {
        gateway.close();
        server.close();
    }

    @Test
    void everyDocumentIsAsTheReferenceSays() throws IOException {
        String text = body(get("/berth/openapi.json", LOCAL));
        if (Boolean.getBoolean("berth.regenerate")) {
            Files.writeString(PAGE, text);
        }
        assertThat(PAGE).content().as("regenerate with -Dberth.regenerate=true").isEqualTo(text);
        Tree api = JsonReader.read(Source.text("openapi.json", text));
        ask();
        may.countDown();
        for (Tree.Entry path : api.require("paths").entries()) {
            Tree said = path.value().require("get");
            String schema = said.require("responses")
                    .require("200")
                    .require("content")
                    .require("application/json")
                    .require("schema")
                    .require("$ref")
                    .text();
            String query = path.key().endsWith("compare") ? "?balance=round-robin" : "";
            Tree document = json(get(path.key() + query, LOCAL));

            assertThat(Conformity.wrong(api, schema.substring(schema.lastIndexOf('/') + 1), document))
                    .as(path.key())
                    .isEmpty();
        }
    }

    @Test
    void aServerSaysWhatCameOfItsRequests() throws IOException {
        ask();
        ask();
        Tree fleet = json(get("/berth/fleet", LOCAL));
        Tree one = fleet.require("servers").items().getFirst();

        assertThat(one.require("name").text()).isEqualTo("one");
        assertThat(one.require("state").text()).isEqualTo("up");
        assertThat(one.require("answered").whole()).isEqualTo(2);
        assertThat(one.require("output_tokens").whole()).isEqualTo(6);
        assertThat(one.require("in_flight").whole()).isZero();
        assertThat(fleet.require("fleet").require("answered").whole()).isEqualTo(2);
        assertThat(fleet.require("held").items()).isEmpty();
    }

    @Test
    void requestsAreFoundByWhatTheyWere() throws IOException {
        ask();
        ask();
        assertThat(requests("")).hasSize(2);
        assertThat(requests("?limit=1")).hasSize(1);
        assertThat(requests("?server=one&outcome=answered&tenant=0&model=fake")).hasSize(2);
        for (String none : List.of("server=two", "outcome=failed", "tenant=3", "model=other", "number=99")) {
            assertThat(requests("?" + none)).as(none).isEmpty();
        }
        Tree request = requests("?number=2").getFirst();
        assertThat(request.require("berth.decision").require("candidates").whole())
                .isEqualTo(1);
        assertThat(get("/berth/requests?limit=0", LOCAL))
                .startsWith("HTTP/1.1 400")
                .contains("limit: must be a number");
        assertThat(get("/berth/requests?sever=one", LOCAL)).contains("did you mean \\\"server\\\"");
    }

    @Test
    void aComparisonIsMadeOnceAndToldWhenItIsThere() throws IOException {
        ask();
        String path = "/berth/compare?balance=round-robin&slo=1.5";
        String begun = get(path, LOCAL);
        assertThat(begun).startsWith("HTTP/1.1 202").contains("\"state\":\"running\"", "retry-after: 1");
        assertThat(get("/berth/compare?balance=predicted", LOCAL)).contains("\"state\":\"busy\"");
        may.countDown();
        String told = begun;
        while (told.startsWith("HTTP/1.1 202")) {
            told = get(path, LOCAL);
        }

        assertThat(json(told).require("state").text()).isEqualTo("done");
        assertThat(json(told).require("slo_s").text()).isEqualTo("1.5");
        assertThat(rehearsed).hasSize(1);
        Rehearsal.Asked asked = rehearsed.getFirst();
        assertThat(asked.balances()).containsExactly("round-robin");
        assertThat(asked.slo()).isEqualTo(1.5);
        assertThat(asked.lines()).hasSize(2);
        assertThat(asked.lines().get(1))
                .contains("\"outcome\":\"answered\"", "\"server\":\"one\"", "\"output_tokens\":3");
        assertThat(get("/berth/compare?balance=nobody", LOCAL)).startsWith("HTTP/1.1 400");
        assertThat(get("/berth/compare", LOCAL)).startsWith("HTTP/1.1 400");
    }

    @Test
    void withoutKeysOnlyWhoIsOnThisMachineMayLook() throws IOException {
        for (String host : List.of("localhost", "127.0.0.1:" + gateway.port(), "[::1]")) {
            assertThat(get("/berth/fleet", "Host: " + host + "\r\n")).startsWith("HTTP/1.1 200");
        }
        for (String other : List.of(
                "Host: evil.example\r\n",
                LOCAL + "X-Forwarded-For: 10.0.0.1\r\n",
                LOCAL + "Sec-Fetch-Site: cross-site\r\n")) {
            assertThat(get("/berth/fleet", other)).as(other).startsWith("HTTP/1.1 403");
        }
        assertThatThrownBy(() -> settings("host: 0.0.0.0\nconsole: {}\n"))
                .hasMessageContaining("console")
                .hasMessageContaining("needs keys");
        assertThatThrownBy(() -> settings("console: {keys: [secret]}\n"))
                .hasMessageContaining("console.keys")
                .hasMessageContaining("is no hash of a key");
    }

    @Test
    void withKeysWhoHasOneMayLook() throws IOException {
        try (Gateway guarded = start("console: {keys: ['" + ApiKeys.written("hello") + "']}\n")) {
            String key = "Host: berth.example\r\nX-Berth-Console-Key: ";
            assertThat(get(guarded, "/berth/fleet", key + "hello\r\n")).startsWith("HTTP/1.1 200");
            assertThat(get(guarded, "/berth/fleet", key + "other\r\n")).startsWith("HTTP/1.1 401");
            assertThat(get(guarded, "/berth/fleet", LOCAL)).startsWith("HTTP/1.1 401");
            assertThat(get(guarded, "/berth/", "Host: berth.example\r\n")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void thePageIsServedWithWhatItNeedsAndOnlyWhereItIsWanted() throws IOException {
        String page = get("/berth/", LOCAL);
        assertThat(page).contains("content-type: text/html", "Content-Security-Policy: default-src 'none'");
        page.lines().filter(line -> line.contains("\"web/")).forEach(line -> {
            String file = line.replaceAll(".*\"web/([^\"]+)\".*", "$1");
            assertThat(quietly("/berth/web/" + file)).as(file).startsWith("HTTP/1.1 200");
        });
        String tag = page.lines()
                .filter(line -> line.startsWith("etag: "))
                .findFirst()
                .orElseThrow()
                .substring(6);
        assertThat(get("/berth/", LOCAL + "If-None-Match: " + tag + "\r\n")).startsWith("HTTP/1.1 304");
        assertThat(get("/berth", LOCAL)).startsWith("HTTP/1.1 301").contains("location: /berth/");
        try (Gateway plain = start("")) {
            // What is no page of the gateway is its servers' to answer.
            assertThat(get(plain, "/berth/fleet", LOCAL))
                    .startsWith("HTTP/1.1 404")
                    .doesNotContain("servers");
        }
    }

    private String quietly(String path) {
        try {
            return get(path, LOCAL);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<Tree> requests(String query) throws IOException {
        return json(get("/berth/requests" + query, LOCAL)).require("requests").items();
    }

    private void ask() throws IOException {
        String body = "{\"model\":\"fake\",\"max_tokens\":3,\"prompt\":\"hello\"}";
        String answer = exchange(
                gateway,
                "POST /v1/completions HTTP/1.1\r\nHost: g\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body);
        assertThat(answer).startsWith("HTTP/1.1 200");
    }

    private String get(String path, String headers) throws IOException {
        return get(gateway, path, headers);
    }

    private static String get(Gateway gateway, String path, String headers) throws IOException {
        return exchange(gateway, "GET " + path + " HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n");
    }

    private static String exchange(Gateway gateway, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static Tree json(String answer) {
        return JsonReader.read(Source.text("answer", body(answer)));
    }

    private Gateway start(String more) {
        GatewaySettings settings = settings(more);
        return Gateway.start(
                settings,
                DispatchCatalog.standard().policies(settings.dispatch()),
                ServerSource.Maker.NONE,
                rehearsal,
                _ -> {});
    }

    private GatewaySettings settings(String more) {
        return GatewaySettings.read(
                TreeReader.read(Source.text(
                        "gateway.yaml", "port: 0\nservers: [{url: '" + server.url() + "', name: one}]\n" + more)),
                Path.of(""),
                new DispatchReader(Path.of(""), _ -> {
                    throw new IllegalStateException("No model is stored.");
                }));
    }
}
