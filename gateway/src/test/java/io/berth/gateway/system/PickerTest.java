package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Prompt;
import io.envoyproxy.envoy.service.ext_proc.v3.CommonResponse;
import io.envoyproxy.envoy.service.ext_proc.v3.ProcessingResponse;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A picker that is asked as Envoy asks. */
class PickerTest extends PickerFixture {
    PickerTest() throws IOException {}

    @Test
    void aServerIsNamedOnceEnoughOfTheBodyIsThere() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{\"model\":\"m\",' }");
            envoy.send("request_body { body: '\"max_tokens\":7}' end_of_stream: true }");

            ProcessingResponse named = envoy.next();
            assertThat(destination(named)).isEqualTo(one);
            assertThat(named.getRequestHeaders().getResponse().getClearRouteCache())
                    .isTrue();
            assertThat(passed(envoy.next().getRequestBody().getResponse())).isEqualTo("{\"model\":\"m\",");
            CommonResponse last = envoy.next().getRequestBody().getResponse();
            assertThat(passed(last)).isEqualTo("\"max_tokens\":7}");
            assertThat(streamed(last).getEndOfStream()).isTrue();
            assertThat(recorder.asked.getFirst().workNanos()).isEqualTo(7_000_000);

            envoy.send(OK);
            assertThat(headers(envoy.next().getResponseHeaders().getResponse().getHeaderMutation()))
                    .containsExactly(Map.entry("x-berth-server", "one"));
            envoy.send("response_body { body: '{\"usage\":{\"completion_tokens\":3}}' end_of_stream: true }");
            CommonResponse answer = envoy.next().getResponseBody().getResponse();
            assertThat(passed(answer)).isEqualTo("{\"usage\":{\"completion_tokens\":3}}");
            assertThat(streamed(answer).getEndOfStream()).isTrue();
            assertThat(recorder.next()).isEqualTo("0 answered 3000000");
            envoy.end();
            assertThat(envoy.status().getCode()).isEqualTo(Status.Code.OK);
        }
    }

    @Test
    void trailersEndABodyAndAnAnswer() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{\"model\":\"m\"' }");
            envoy.send("request_trailers { }");
            assertThat(destination(envoy.next())).isEqualTo(one);
            assertThat(envoy.next().hasRequestBody()).isTrue();
            assertThat(envoy.next().hasRequestTrailers()).isTrue();
            envoy.send(OK);
            assertThat(envoy.next().hasResponseHeaders()).isTrue();
            envoy.send("response_trailers { }");
            assertThat(envoy.next().hasResponseTrailers()).isTrue();
            assertThat(recorder.next()).startsWith("0 answered");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"BUFFERED", "BUFFERED_PARTIAL"})
    void aWholeBodyIsReadBeforeAServerIsNamed(String mode) throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + "protocol_config { request_body_mode: " + mode + " }");
            ProcessingResponse first = envoy.next();
            assertThat(first.hasRequestHeaders()).isTrue();
            assertThat(first.hasDynamicMetadata()).isFalse();
            envoy.send("request_body { body: '{\"model\":\"n\",\"max_tokens\":7}' end_of_stream: true }");
            ProcessingResponse named = envoy.next();
            assertThat(named.hasRequestBody()).isTrue();
            assertThat(destination(named)).isEqualTo(two);
            assertThat(recorder.asked.getFirst().workNanos()).isEqualTo(7_000_000);
        }
    }

    @Test
    void whereHeadersMustBeAnsweredFirstTheBodyIsNotWaitedFor() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + "protocol_config { request_body_mode: STREAMED response_body_mode: STREAMED }");
            assertThat(destination(envoy.next())).isEqualTo(one);
            envoy.send("request_body { body: '{}' end_of_stream: true }");
            assertThat(envoy.next().getRequestBody().hasResponse()).isFalse();
            envoy.send(OK);
            assertThat(envoy.next().hasResponseHeaders()).isTrue();
            envoy.send("response_body { body: 'x' end_of_stream: true }");
            assertThat(envoy.next().getResponseBody().hasResponse()).isFalse();
            assertThat(recorder.next()).startsWith("0 answered");
        }
    }

    @Test
    void aStreamedBodyThatComesAtOnceIsReadFirst() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + "protocol_config { request_body_mode: STREAMED"
                    + " send_body_without_waiting_for_header_response: true }");
            envoy.send("request_body { body: '{\"model\":\"n\"}' end_of_stream: true }");
            assertThat(destination(envoy.next())).isEqualTo(two);
            assertThat(envoy.next().hasRequestBody()).isTrue();
        }
    }

    @Test
    void aRequestWithoutABodyGoesAnywhere() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(
                    "request_headers { headers { headers { key: ':method' raw_value: 'GET' } } end_of_stream: true } "
                            + FULL);
            assertThat(destination(envoy.next())).isEqualTo(one);
            assertThat(recorder.asked.getFirst().need().prompt()).isEqualTo(Prompt.NONE);
        }
    }

    @Test
    void promptsAreToldByTheirBeginningsAsThoseOfClientsAre() throws Exception {
        String body = "{\"model\":\"m\",\"messages\":[\"" + "once upon a time ".repeat(400) + "\"]}";
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway);
                Client client = new Client(gateway.port())) {
            envoy.send(POST + FULL);
            for (int at = 0; at < body.length(); at += 1000) {
                String piece = body.substring(at, Math.min(body.length(), at + 1000));
                envoy.send(
                        "request_body { body: '" + piece + "' end_of_stream: " + (at + 1000 >= body.length()) + " }");
            }
            assertThat(destination(envoy.next())).isEqualTo(one);
            client.post("/v1/chat/completions", body);
            client.readUntil("{}");
        }
        Prompt told = recorder.asked.getFirst().need().prompt();
        Prompt sent = recorder.asked.getLast().need().prompt();
        assertThat(recorder.asked).hasSizeGreaterThan(1);
        assertThat(told.blocks()).isEqualTo(26);
        assertThat(told.hash(25)).isEqualTo(sent.hash(25));
        assertThat(told.bytes()).isEqualTo(sent.bytes());
    }

    @Test
    void aStreamOfWhichNoPieceComesTeachesNothing() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + "protocol_config { request_body_mode: NONE response_body_mode: NONE }");
            assertThat(destination(envoy.next())).isEqualTo(one);
            envoy.send("response_headers { headers { headers { key: ':status' raw_value: '200' }"
                    + " headers { key: 'content-type' raw_value: 'text/event-stream' } } }");
            assertThat(envoy.next().hasResponseHeaders()).isTrue();
            envoy.end();
            assertThat(recorder.next()).isEqualTo("0 came to nothing");
        }
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + "protocol_config { request_body_mode: NONE response_body_mode: NONE }");
            assertThat(destination(envoy.next())).isEqualTo(one);
            envoy.send(OK);
            assertThat(envoy.next().hasResponseHeaders()).isTrue();
            envoy.end();
            assertThat(recorder.next()).startsWith("0 answered");
        }
    }

    @Test
    void theKeyOfAServerGoesToNoOther() throws Exception {
        String servers =
                "servers: [{url: 'http://%s', api_key: sk-1}, {url: 'http://%s', api_key: sk-2}, {url: 'http://%s', api_key: sk-1}]\n";
        try (ScriptedServer third = ScriptedServer.answering("{}");
                Gateway gateway = start(
                        servers.formatted(one, two, "127.0.0.1:" + third.port()),
                        UNASKED + "picker: {port: 0, fallbacks: 3}\n");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{}' end_of_stream: true }");
            ProcessingResponse named = envoy.next();
            assertThat(destination(named)).isEqualTo(one + ",127.0.0.1:" + third.port());
            assertThat(headers(named.getRequestHeaders().getResponse().getHeaderMutation()))
                    .containsEntry("authorization", "Bearer sk-1");
        }
    }

    @Test
    void probesHearWhetherThereIsAServer() throws Exception {
        String check = "grpc.health.v1.Health/Check";
        try (Gateway gateway = start("")) {
            for (String service : List.of("", "liveness", "readiness", "envoy.service.ext_proc.v3.ExternalProcessor")) {
                assertThat(health(gateway, service)).containsExactly(8, 1);
            }
            try (EnvoyStream probe = EnvoyStream.to(gateway, check)) {
                probe.send(service("other"));
                probe.end();
                assertThat(probe.status().getCode()).isEqualTo(Status.Code.NOT_FOUND);
            }
        }
        try (Gateway gateway = start(NOBODY, "health: {interval: 10ms}\n")) {
            for (int i = 0; i < 2_000 && notes.isEmpty(); i++) {
                Thread.sleep(10);
            }
            assertThat(health(gateway, "")).containsExactly(8, 1);
            assertThat(health(gateway, "readiness")).containsExactly(8, 2);
        }
    }

    @Test
    void overTls() throws Exception {
        Path certificate = resource("cert.pem");
        try (Gateway gateway = start(
                        "picker: {port: 0, certificate: " + certificate + ", key: " + resource("key.pem") + "}\n");
                EnvoyStream envoy = EnvoyStream.to(gateway, certificate)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{}' end_of_stream: true }");
            assertThat(destination(envoy.next())).isEqualTo(one);
        }
    }
}
