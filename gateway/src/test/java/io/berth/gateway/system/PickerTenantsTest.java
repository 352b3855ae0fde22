package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.gateway.tenant.ApiKeys;
import io.envoyproxy.envoy.service.ext_proc.v3.HeaderMutation;
import io.envoyproxy.envoy.service.ext_proc.v3.ProcessingResponse;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may have a server of a picker, and for how much: tenants are asked as those of the gateway's own port are. */
class PickerTenantsTest extends PickerFixture {
    private static final String KEY = "sk-berth-first";
    private static final String BEARER = "Bearer " + KEY;
    private static final String BODY = "request_body { body: '%s' end_of_stream: true }";

    PickerTenantsTest() throws IOException {}

    @Test
    void strangersAreToldSoBeforeTheirBodiesCome() throws Exception {
        try (Gateway gateway = start(tenant(""))) {
            for (String headers : List.of(POST, post("authorization", "Bearer sk-wrong"), post("x-api-key", "x"))) {
                try (EnvoyStream envoy = EnvoyStream.to(gateway)) {
                    envoy.send(headers + FULL);
                    assertThat(refusal(envoy.next(), 401))
                            .contains("\"code\":\"invalid_api_key\"")
                            .doesNotContain("sk-wrong");
                }
            }
            assertThat(figure(gateway, "berth_gateway_strangers_total")).isEqualTo(3);
            assertThat(recorder.asked).isEmpty();
        }
    }

    @Test
    void whatIsMeantForTheGatewayAloneIsTakenOut() throws Exception {
        try (Gateway gateway = start(tenant(""));
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(
                    post("authorization", BEARER, "x-api-key", KEY, "accept-encoding", "gzip", "x-berth-priority", "-1")
                            + FULL);
            envoy.send(BODY.formatted("{}"));
            ProcessingResponse named = envoy.next();
            assertThat(destination(named)).isEqualTo(one);
            HeaderMutation headers = named.getRequestHeaders().getResponse().getHeaderMutation();
            assertThat(headers.getRemoveHeadersList())
                    .containsExactlyInAnyOrder("authorization", "x-api-key", "accept-encoding", "x-berth-priority");
            assertThat(recorder.asked.getFirst().priority()).isEqualTo(-1);
        }
    }

    @Test
    void aKeyOfAServerTakesThePlaceOfThatOfTheTenant() throws Exception {
        String servers = "servers: [{url: 'http://" + one + "', api_key: sk-1}]\n";
        try (Gateway gateway = start(servers, UNASKED + tenant(""));
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(post("authorization", BEARER) + FULL);
            envoy.send(BODY.formatted("{}"));
            HeaderMutation headers =
                    envoy.next().getRequestHeaders().getResponse().getHeaderMutation();
            assertThat(headers(headers)).containsEntry("authorization", "Bearer sk-1");
            assertThat(headers.getRemoveHeadersList()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"model\":\"n\"}|FULL_DUPLEX_STREAMED|does not have access to model `n`",
                "{\"a\":1}|BUFFERED|cannot be told which this request is for",
                "{\"model\":\"m\"}|NONE|cannot be told which this request is for"
            })
    void onlyTheModelsOfTheTenantAreAskedFor(String body, String mode, String said) throws Exception {
        try (Gateway gateway = start(tenant(", models: [m]"));
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            envoy.send(post("authorization", BEARER) + "protocol_config { request_body_mode: " + mode + " }");
            if (mode.equals("BUFFERED")) {
                assertThat(envoy.next().hasRequestHeaders()).isTrue();
            }
            if (!mode.equals("NONE")) {
                envoy.send(BODY.formatted(body));
            }
            assertThat(refusal(envoy.next(), 403)).contains("model_not_found", said);
        }
    }

    @Test
    void whoHasTakenItsQuotaHearsWhenToComeAgain() throws Exception {
        try (Gateway gateway = start(tenant(", per_minute: {requests: 1}"));
                EnvoyStream first = EnvoyStream.to(gateway);
                EnvoyStream second = EnvoyStream.to(gateway)) {
            first.send(post("authorization", BEARER) + FULL);
            first.send(BODY.formatted("{}"));
            assertThat(destination(first.next())).isEqualTo(one);
            assertThat(first.next().hasRequestBody()).isTrue();
            first.send(OK);
            assertThat(headers(first.next().getResponseHeaders().getResponse().getHeaderMutation()))
                    .containsEntry("x-berth-server", "one")
                    .containsEntry("x-ratelimit-limit-requests", "1")
                    .containsEntry("x-ratelimit-remaining-requests", "0");

            second.send(post("authorization", BEARER) + FULL);
            second.send(BODY.formatted("{}"));
            ProcessingResponse refused = second.next();
            assertThat(refusal(refused, 429)).contains("\"code\":\"rate_limit_exceeded\"", "requests per minute");
            assertThat(headers(refused.getImmediateResponse().getHeaders()))
                    .containsEntry("content-type", "application/json")
                    .containsEntry("retry-after", "60")
                    .containsKey("retry-after-ms")
                    .containsEntry("x-ratelimit-remaining-requests", "0");
        }
    }

    /** What an answer took is read of it, where Envoy shows it; else it is what was expected. */
    @ParameterizedTest
    @CsvSource({
        "STREAMED, 200, true, 5, 3",
        "NONE, 200, true, 0, 9",
        "STREAMED, 500, true, 0, 0",
        "STREAMED, 200, false, 2, 9"
    })
    void tokensAreSettledByTheAnswer(String mode, int status, boolean begins, int input, int output) throws Exception {
        try (Gateway gateway = start(tenant(""));
                EnvoyStream envoy = EnvoyStream.to(gateway)) {
            boolean shown = mode.equals("STREAMED");
            envoy.send(post("authorization", BEARER)
                    + "protocol_config { request_body_mode: BUFFERED response_body_mode: " + mode + " }");
            assertThat(envoy.next().hasRequestHeaders()).isTrue();
            envoy.send(BODY.formatted(shown ? "{\"max_tokens\":9,\"prompt\":\"12345\"}" : "{\"max_tokens\":9}"));
            assertThat(destination(envoy.next())).isEqualTo(one);
            if (begins) {
                envoy.send(OK.replace("200", Integer.toString(status)));
                assertThat(envoy.next().hasResponseHeaders()).isTrue();
            } else {
                envoy.cancel();
            }
            if (begins && shown) {
                envoy.send("response_body { body: '{\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":3}}'"
                        + " end_of_stream: true }");
                assertThat(envoy.next().hasResponseBody()).isTrue();
            } else if (begins) {
                envoy.end();
            }
            assertThat(recorder.next()).startsWith("0 ");
            assertThat(figure(gateway, "berth_gateway_tenant_input_tokens_total{tenant=\"a\"}"))
                    .isEqualTo(input);
            assertThat(figure(gateway, "berth_gateway_tenant_output_tokens_total{tenant=\"a\"}"))
                    .isEqualTo(output);
        }
    }

    private static String tenant(String more) {
        return "tenants:\n- {name: a, keys: ['" + ApiKeys.written(KEY) + "']" + more + "}\n";
    }

    private static double figure(Gateway gateway, String line) throws IOException {
        try (Client client = new Client(gateway.port())) {
            client.write("GET /metrics HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n");
            String text = client.readAll();
            Matcher found = Pattern.compile("(?m)^" + Pattern.quote(line) + " ([-+.eE0-9]+)$")
                    .matcher(text);
            assertThat(found.find()).as(line + " in\n" + text).isTrue();
            return Double.parseDouble(found.group(1));
        }
    }
}
