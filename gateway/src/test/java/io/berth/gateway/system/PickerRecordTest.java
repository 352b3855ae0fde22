package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is noted down of requests that Envoy carries. */
class PickerRecordTest extends PickerFixture {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    private final Path log;

    PickerRecordTest(@TempDir Path folder) throws IOException {
        log = folder.resolve("access.jsonl");
    }

    @Test
    void aPickIsALineOfTheAccessLog() throws Exception {
        try (Gateway gateway = start("log: {access: " + log + "}\n");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(post(":path", "/v1/chat/completions?key=secret", "x-berth-explain", "1") + FULL);
            envoy.send("request_body { body: '{\"model\":\"m\",\"max_tokens\":7}' end_of_stream: true }");
            assertThat(destination(envoy.next())).isEqualTo(one);
            assertThat(envoy.next().hasRequestBody()).isTrue();
            envoy.send(OK);
            Map<String, String> told =
                    headers(envoy.next().getResponseHeaders().getResponse().getHeaderMutation());
            assertThat(told).containsEntry("x-berth-server", "one");
            assertThat(told.get("x-berth-decision")).startsWith("server=one;");
            envoy.send(
                    "response_body { body: '{\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":3}}' end_of_stream: true }");
            assertThat(envoy.next().hasResponseBody()).isTrue();

            String line = lines(1).getFirst();
            assertThat(line)
                    .contains(
                            "\"url.path\":\"/v1/chat/completions\"",
                            "\"http.response.status_code\":200",
                            "\"gen_ai.request.model\":\"m\"",
                            "\"gen_ai.usage.input_tokens\":5",
                            "\"gen_ai.usage.output_tokens\":3",
                            "\"berth.server\":\"one\"",
                            "\"berth.outcome\":\"answered\"",
                            "\"berth.first_byte_s\"",
                            "\"berth.decision\"")
                    .doesNotContain("secret");
        }
    }

    @Test
    void whatEnvoyAnswersInTheirPlaceHasFailed() throws Exception {
        try (Gateway gateway = start("log: {access: " + log + "}\n");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{}' end_of_stream: true }");
            destination(envoy.next());
            envoy.next();
            envoy.send(
                    "response_headers { headers { headers { key: ':status' raw_value: '503' } } end_of_stream: true }");
            assertThat(envoy.next().hasResponseHeaders()).isTrue();
            assertThat(lines(1).getFirst())
                    .contains(
                            "\"berth.outcome\":\"failed\"",
                            "\"error.type\":\"server_failed\"",
                            "\"http.response.status_code\":503");
        }
    }

    @Test
    void whoIsTurnedAwayIsThereToo() throws Exception {
        try (Gateway gateway = start("log: {access: " + log + "}\n");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{\"model\":\"unknown\"}' end_of_stream: true }");
            refusal(envoy.next(), 404);
            assertThat(lines(1).getFirst())
                    .contains("\"berth.outcome\":\"invalid\"", "\"error.type\":\"model_not_found\"");
        }
    }

    @Test
    void whoseClientLeavesIsCancelled() throws Exception {
        try (Gateway gateway = start("log: {access: " + log + "}\n")) {
            try (EnvoyStream envoy = EnvoyStream.to(gateway)) {
                envoy.send(POST + FULL);
                envoy.send("request_body { body: '{}' end_of_stream: true }");
                destination(envoy.next());
                envoy.end();
            }
            assertThat(lines(1).getFirst()).contains("\"berth.outcome\":\"cancelled\"", "\"berth.server\":\"one\"");
        }
    }

    @Test
    void theServerIsToldOfTheTrace() throws Exception {
        try (Gateway gateway =
                        start("traces: {endpoint: 'http://127.0.0.1:1', sample: 1}\nlog: {access: " + log + "}\n");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(post("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01") + FULL);
            envoy.send("request_body { body: '{}' end_of_stream: true }");
            Map<String, String> sent =
                    headers(envoy.next().getRequestHeaders().getResponse().getHeaderMutation());
            assertThat(sent.get("traceparent")).startsWith("00-" + TRACE).doesNotContain("00f067aa0ba902b7");
            envoy.next();
            envoy.send(OK);
            Map<String, String> told =
                    headers(envoy.next().getResponseHeaders().getResponse().getHeaderMutation());
            assertThat(told.get("traceresponse")).startsWith("00-" + TRACE);
        }
    }

    private List<String> lines(int count) throws Exception {
        for (int i = 0; i < 2_000; i++) {
            if (Files.exists(log) && Files.readAllLines(log).size() >= count) {
                break;
            }
            Thread.sleep(10);
        }
        return Files.readAllLines(log);
    }
}
