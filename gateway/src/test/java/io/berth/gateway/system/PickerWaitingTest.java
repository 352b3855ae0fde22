package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.service.ext_proc.v3.ImmediateResponse;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests of Envoy that wait for a server. */
class PickerWaitingTest extends PickerFixture {
    private static final String BODY = "request_body { body: '{}' end_of_stream: true }";
    private static final String SUBSET =
            " metadata_context { filter_metadata { key: 'envoy.lb.subset_hint' value { fields {"
                    + " key: 'x-gateway-destination-endpoint-subset' value { string_value: '%s' } } } } }";

    PickerWaitingTest() throws IOException {}

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

    /** A subset of the servers of which the only one has no slot: the request waits for that one, while the other is free. */
    @Test
    void aRequestOfASubsetWaitsForOneOfItsServers() throws Exception {
        try (Gateway gateway = start(held(1), UNASKED);
                EnvoyStream running = EnvoyStream.to(gateway);
                EnvoyStream waits = EnvoyStream.to(gateway);
                EnvoyStream other = EnvoyStream.to(gateway)) {
            running.send(POST + FULL + SUBSET.formatted(two));
            running.send(BODY);
            assertThat(destination(running.next())).isEqualTo(two);
            assertThat(running.next().hasRequestBody()).isTrue();
            waits.send(POST + FULL + SUBSET.formatted(two));
            waits.send(BODY);
            awaitUnderWay(gateway, 2);
            other.send(POST + FULL);
            other.send(BODY);
            assertThat(destination(other.next())).isEqualTo(one);
            assertThat(waits.answered()).isFalse();

            running.send(OK);
            running.send("response_body { body: 'x' end_of_stream: true }");
            assertThat(destination(waits.next())).isEqualTo(two);
        }
    }

    @Test
    void whoLeavesWhileItWaitsGivesItsPlaceBack() throws Exception {
        try (Gateway gateway = start(held(1) + "admit: [{queue-limit: {length: 1}}]\n", UNASKED);
                EnvoyStream one = EnvoyStream.to(gateway);
                EnvoyStream two = EnvoyStream.to(gateway);
                EnvoyStream leaves = EnvoyStream.to(gateway);
                EnvoyStream comes = EnvoyStream.to(gateway)) {
            for (EnvoyStream each : List.of(one, two)) {
                each.send(POST + FULL);
                each.send(BODY);
                assertThat(destination(each.next())).isNotEmpty();
            }
            leaves.send(POST + FULL);
            leaves.send(BODY);
            awaitUnderWay(gateway, 3);
            leaves.cancel();
            awaitUnderWay(gateway, 2);
            comes.send(POST + FULL);
            comes.send(BODY);
            awaitUnderWay(gateway, 3);
            assertThat(comes.answered()).isFalse();
            one.cancel();
            assertThat(destination(comes.next())).isEqualTo(this.one);
        }
    }

    @Test
    void theUrgentGoFirstAndWhatIsTooLateEnds() throws Exception {
        try (Gateway gateway = start(held(1).replace("wait:", "queue: priority\nwait:"), UNASKED);
                EnvoyStream one = EnvoyStream.to(gateway);
                EnvoyStream two = EnvoyStream.to(gateway);
                EnvoyStream usual = EnvoyStream.to(gateway);
                EnvoyStream urgent = EnvoyStream.to(gateway);
                EnvoyStream late = EnvoyStream.to(gateway)) {
            for (EnvoyStream each : List.of(one, two)) {
                each.send(POST + FULL);
                each.send(BODY);
                assertThat(destination(each.next())).isNotEmpty();
            }
            usual.send(POST + FULL);
            usual.send(BODY);
            awaitUnderWay(gateway, 3);
            urgent.send(post("x-berth-priority", "2") + FULL);
            urgent.send(BODY);
            awaitUnderWay(gateway, 4);
            late.send(post("x-berth-deadline-ms", "1") + FULL);
            late.send(BODY);
            assertThat(refusal(late.next(), 504)).contains("\"timeout\"");
            one.cancel();
            assertThat(destination(urgent.next())).isEqualTo(this.one);
            assertThat(usual.answered()).isFalse();
        }
    }

    /** No server is up: it waits for as long as the file says, and is answered by the first that is. */
    @Test
    void aRequestWaitsForAServerToBeThere() throws Exception {
        String nobody = NOBODY.replace("}]", ", slots: 1}]");
        try (Gateway gateway = start(nobody, "health: {interval: 10ms}\nlimits: {no_server_wait: 300ms}\n")) {
            for (int i = 0; i < 2_000 && notes.isEmpty(); i++) {
                Thread.sleep(10);
            }
            try (EnvoyStream envoy = EnvoyStream.to(gateway);
                    EnvoyStream other = EnvoyStream.to(gateway)) {
                envoy.send(POST + FULL);
                envoy.send(BODY);
                other.send(POST + FULL + SUBSET.formatted("10.0.0.1:80"));
                other.send(BODY);
                awaitUnderWay(gateway, 2);
                assertThat(refusal(envoy.next(), 503)).contains("server_is_overloaded");
                assertThat(refusal(other.next(), 503)).contains("server_is_overloaded");
                awaitUnderWay(gateway, 0);
            }
        }
    }

    private String held(int slots) {
        return ("servers: [{url: 'http://%s', name: one, slots: %d}, {url: 'http://%s', name: two, slots: %d}]\nwait: gateway\n")
                .formatted(one, slots, two, slots);
    }

    private static void awaitUnderWay(Gateway gateway, int requests) throws Exception {
        FleetFile.await(
                () -> Client.page(gateway.port(), "/metrics").contains("\nberth_gateway_requests " + requests + "\n"),
                () -> "there are never " + requests);
    }
}
