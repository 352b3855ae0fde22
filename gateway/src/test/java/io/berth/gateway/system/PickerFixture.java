package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.config.core.v3.HeaderValueOption;
import io.envoyproxy.envoy.service.ext_proc.v3.CommonResponse;
import io.envoyproxy.envoy.service.ext_proc.v3.HeaderMutation;
import io.envoyproxy.envoy.service.ext_proc.v3.ProcessingResponse;
import io.envoyproxy.envoy.service.ext_proc.v3.StreamedBodyResponse;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;

/** Two model servers, and a picker before them that is asked as Envoy asks. */
abstract class PickerFixture {
    static final String DESTINATION = "x-gateway-destination-endpoint";
    /** Nobody asks the servers again. */
    static final String UNASKED = "health: {interval: 1h, failures: 1, metrics: 0s}\n";
    /** A server to which nobody can connect. */
    static final String NOBODY = "servers: [{url: 'http://127.0.0.1:1', name: nobody}]\n";

    static final String POST = "request_headers { headers { headers { key: ':method' raw_value: 'POST' }"
            + " headers { key: 'content-type' raw_value: 'application/json' } } } ";
    static final String FULL =
            "protocol_config { request_body_mode: FULL_DUPLEX_STREAMED response_body_mode: FULL_DUPLEX_STREAMED }";
    static final String OK = "response_headers { headers { headers { key: ':status' raw_value: '200' } } } ";

    final List<String> notes = new CopyOnWriteArrayList<>();
    final Recorder recorder = new Recorder();
    final ScriptedServer first;
    final ScriptedServer second;
    final String one;
    final String two;

    PickerFixture() throws IOException {
        first = ScriptedServer.answering("{}");
        second = ScriptedServer.answering("{}");
        one = "127.0.0.1:" + first.port();
        two = "127.0.0.1:" + second.port();
    }

    /** Headers of a POST of JSON, with {@code more} names and values. */
    static String post(String... more) {
        StringBuilder headers = new StringBuilder();
        for (int i = 0; i < more.length; i += 2) {
            headers.append(" headers { key: '")
                    .append(more[i])
                    .append("' raw_value: '")
                    .append(more[i + 1])
                    .append("' }");
        }
        return POST.replace("'application/json' }", "'application/json' }" + headers);
    }

    /** What is wrong with an immediate response, by its status: its body. */
    static String refusal(ProcessingResponse response, int status) {
        assertThat(response.getImmediateResponse().getStatus().getCodeValue())
                .as(response.toString())
                .isEqualTo(status);
        return response.getImmediateResponse().getBody().toStringUtf8();
    }

    @AfterEach
    void closeServers() throws IOException {
        first.close();
        second.close();
    }

    static String destination(ProcessingResponse response) {
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

    static Map<String, String> headers(HeaderMutation mutation) {
        return mutation.getSetHeadersList().stream()
                .collect(Collectors.toMap(
                        one -> one.getHeader().getKey(),
                        one -> one.getHeader().getRawValue().toStringUtf8()));
    }

    static StreamedBodyResponse streamed(CommonResponse common) {
        return common.getBodyMutation().getStreamedResponse();
    }

    static String passed(CommonResponse common) {
        return streamed(common).getBody().toStringUtf8();
    }

    static byte[] health(Gateway gateway, String service) throws Exception {
        try (EnvoyStream probe = EnvoyStream.to(gateway, "grpc.health.v1.Health/Check")) {
            probe.send(service(service));
            probe.end();
            return probe.bytes();
        }
    }

    /** A HealthCheckRequest. */
    static byte[] service(String name) {
        byte[] message = new byte[name.length() + 2];
        message[0] = 10;
        message[1] = (byte) name.length();
        for (int i = 0; i < name.length(); i++) {
            message[i + 2] = (byte) name.charAt(i);
        }
        return message;
    }

    static Path resource(String name) throws URISyntaxException {
        return Path.of(GatewayTest.class.getResource(name).toURI());
    }

    Gateway start(String more) {
        return start(
                "servers: [{url: 'http://" + one + "', name: one, models: [m]}, {url: 'http://" + two
                        + "', name: two, models: [m, n]}]\n",
                UNASKED + more);
    }

    Gateway start(String servers, String more) {
        String picker = more.contains("picker:") ? "" : "picker: {port: 0}\n";
        return Started.of(servers + more + picker, recorder, notes::add);
    }
}
