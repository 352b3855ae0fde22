package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Prompt;
import io.berth.spec.input.InputException;
import io.envoyproxy.envoy.config.core.v3.HeaderValueOption;
import io.envoyproxy.envoy.service.ext_proc.v3.CommonResponse;
import io.envoyproxy.envoy.service.ext_proc.v3.HeaderMutation;
import io.envoyproxy.envoy.service.ext_proc.v3.ImmediateResponse;
import io.envoyproxy.envoy.service.ext_proc.v3.ProcessingResponse;
import io.envoyproxy.envoy.service.ext_proc.v3.StreamedBodyResponse;
import io.grpc.Status;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A picker that is asked as Envoy asks. */
class PickerTest {
    private static final String DESTINATION = "x-gateway-destination-endpoint";
    /** Nobody asks the servers again. */
    private static final String UNASKED = "health: {interval: 1h, failures: 1, metrics: 0s}\n";
    /** A server to which nobody can connect. */
    private static final String NOBODY = "servers: [{url: 'http://127.0.0.1:1', name: nobody}]\n";

    private static final String POST = "request_headers { headers { headers { key: ':method' raw_value: 'POST' }"
            + " headers { key: 'content-type' raw_value: 'application/json' } } } ";
    private static final String FULL =
            "protocol_config { request_body_mode: FULL_DUPLEX_STREAMED response_body_mode: FULL_DUPLEX_STREAMED }";
    private static final String OK = "response_headers { headers { headers { key: ':status' raw_value: '200' } } } ";

    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final Recorder recorder = new Recorder();
    private final ScriptedServer first;
    private final ScriptedServer second;
    private final String one;
    private final String two;

    PickerTest() throws IOException {
        first = ScriptedServer.answering("{}");
        second = ScriptedServer.answering("{}");
        one = "127.0.0.1:" + first.port();
        two = "127.0.0.1:" + second.port();
    }

    @AfterEach
    void closeServers() throws IOException {
        first.close();
        second.close();
    }

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
    void aClientThatLeavesIsForgotten() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{}' end_of_stream: true }");
            assertThat(destination(envoy.next())).isEqualTo(one);
            envoy.cancel();
            assertThat(recorder.next()).isEqualTo("0 came to nothing");
        }
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
    void aServerThatEnvoyCannotReachIsLeft() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{}' end_of_stream: true }");
            assertThat(destination(envoy.next())).isEqualTo(one);
            assertThat(envoy.next().hasRequestBody()).isTrue();
            envoy.send(
                    "response_headers { headers { headers { key: ':status' raw_value: '503' } } end_of_stream: true }");
            assertThat(envoy.next().hasResponseHeaders()).isTrue();
            assertThat(recorder.next()).isEqualTo("0 came to nothing");
            assertThat(notes)
                    .anyMatch(note ->
                            note.startsWith("server one is ejected for") && note.endsWith("Envoy answers with 503"));
        }
    }

    @Test
    void whatAServerItselfAnswersIsNoReasonToLeaveIt() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{}' end_of_stream: true }");
            assertThat(destination(envoy.next())).isEqualTo(one);
            assertThat(envoy.next().hasRequestBody()).isTrue();
            envoy.send("response_headers { headers { headers { key: ':status' raw_value: '503' }"
                    + " headers { key: 'x-envoy-upstream-service-time' raw_value: '1' } } }");
            assertThat(envoy.next().hasResponseHeaders()).isTrue();
            assertThat(recorder.next()).isEqualTo("0 came to nothing");
            assertThat(notes).noneMatch(note -> note.contains("is lost"));
        }
    }

    @Test
    void noServerIsSaidInTheWordsOfTheApi() throws Exception {
        try (Gateway gateway = start(NOBODY, "health: {interval: 10ms}\n")) {
            for (int i = 0; i < 2_000 && notes.isEmpty(); i++) {
                Thread.sleep(10);
            }
            try (EnvoyStream envoy = EnvoyStream.to(gateway)) {
                envoy.send(POST + FULL);
                envoy.send("request_body { body: '{}' end_of_stream: true }");
                ImmediateResponse refused = envoy.next().getImmediateResponse();
                assertThat(refused.getStatus().getCodeValue()).isEqualTo(503);
                assertThat(refused.getBody().toStringUtf8()).contains("\"error\":{", "\"server_is_overloaded\"");
                assertThat(headers(refused.getHeaders()))
                        .containsEntry("content-type", "application/json")
                        .containsEntry("retry-after", "1");
                assertThat(envoy.status().getCode()).isEqualTo(Status.Code.OK);
            }
        }
    }

    @Test
    void aModelThatNoServerHasIsRefused() throws Exception {
        try (Gateway gateway = start("");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{\"model\":\"other\"}' end_of_stream: true }");
            ImmediateResponse refused = envoy.next().getImmediateResponse();
            assertThat(refused.getStatus().getCodeValue()).isEqualTo(404);
            assertThat(refused.getBody().toStringUtf8()).contains("model_not_found");
        }
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() throws Exception {
        try (Gateway gateway = start("limits: {body: 1Ki}\n");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{\"a\":\"" + "x".repeat(1024) + "' }");
            assertThat(envoy.next().getImmediateResponse().getStatus().getCodeValue())
                    .isEqualTo(413);
        }
    }

    @Test
    void onlyServersOfTheSubsetAreNamed() throws Exception {
        try (Gateway gateway = start("picker: {port: 0, fallbacks: 3}\n")) {
            String hint = " metadata_context { filter_metadata { key: 'envoy.lb.subset_hint' value { fields {"
                    + " key: 'x-gateway-destination-endpoint-subset' value { %s } } } } }";
            for (String subset : List.of(
                    "list_value { values { string_value: '" + two + "' } values { string_value: '10.0.0.1:80' } }",
                    "string_value: '10.0.0.1:80, " + two + "'")) {
                try (EnvoyStream envoy = EnvoyStream.to(gateway)) {
                    envoy.send(POST + FULL + hint.formatted(subset));
                    envoy.send("request_body { body: '{}' end_of_stream: true }");
                    assertThat(destination(envoy.next())).isEqualTo(two);
                }
            }
            for (String subset : List.of("list_value { values { string_value: '10.0.0.1:80' } }", "list_value { }")) {
                try (EnvoyStream envoy = EnvoyStream.to(gateway)) {
                    envoy.send(POST + FULL + hint.formatted(subset));
                    envoy.send("request_body { body: '{}' end_of_stream: true }");
                    assertThat(envoy.next().getImmediateResponse().getStatus().getCodeValue())
                            .isEqualTo(503);
                }
            }
        }
    }

    @Test
    void aRequestWaitsHereForASlotAndOneTooManyIsTurnedAway() throws Exception {
        String waiting =
                "servers: [{url: 'http://%s', name: one, slots: 1}]\nwait: gateway\nadmit: [{queue-limit: {length: 1}}]\n"
                        .formatted(one);
        try (Gateway gateway = start(waiting, UNASKED + "limits: {buffer: 1Ki}\n");
                EnvoyStream running = EnvoyStream.to(gateway);
                EnvoyStream waits = EnvoyStream.to(gateway);
                EnvoyStream refused = EnvoyStream.to(gateway)) {
            running.send(POST + FULL);
            running.send("request_body { body: '{}' end_of_stream: true }");
            assertThat(destination(running.next())).isEqualTo(one);
            assertThat(running.next().hasRequestBody()).isTrue();

            waits.send(POST + FULL);
            for (int piece = 0; piece < 4; piece++) {
                waits.send("request_body { body: '" + Integer.toString(piece).repeat(1_000) + "' }");
            }
            waits.send("request_body { end_of_stream: true }");
            for (int i = 0; i < 2_000 && recorder.asked.size() < 2; i++) {
                Thread.sleep(10);
            }
            refused.send(POST + FULL);
            refused.send("request_body { body: '{}' end_of_stream: true }");
            ImmediateResponse tooMany = refused.next().getImmediateResponse();
            assertThat(tooMany.getStatus().getCodeValue()).isEqualTo(429);
            assertThat(tooMany.getBody().toStringUtf8()).contains("rate_limit_exceeded");
            assertThat(waits.answered()).isFalse();

            running.send(OK);
            running.send("response_body { body: 'x' end_of_stream: true }");
            assertThat(destination(waits.next())).isEqualTo(one);
            for (int piece = 0; piece < 4; piece++) {
                assertThat(passed(waits.next().getRequestBody().getResponse()))
                        .isEqualTo(Integer.toString(piece).repeat(1_000));
            }
            assertThat(streamed(waits.next().getRequestBody().getResponse()).getEndOfStream())
                    .isTrue();
        }
    }

    @Test
    void anotherServerThatEnvoyTookIsCountedInstead() throws Exception {
        try (Gateway gateway = start("picker: {port: 0, fallbacks: 3}\n");
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(POST + FULL);
            envoy.send("request_body { body: '{}' end_of_stream: true }");
            assertThat(destination(envoy.next())).isEqualTo(one + "," + two);
            assertThat(envoy.next().hasRequestBody()).isTrue();
            envoy.send(OK + "metadata_context { filter_metadata { key: 'envoy.lb' value { fields {"
                    + " key: 'x-gateway-destination-endpoint-served' value { string_value: '" + two + "' } } } } }");
            assertThat(headers(envoy.next().getResponseHeaders().getResponse().getHeaderMutation()))
                    .containsExactly(Map.entry("x-berth-server", two));
            assertThat(recorder.next()).isEqualTo("0 came to nothing");
            envoy.send("response_body { body: '{\"completion_tokens\":5}' end_of_stream: true }");
            assertThat(recorder.next()).isEqualTo("1 answered 5000000");
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
    void whatIsNoMessageEndsItsStreamAlone() throws Exception {
        try (Gateway gateway = start("")) {
            try (EnvoyStream envoy = EnvoyStream.to(gateway)) {
                envoy.send(new byte[] {18, 100, 1});
                assertThat(envoy.status().getCode()).isNotEqualTo(Status.Code.OK);
            }
            try (EnvoyStream envoy = EnvoyStream.to(gateway)) {
                envoy.send(POST + FULL);
                envoy.send("request_body { body: '{}' end_of_stream: true }");
                assertThat(destination(envoy.next())).isEqualTo(one);
            }
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

    @Test
    void aServerMustBeOneThatEnvoyCanBeTold() {
        assertThatThrownBy(() -> start("servers: [{url: 'http://127.0.0.1:1/api', name: one}]\n", ""))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("picker")
                .hasMessageContaining("\"one\" has a path, /api");
        assertThatThrownBy(() -> start("servers: [{url: 'http://no.such.host.invalid', name: one}]\n", ""))
                .hasMessageContaining("\"one\" has no IP address");
    }

    @Test
    void aPortThatSomebodyHasIsNamed() {
        assertThatThrownBy(() -> start("picker: {port: " + first.port() + "}\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("picker")
                .hasMessageContaining("the port " + first.port() + " cannot be had");
    }

    private static String destination(ProcessingResponse response) {
        CommonResponse common = response.hasRequestBody()
                ? response.getRequestBody().getResponse()
                : response.getRequestHeaders().getResponse();
        HeaderValueOption header = common.getHeaderMutation().getSetHeadersList().stream()
                .filter(one -> one.getHeader().getKey().equals(DESTINATION))
                .findFirst()
                .orElseThrow(() -> new AssertionError("names no server: " + response));
        assertThat(header.getAppendAction()).isEqualTo(HeaderValueOption.HeaderAppendAction.OVERWRITE_IF_EXISTS_OR_ADD);
        String told = header.getHeader().getRawValue().toStringUtf8();
        assertThat(response.getDynamicMetadata()
                        .getFieldsOrThrow("envoy.lb")
                        .getStructValue()
                        .getFieldsOrThrow(DESTINATION)
                        .getStringValue())
                .isEqualTo(told);
        return told;
    }

    private static Map<String, String> headers(HeaderMutation mutation) {
        return mutation.getSetHeadersList().stream()
                .collect(Collectors.toMap(
                        one -> one.getHeader().getKey(),
                        one -> one.getHeader().getRawValue().toStringUtf8()));
    }

    private static StreamedBodyResponse streamed(CommonResponse common) {
        return common.getBodyMutation().getStreamedResponse();
    }

    private static String passed(CommonResponse common) {
        return streamed(common).getBody().toStringUtf8();
    }

    private static byte[] health(Gateway gateway, String service) throws Exception {
        try (EnvoyStream probe = EnvoyStream.to(gateway, "grpc.health.v1.Health/Check")) {
            probe.send(service(service));
            probe.end();
            return probe.bytes();
        }
    }

    /** A HealthCheckRequest. */
    private static byte[] service(String name) {
        byte[] message = new byte[name.length() + 2];
        message[0] = 10;
        message[1] = (byte) name.length();
        for (int i = 0; i < name.length(); i++) {
            message[i + 2] = (byte) name.charAt(i);
        }
        return message;
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(GatewayTest.class.getResource(name).toURI());
    }

    private Gateway start(String more) {
        return start(
                "servers: [{url: 'http://" + one + "', name: one, models: [m]}, {url: 'http://" + two
                        + "', name: two, models: [m, n]}]\n",
                UNASKED + more);
    }

    private Gateway start(String servers, String more) {
        String picker = more.contains("picker:") ? "" : "picker: {port: 0}\n";
        return Started.of(servers + more + picker, recorder, notes::add);
    }
}
