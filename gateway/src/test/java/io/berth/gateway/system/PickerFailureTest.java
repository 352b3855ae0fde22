package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import io.envoyproxy.envoy.service.ext_proc.v3.ImmediateResponse;
import io.grpc.Status;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a picker says where a request comes to nothing. */
class PickerFailureTest extends PickerFixture {
    PickerFailureTest() throws IOException {}

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
}
