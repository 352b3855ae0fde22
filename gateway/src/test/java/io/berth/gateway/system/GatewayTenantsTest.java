package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Request;
import io.berth.gateway.tenant.ApiKeys;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask a gateway and for how much, over sockets. */
@Timeout(60)
class GatewayTenantsTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final String ANSWER = "{\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":3}}";
    private static final String KEY = "sk-berth-first";
    private static final String OTHER_KEY = "sk-berth-second";

    private final List<String> notes = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    private static String tenant(String name, String key, String more) {
        return "- {name: " + name + ", keys: ['" + ApiKeys.written(key) + "']" + more + "}\n";
    }

    private static String ask(@Nullable String header, String body) {
        return "POST " + CHAT + " HTTP/1.1\r\nHost: g\r\n" + (header == null ? "" : header + "\r\n")
                + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    private static String bearer(String key) {
        return "Authorization: Bearer " + key;
    }

    /** The answer to one request on a connection of its own. */
    private static String asked(Gateway gateway, @Nullable String header, String body) throws IOException {
        try (Client client = new Client(gateway.port())) {
            client.write(ask(header == null ? "Connection: close" : header + "\r\nConnection: close", body));
            return client.readAll();
        }
    }

    private static String got(Gateway gateway, String path, String header) throws IOException {
        try (Client client = new Client(gateway.port())) {
            client.write("GET " + path + " HTTP/1.1\r\nHost: g\r\nConnection: close\r\n" + header + "\r\n\r\n");
            return client.readAll();
        }
    }

    private static double figure(Gateway gateway, String line) throws IOException {
        String text = got(gateway, "/metrics", "X: y");
        Matcher found = Pattern.compile("(?m)^" + Pattern.quote(line) + " ([-+.eE0-9]+)$")
                .matcher(text);
        assertThat(found.find()).as(line + " in\n" + text).isTrue();
        return Double.parseDouble(found.group(1));
    }

    private static String header(String answer, String name) {
        return answer.lines()
                .filter(line -> line.startsWith(name + ": "))
                .map(line -> line.substring(name.length() + 2))
                .findFirst()
                .orElse("");
    }

    @Test
    void strangersAreToldSoAndNoServerHearsOfThem() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(servers(server) + "tenants:\n" + tenant("a", KEY, ""))) {
            for (String header :
                    new String[] {null, bearer("sk-wrong"), "x-api-key: sk-wrong", "Authorization: Basic YTpi"}) {
                assertThat(asked(gateway, header, "{}"))
                        .startsWith("HTTP/1.1 401")
                        .contains("\"code\":\"invalid_api_key\"", "\"type\":\"invalid_request_error\"")
                        .doesNotContain("sk-wrong");
            }
            assertThat(got(gateway, "/v1/models", bearer("sk-wrong"))).startsWith("HTTP/1.1 401");
            assertThat(got(gateway, "/livez", "X: y")).startsWith("HTTP/1.1 200");
            assertThat(figure(gateway, "berth_gateway_strangers_total")).isEqualTo(5);
            assertThat(server.requests()).isEmpty();
            assertThat(asked(gateway, bearer(KEY), "{}")).startsWith("HTTP/1.1 200");
            assertThat(asked(gateway, "X-Api-Key: " + KEY, "{}")).startsWith("HTTP/1.1 200");
            assertThat(asked(gateway, "authorization: bearer  " + KEY, "{}")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void keysReachNoServerAndAreWrittenNowhere() throws IOException {
        try (ScriptedServer open = ScriptedServer.answering(ANSWER);
                ScriptedServer keyed = ScriptedServer.answering(ANSWER);
                Gateway gateway = start("servers: [{url: '" + open.url() + "'}, {url: '" + keyed.url()
                        + "', api_key: sk-server}]\nbalance: round-robin\nusage: " + folder + "\ntenants:\n"
                        + tenant("a", KEY, ", per_minute: {requests: 4}"))) {
            List<String> answers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                answers.add(asked(
                        gateway,
                        bearer(KEY) + "\r\nAuthorization: Bearer twice-" + KEY + "\r\nx-api-key: " + KEY
                                + "\r\nx-berth-priority: -3\r\nAccept-Encoding: gzip",
                        "{\"n\":" + i + "}"));
            }
            assertThat(answers.getLast()).startsWith("HTTP/1.1 429");
            assertThat(answers).noneMatch(answer -> answer.contains(KEY));
            assertThat(got(gateway, "/metrics", bearer(KEY))).doesNotContain(KEY);
            assertThat(open.requests())
                    .hasSize(2)
                    .allSatisfy(asked -> assertThat(asked.head())
                            .doesNotContain(KEY)
                            .doesNotContainIgnoringCase("authorization")
                            .doesNotContain("x-berth-priority")
                            .doesNotContainIgnoringCase("accept-encoding"));
            assertThat(keyed.requests()).hasSize(2).allSatisfy(asked -> {
                assertThat(asked.head()).doesNotContain(KEY);
                assertThat(asked.header("authorization")).isEqualTo("Bearer sk-server");
            });
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file)).doesNotContain(KEY);
            }
        }
        assertThat(notes).noneMatch(note -> note.contains(KEY));
    }

    @Test
    void whoHasNoKeyMayBeATenantToo() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(
                        servers(server) + "anonymous: guests\ntenants:\n- {name: guests}\n" + tenant("a", KEY, ""))) {
            assertThat(asked(gateway, null, "{}")).startsWith("HTTP/1.1 200");
            assertThat(asked(gateway, bearer("sk-wrong"), "{}")).startsWith("HTTP/1.1 401");
            assertThat(figure(gateway, "berth_gateway_tenant_requests_total{tenant=\"guests\"}"))
                    .isOne();
            assertThat(figure(gateway, "berth_gateway_tenant_requests_total{tenant=\"a\"}"))
                    .isZero();
        }
    }

    @Test
    void everyAnswerSaysWhatIsLeft() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(servers(server) + "tenants:\n"
                        + tenant("a", KEY, ", per_minute: {requests: 2}, per_day: {tokens: 1000}")
                        + "usage: " + folder + "\n")) {
            String first = asked(gateway, bearer(KEY), "{\"max_tokens\":5,\"prompt\":\"abcd\"}");
            assertThat(header(first, "x-ratelimit-limit-requests")).isEqualTo("2");
            assertThat(header(first, "x-ratelimit-remaining-requests")).isEqualTo("1");
            assertThat(header(first, "x-ratelimit-reset-requests")).matches("\\d+(\\.\\d+)?s");
            assertThat(header(first, "x-ratelimit-limit-tokens")).isEqualTo("1000");
            // Expected are 6 bytes of prompt, which are two tokens, and five.
            assertThat(header(first, "x-ratelimit-remaining-tokens")).isEqualTo("993");
            asked(gateway, bearer(KEY), "{}");
            String third = asked(gateway, bearer(KEY), "{}");
            assertThat(third)
                    .startsWith("HTTP/1.1 429")
                    .contains("\"code\":\"rate_limit_exceeded\"", "requests per minute: Limit 2");
            assertThat(header(third, "x-ratelimit-remaining-requests")).isEqualTo("0");
            assertThat(header(third, "x-ratelimit-remaining-tokens")).isEqualTo("954");
            int seconds = Integer.parseInt(header(third, "retry-after"));
            assertThat(header(third, "x-should-retry")).isEmpty();
            int millis = Integer.parseInt(header(third, "retry-after-ms"));
            assertThat(millis).isBetween(1, 30_000).isBetween(seconds * 1000 - 999, seconds * 1000);
            assertThat(figure(
                            gateway, "berth_gateway_tenant_refused_total{tenant=\"a\",reason=\"requests_per_minute\"}"))
                    .isOne();
        }
    }

    @Test
    void whoComesWhenItWasToldToIsLetIn() throws IOException, InterruptedException {
        String long10k = "{\"max_tokens\":1,\"prompt\":\"" + "word".repeat(10_000) + "\"}";
        try (ScriptedServer server =
                        ScriptedServer.answering("{\"usage\":{\"prompt_tokens\":64000,\"completion_tokens\":1}}");
                Gateway gateway =
                        start(servers(server) + "tenants:\n" + tenant("a", KEY, ", per_minute: {tokens: 60000}"))) {
            assertThat(asked(gateway, bearer(KEY), long10k)).startsWith("HTTP/1.1 200");
            String body = "{\"max_tokens\":100,\"prompt\":\"short\"}";
            String refused = asked(gateway, bearer(KEY), body);
            assertThat(refused).startsWith("HTTP/1.1 429").contains("tokens per minute");
            Thread.sleep(Long.parseLong(header(refused, "retry-after-ms")));
            assertThat(asked(gateway, bearer(KEY), body)).startsWith("HTTP/1.1 200");
        }
    }

    /** For longer than a minute official clients do not wait, but try again within seconds unless they are told not to. */
    @Test
    void whoWouldWaitForLongIsToldNotToTry() throws IOException {
        try (ScriptedServer server =
                        ScriptedServer.answering("{\"usage\":{\"prompt_tokens\":9000,\"completion_tokens\":1}}");
                Gateway gateway =
                        start(servers(server) + "tenants:\n" + tenant("a", KEY, ", per_minute: {tokens: 1000}"))) {
            asked(gateway, bearer(KEY), "{\"prompt\":\"word\"}");
            String refused = asked(gateway, bearer(KEY), "{\"prompt\":\"word\"}");
            assertThat(Integer.parseInt(header(refused, "retry-after"))).isBetween(300, 490);
            assertThat(header(refused, "x-should-retry")).isEqualTo("false");
        }
    }

    @Test
    void aTenantMayBeLimitedToSomeModels() throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start("servers: [{url: '" + server.url() + "', models: [small, large]}]\n"
                        + "tenants:\n" + tenant("a", KEY, ", models: [small]") + tenant("b", OTHER_KEY, ""))) {
            assertThat(asked(gateway, bearer(KEY), "{\"model\":\"small\"}")).startsWith("HTTP/1.1 200");
            for (String model : List.of("large", "unknown")) {
                assertThat(asked(gateway, bearer(KEY), "{\"model\":\"" + model + "\"}"))
                        .startsWith("HTTP/1.1 403")
                        .contains("\"code\":\"model_not_found\"", "does not have access to model `" + model + "`");
            }
            assertThat(asked(gateway, bearer(OTHER_KEY), "{\"model\":\"large\"}"))
                    .startsWith("HTTP/1.1 200");
            assertThat(got(gateway, "/v1/models", bearer(KEY)))
                    .contains("small")
                    .doesNotContain("large");
            assertThat(got(gateway, "/v1/models", bearer(OTHER_KEY))).contains("small", "large");
            assertThat(figure(gateway, "berth_gateway_tenant_refused_total{tenant=\"a\",reason=\"model\"}"))
                    .isEqualTo(2);
            assertThat(figure(gateway, "berth_gateway_tenant_requests{tenant=\"b\"}"))
                    .isZero();
        }
    }

    /** Where the gateway and a server could read another model, it is none that is allowed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"model\":[\"small\"]}",
                "no JSON",
                "{\"model\":\"small\",\"model\":\"large\"}",
                "{\"model\":\"small\",\"mod\\u0065l\":\"large\"}",
                "{\"model\":\"small\",\"prompt\":\"LONG\",\"model\":\"large\"}"
            })
    void anotherModelCannotBeHidden(String body) throws IOException {
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(servers(server) + "limits: {buffer: 2Ki, prompt: 1Ki}\ntenants:\n"
                        + tenant("a", KEY, ", models: [small]"))) {
            for (int length : new int[] {1_500, 50_000}) {
                assertThat(asked(gateway, bearer(KEY), body.replace("LONG", "x".repeat(length))))
                        .startsWith("HTTP/1.1 403");
            }
            assertThat(asked(gateway, bearer(KEY) + "\r\nContent-Type: text/plain", "{\"model\":\"small\"}"))
                    .startsWith("HTTP/1.1 403");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void aTenantMayBeConfinedToARegion() throws IOException {
        AtomicBoolean failing = new AtomicBoolean();
        try (ScriptedServer here = new ScriptedServer((asked, peer) -> {
                    if (!failing.get()) {
                        peer.json(200, ANSWER);
                    }
                    return !failing.get();
                });
                ScriptedServer there = ScriptedServer.answering(ANSWER);
                Gateway gateway = start("servers: [{url: '" + there.url() + "', region: us, speed: 9}, {url: '"
                        + here.url() + "', region: eu}]\ntenants:\n" + tenant("a", KEY, ", regions: [eu]")
                        + tenant("b", OTHER_KEY, "") + "limits: {retries: 3}\n")) {
            for (int i = 0; i < 8; i++) {
                assertThat(asked(gateway, bearer(KEY), "{}")).contains("x-berth-server: 127.0.0.1:" + here.port());
            }
            failing.set(true);
            String answer = asked(gateway, bearer(KEY), "{}");
            assertThat(answer).containsPattern("HTTP/1.1 50[23]");
            assertThat(there.requests()).isEmpty();
            assertThat(asked(gateway, bearer(OTHER_KEY), "{}")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void whoDecidesKnowsTheTenantAndItsPriorityWhichAClientMayLower() throws IOException {
        List<Request> seen = new CopyOnWriteArrayList<>();
        Balancer first = (request, _, _, _) -> {
            seen.add(request);
            return 0;
        };
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway gateway = start(
                        servers(server) + "tenants:\n" + tenant("a", KEY, "") + tenant("b", OTHER_KEY, ", priority: 5"),
                        first)) {
            asked(gateway, bearer(KEY), "{}");
            asked(gateway, bearer(OTHER_KEY), "{}");
            asked(gateway, bearer(OTHER_KEY) + "\r\nx-berth-priority: 3", "{}");
            asked(gateway, bearer(OTHER_KEY) + "\r\nx-berth-priority: 9", "{}");
            assertThat(asked(gateway, bearer(KEY) + "\r\nx-berth-priority: high", "{}"))
                    .startsWith("HTTP/1.1 400")
                    .contains("x-berth-priority");
        }
        assertThat(seen).extracting(Request::priority).containsExactly(0, 5, 3, 5);
        assertThat(seen).extracting(Request::tenant).containsExactly(0, 1, 1, 1);
    }

    @Test
    void streamsAreCountedAndFailuresCostNothing() throws IOException {
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    if (asked.body().contains("fail")) {
                        peer.json(400, "{\"error\":{}}");
                        return true;
                    }
                    peer.write(
                            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
                    for (int i = 0; i < 6; i++) {
                        peer.chunk("data: {\"n\":" + i + "}\n\n");
                    }
                    if (asked.body().contains("break")) {
                        return false;
                    }
                    peer.chunk("data: [DONE]\n\n");
                    peer.write("0\r\n\r\n");
                    return true;
                });
                Gateway gateway =
                        start(servers(server) + "limits: {retries: 0}\nprices: {m: {input: 1e5, output: 2e5}}\n"
                                + "tenants:\n" + tenant("a", KEY, ", per_minute: {requests: 100, tokens: 10000}"))) {
            // Seven bytes, quotes with them, are two tokens.
            asked(gateway, bearer(KEY), "{\"model\":\"m\",\"stream\":true,\"prompt\":\"hello\"}");
            assertThat(figure(gateway, "berth_gateway_tenant_output_tokens_total{tenant=\"a\"}"))
                    .isEqualTo(6);
            assertThat(figure(gateway, "berth_gateway_tenant_input_tokens_total{tenant=\"a\"}"))
                    .isEqualTo(2);
            assertThat(figure(gateway, "berth_gateway_tenant_cost_total{tenant=\"a\"}"))
                    .isEqualTo(1.4);
            asked(gateway, bearer(KEY), "{\"model\":\"m\",\"prompt\":\"fail\"}");
            assertThat(figure(gateway, "berth_gateway_tenant_requests_total{tenant=\"a\"}"))
                    .isEqualTo(2);
            assertThat(figure(gateway, "berth_gateway_tenant_cost_total{tenant=\"a\"}"))
                    .isEqualTo(1.4);
            asked(gateway, bearer(KEY), "{\"model\":\"m\",\"prompt\":\"break\"}");
            assertThat(figure(gateway, "berth_gateway_tenant_output_tokens_total{tenant=\"a\"}"))
                    .isEqualTo(11);
            assertThat(figure(gateway, "berth_gateway_tenant_requests{tenant=\"a\"}"))
                    .isZero();
        }
    }

    @Test
    void aClientThatLeavesPaysForWhatWasBegun() throws IOException, InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer((asked, peer) -> {
                    begun.countDown();
                    over.await(20, TimeUnit.SECONDS);
                    return false;
                });
                Gateway gateway = start(servers(server) + "tenants:\n" + tenant("a", KEY, ""))) {
            try (Client client = new Client(gateway.port())) {
                client.write(ask(bearer(KEY), "{\"max_tokens\":9,\"prompt\":\"hello\"}"));
                assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
                assertThat(figure(gateway, "berth_gateway_tenant_requests{tenant=\"a\"}"))
                        .isOne();
            }
            while (figure(gateway, "berth_gateway_tenant_requests{tenant=\"a\"}") > 0) {
                Thread.onSpinWait();
            }
            assertThat(figure(gateway, "berth_gateway_tenant_input_tokens_total{tenant=\"a\"}"))
                    .isEqualTo(2);
            assertThat(figure(gateway, "berth_gateway_tenant_output_tokens_total{tenant=\"a\"}"))
                    .isEqualTo(9);
            over.countDown();
        }
    }

    @Test
    void aBudgetThatIsSpentHoldsOverARestart() throws IOException {
        String file = "prices: {'*': {input: 1000}}\nusage: " + folder + "\ntenants:\n"
                + tenant("a", KEY, ", per_month: {cost: 0.03}");
        try (ScriptedServer server = ScriptedServer.answering(ANSWER)) {
            try (Gateway gateway = start(servers(server) + file)) {
                assertThat(asked(gateway, bearer(KEY), "{\"max_tokens\":1,\"prompt\":\"0123456789\"}"))
                        .startsWith("HTTP/1.1 200");
                assertThat(figure(gateway, "berth_gateway_tenant_month_cost{tenant=\"a\"}"))
                        .isEqualTo(0.02);
            }
            try (Gateway gateway = start(servers(server) + file)) {
                String refused = asked(gateway, bearer(KEY), "{\"prompt\":\"" + "word".repeat(11) + "\"}");
                assertThat(refused)
                        .startsWith("HTTP/1.1 429")
                        .contains("\"code\":\"insufficient_quota\"", "cost per month");
                assertThat(Integer.parseInt(header(refused, "retry-after"))).isPositive();
                assertThat(asked(gateway, bearer(KEY), "{\"prompt\":\"word\"}")).startsWith("HTTP/1.1 200");
            }
        }
    }

    @Test
    void twoGatewaysShareQuotas() throws IOException, InterruptedException {
        int first = free();
        int second = free();
        String file = "peer_secret: 0123456789abcdef\nusage: " + folder + "/%d\ntenants:\n"
                + tenant("a", KEY, ", per_day: {requests: 5}") + "peers: ['http://127.0.0.1:%d']\nport: %d";
        try (ScriptedServer server = ScriptedServer.answering(ANSWER);
                Gateway one = start(models(server) + file.formatted(1, second, first));
                Gateway two = start(models(server) + file.formatted(2, first, second))) {
            for (int i = 0; i < 4; i++) {
                assertThat(asked(one, bearer(KEY), "{}")).startsWith("HTTP/1.1 200");
            }
            while (!got(two, "/v1/models", bearer(KEY)).contains("x-ratelimit-remaining-requests: 1\r\n")) {
                Thread.sleep(50);
            }
            assertThat(asked(two, bearer(KEY), "{}")).startsWith("HTTP/1.1 200");
            assertThat(asked(two, bearer(KEY), "{}")).startsWith("HTTP/1.1 429").contains("requests per day: Limit 5");
            assertThat(got(one, "/berth/tenants", "x-berth-peer: 0123456789abcdeg"))
                    .startsWith("HTTP/1.1 403");
            assertThat(got(one, "/berth/tenants", bearer(KEY))).startsWith("HTTP/1.1 403");
        }
    }

    private static int free() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            return taken.getLocalPort();
        }
    }

    private static String models(ScriptedServer server) {
        return "servers: [{url: '" + server.url() + "', models: [m]}]\n";
    }

    private static String servers(ScriptedServer... servers) {
        StringBuilder file = new StringBuilder("servers:\n");
        for (ScriptedServer server : servers) {
            file.append("- {url: '").append(server.url()).append("'}\n");
        }
        return file + "health: {metrics: 0s}\n";
    }

    private Gateway start(String file) {
        return start(file, null);
    }

    /** @param balancer in place of that of the file; null for that */
    private Gateway start(String file, @Nullable Balancer balancer) {
        return Started.of(file, balancer, notes::add);
    }
}
