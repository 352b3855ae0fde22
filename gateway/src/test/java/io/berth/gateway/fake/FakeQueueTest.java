package io.berth.gateway.fake;

import static io.berth.gateway.fake.Asked.CHAT;
import static io.berth.gateway.fake.Asked.await;
import static io.berth.gateway.fake.Asked.hello;
import static io.berth.gateway.fake.Asked.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who is answered, who waits, who is refused, and what becomes of those who leave. */
class FakeQueueTest {
    private static final long NEVER = Long.MAX_VALUE >> 20;

    private static FakeSpec room(int slots, int queue) {
        return FakeSpec.instant().with(new FakeSpec.Room(slots, queue, 1_000, 16, 1 << 20));
    }

    @Test
    void one_more_than_there_is_room_for_is_told_to_come_again() throws Exception {
        try (Asked asked = Asked.of(room(1, 1).with(Faults.of(Fault.HANG, 1)));
                Socket first = asked.connect(Asked.raw(hello("")))) {
            await(() -> asked.server().running() == 1);
            try (Socket second = asked.connect(Asked.raw(hello("")))) {
                await(() -> asked.server().waiting() == 1);
                HttpResponse<String> third = asked.post(CHAT, hello(""));

                assertThat(first.isConnected() && second.isConnected()).isTrue();
                assertThat(third.statusCode()).isEqualTo(429);
                assertThat(third.headers().firstValueAsLong("retry-after")).hasValue(60);
                assertThat(text(Asked.json(third.body()), "error.code")).isEqualTo("rate_limit_exceeded");
                assertThat(asked.server().refused()).isOne();
                assertThat(asked.metric("num_requests_running")).isEqualTo(1);
                assertThat(asked.metric("num_requests_waiting")).isEqualTo(1);
            }
            await(() -> asked.server().waiting() == 0);
            assertThat(asked.server().cancelled()).isOne();
            assertThat(asked.server().running()).isOne();
        }
    }

    @Test
    void the_slot_of_a_client_that_leaves_is_the_next_ones() throws Exception {
        FakeSpec spec = room(1, 4).with(new FakeSpec.Pace(0, NEVER, 1));
        try (Asked asked = Asked.of(spec)) {
            CompletableFuture<HttpResponse<String>> next;
            try (Socket first = asked.connect(Asked.raw(hello("\"stream\": true")))) {
                Asked.readUntil(first.getInputStream(), "\"content\":");
                // One token, so that it comes at once, as soon as there is a slot.
                next = asked.begin(CHAT, hello("\"max_tokens\": 1"));
                await(() -> asked.server().waiting() == 1);
            }
            assertThat(next.get().statusCode()).isEqualTo(200);
            await(() -> asked.server().running() == 0);
            assertThat(asked.server().cancelled()).isOne();
            assertThat(asked.server().served()).isOne();
        }
    }

    @Test
    void all_who_wait_are_answered_in_the_end() throws Exception {
        try (Asked asked = Asked.of(room(2, 500).with(new FakeSpec.Pace(0, 1_000, 1)))) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                answers.add(asked.begin(CHAT, hello("\"max_tokens\": 20, \"user\": \"" + i + "\"")));
            }
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertThat(answer.get().statusCode()).isEqualTo(200);
            }
            assertThat(asked.server().served()).isEqualTo(300);
            await(() -> asked.server().running() == 0 && asked.server().waiting() == 0);
            assertThat(asked.metric("request_success_total")).isEqualTo(300);
        }
    }

    @Test
    void what_runs_holds_blocks_of_the_cache() throws Exception {
        FakeSpec spec = room(1, 0).with(Faults.of(Fault.HANG, 1));
        try (Asked asked = Asked.of(spec);
                Socket one = asked.connect(Asked.raw(hello("\"user\": \"a\"")))) {
            await(() -> asked.server().running() == 1);
            assertThat(one.isConnected()).isTrue();
            assertThat(asked.metric("kv_cache_usage_perc")).isPositive();
            assertThat(asked.get("/metrics").body())
                    .contains("vllm:cache_config_info{block_size=\"16\",num_gpu_blocks=\"1000\"");
        }
    }

    @Test
    void a_beginning_that_was_read_is_remembered_with_its_answer() throws Exception {
        String words = "word ".repeat(100);
        String chat =
                "{\"model\": \"fake\", \"messages\": [{\"role\": \"user\", \"content\": \"%s\"}%s], \"max_tokens\": 64}";
        try (Asked asked = Asked.of(room(1, 0))) {
            String said = text(asked.done(CHAT, chat.formatted(words, "")), "choices.0.message.content");
            assertThat(asked.metric("prefix_cache_hits_total")).isZero();
            long begun = Asked.at(
                            asked.done(CHAT, chat.formatted(words, "")), "usage.prompt_tokens_details.cached_tokens")
                    .whole();
            String turn = ", {\"role\": \"assistant\", \"content\": \"" + said
                    + "\"}, {\"role\": \"user\", \"content\": \"on\"}";
            long next = Asked.at(
                            asked.done(CHAT, chat.formatted(words, turn)), "usage.prompt_tokens_details.cached_tokens")
                    .whole();

            assertThat(begun).isPositive().isEqualTo(begun / 16 * 16);
            assertThat(next).isGreaterThanOrEqualTo(begun + 48);
            assertThat(asked.metric("prefix_cache_hits_total")).isEqualTo(begun + next);
            assertThat(asked.metric("prefix_cache_queries_total")).isEqualTo(asked.metric("prompt_tokens_total"));
            assertThat(asked.metric("generation_tokens_total")).isGreaterThan(48);
        }
    }
}
