package io.berth.gateway.fake;

import static io.berth.gateway.fake.Asked.CHAT;
import static io.berth.gateway.fake.Asked.await;
import static io.berth.gateway.fake.Asked.hello;
import static io.berth.gateway.fake.Asked.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong where it is asked to. */
class FakeFaultsTest {
    private static FakeSpec with(Fault fault) {
        return FakeSpec.instant().with(Faults.of(fault, 1));
    }

    @ParameterizedTest
    @CsvSource({"ERROR, 500, false", "OVERLOAD, 503, true", "LIMIT, 429, true"})
    void requests_are_refused_as_a_server_in_trouble_does(Fault fault, int status, boolean again) throws Exception {
        try (Asked asked = Asked.of(with(fault))) {
            HttpResponse<String> response = asked.post(CHAT, hello(""));

            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.headers().firstValue("retry-after").isPresent()).isEqualTo(again);
            assertThat(text(Asked.json(response.body()), "error.message")).isNotEmpty();
            assertThat(asked.server().faulted()).isOne();
            assertThat(asked.server().served()).isZero();
            assertThat(asked.get("/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void an_answer_is_cut_in_its_middle_and_its_slot_is_free() throws Exception {
        try (Asked asked = Asked.of(with(Fault.CUT))) {
            assertThatThrownBy(() -> asked.post(CHAT, hello(""))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> asked.post(CHAT, hello("\"stream\": true")))
                    .isInstanceOf(IOException.class);
            try (Socket socket = asked.connect(Asked.raw(hello("\"stream\": true")))) {
                String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(all).contains("\"content\":\"").doesNotContain("finish_reason\":\"stop", "[DONE]");
            }
            await(() -> asked.server().running() == 0);
            assertThat(asked.server().served()).isZero();
            assertThat(asked.server().cancelled()).isZero();
            assertThat(asked.server().faulted()).isEqualTo(3);
        }
    }

    @Test
    void a_request_that_hangs_keeps_its_slot_until_its_client_leaves() throws Exception {
        try (Asked asked = Asked.of(with(Fault.HANG))) {
            try (Socket socket = asked.connect(Asked.raw(hello("")))) {
                await(() -> asked.server().running() == 1);
                assertThat(socket.getInputStream().available()).isZero();
            }
            await(() -> asked.server().running() == 0);
            assertThat(asked.server().cancelled()).isOne();
        }
    }

    @Test
    void a_slow_start_holds_all_of_the_answer_back() throws Exception {
        Faults late = new Faults(Map.of(Fault.SLOW_START, 1.0), Long.MAX_VALUE >> 20);
        try (Asked asked = Asked.of(FakeSpec.instant().with(late));
                Socket socket = asked.connect(Asked.raw(hello("\"stream\": true")))) {
            await(() -> asked.server().running() == 1);
            assertThat(asked.get("/health").statusCode()).isEqualTo(200);
            assertThat(socket.getInputStream().available()).isZero();
        }
        Faults little = new Faults(Map.of(Fault.SLOW_START, 1.0), 1_000);
        try (Asked asked = Asked.of(FakeSpec.instant().with(little))) {
            asked.done(CHAT, hello(""));
            assertThat(asked.server().faulted()).isOne();
        }
    }

    @Test
    void bodies_that_are_read_slowly_are_read_whole() throws Exception {
        try (Asked asked = Asked.of(with(Fault.SLOW_READ))) {
            String large = hello("\"user\": \"" + "x".repeat(200_000) + "\", \"max_tokens\": 1");
            asked.done(CHAT, large);
            asked.done(CHAT, large);

            assertThat(asked.server().faulted()).isEqualTo(2);
            assertThat(asked.server().served()).isEqualTo(2);
        }
    }

    @Test
    void the_same_seed_meets_the_same_faults_as_often_as_was_said() {
        Faults some = new Faults(Map.of(Fault.ERROR, 0.1, Fault.CUT, 0.2), 0);
        List<Fault> first = drawn(some, 3);

        assertThat(drawn(some, 3)).isEqualTo(first);
        assertThat(drawn(some, 4)).isNotEqualTo(first);
        assertThat(first.stream().filter(Fault.ERROR::equals).count()).isBetween(900L, 1_100L);
        // What got an error is not cut too.
        assertThat(first.stream().filter(Fault.CUT::equals).count()).isBetween(1_680L, 1_920L);
        assertThat(drawn(Faults.NONE, 3)).containsOnlyNulls();
    }

    private static List<Fault> drawn(Faults faults, long seed) {
        List<Fault> drawn = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            drawn.add(faults.draw(seed, i));
        }
        return drawn;
    }
}
