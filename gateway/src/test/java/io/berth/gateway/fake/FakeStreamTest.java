package io.berth.gateway.fake;

import static io.berth.gateway.fake.Asked.CHAT;
import static io.berth.gateway.fake.Asked.at;
import static io.berth.gateway.fake.Asked.hello;
import static io.berth.gateway.fake.Asked.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.io.BufferedInputStream;
import java.net.Socket;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Answers that are sent as they are made. */
class FakeStreamTest {
    @Test
    void a_chat_streams_the_words_of_the_whole_answer_and_ends_with_done() throws Exception {
        try (Asked asked = Asked.of(FakeSpec.instant())) {
            List<String> events = asked.events(CHAT, hello("\"stream\": true"));
            String whole = text(asked.done(CHAT, hello("")), "choices.0.message.content");

            assertThat(events.getLast()).isEqualTo("[DONE]");
            assertThat(events).noneMatch(event -> event.contains("\"usage\""));
            Tree first = Asked.json(events.getFirst());
            assertThat(text(first, "object")).isEqualTo("chat.completion.chunk");
            assertThat(text(first, "choices.0.delta.role")).isEqualTo("assistant");
            Tree last = Asked.json(events.get(events.size() - 2));
            assertThat(text(last, "choices.0.finish_reason")).isEqualTo("stop");
            assertThat(events.subList(1, events.size() - 2).stream()
                            .map(event -> text(Asked.json(event), "choices.0.delta.content"))
                            .collect(Collectors.joining()))
                    .isEqualTo(whole);
        }
    }

    @Test
    void usage_comes_in_an_event_of_its_own_where_it_is_asked_for() throws Exception {
        try (Asked asked = Asked.of(FakeSpec.instant())) {
            List<String> events = asked.events(
                    CHAT,
                    hello(
                            "\"stream\": true, \"max_tokens\": 3, \"n\": 2, \"stream_options\": {\"include_usage\": true}"));

            Tree usage = Asked.json(events.get(events.size() - 2));
            assertThat(at(usage, "choices").items()).isEmpty();
            assertThat(at(usage, "usage.completion_tokens").whole()).isEqualTo(6);
            assertThat(Asked.json(events.getFirst()).get("usage").isNull()).isTrue();
            assertThat(events.stream().filter(event -> event.contains("\"index\":1")))
                    .hasSize(5);
        }
    }

    @Test
    void a_call_of_a_tool_streams_its_arguments() throws Exception {
        String tools =
                "\"stream\": true, \"tools\": [{\"type\": \"function\", \"function\": {\"name\": \"look\", \"parameters\":"
                        + " {\"type\": \"object\", \"properties\": {\"näme\": {\"enum\": [\"\uD83D\uDEA2\uD83D\uDEA2 \\\"x\\\"\"]}}, \"required\": [\"näme\"]}}}]";
        try (Asked asked = Asked.of(FakeSpec.instant())) {
            List<String> events = asked.events(CHAT, hello(tools));

            Tree first = Asked.json(events.getFirst());
            assertThat(text(first, "choices.0.delta.tool_calls.0.function.name"))
                    .isEqualTo("look");
            assertThat(at(first, "choices.0.delta.tool_calls.0.index").whole()).isZero();
            assertThat(events.subList(1, events.size() - 2).stream()
                            .map(event -> text(Asked.json(event), "choices.0.delta.tool_calls.0.function.arguments"))
                            .collect(Collectors.joining()))
                    .isEqualTo("{\"näme\":\"\uD83D\uDEA2\uD83D\uDEA2 \\\"x\\\"\"}");
            assertThat(text(Asked.json(events.get(events.size() - 2)), "choices.0.finish_reason"))
                    .isEqualTo("tool_calls");
        }
    }

    @Test
    void completions_stream_their_text() throws Exception {
        try (Asked asked = Asked.of(FakeSpec.instant())) {
            String prompt = "{\"model\": \"fake\", \"prompt\": \"a\", \"max_tokens\": 2%s}";
            List<String> events = asked.events("/v1/completions", prompt.formatted(", \"stream\": true"));

            assertThat(events).hasSize(4).last().isEqualTo("[DONE]");
            assertThat(text(Asked.json(events.get(0)), "choices.0.text")
                            + text(Asked.json(events.get(1)), "choices.0.text"))
                    .isEqualTo(text(asked.done("/v1/completions", prompt.formatted("")), "choices.0.text"));
        }
    }

    @Test
    void responses_stream_events_that_are_numbered_and_end_with_the_whole() throws Exception {
        try (Asked asked = Asked.of(FakeSpec.instant())) {
            List<Tree> events =
                    asked.events("/v1/responses", "{\"model\": \"fake\", \"input\": \"Hi\", \"stream\": true}").stream()
                            .map(Asked::json)
                            .toList();

            assertThat(events.stream().map(event -> text(event, "type")).distinct())
                    .containsExactly(
                            "response.created",
                            "response.in_progress",
                            "response.output_item.added",
                            "response.content_part.added",
                            "response.output_text.delta",
                            "response.output_text.done",
                            "response.content_part.done",
                            "response.output_item.done",
                            "response.completed");
            for (int i = 0; i < events.size(); i++) {
                assertThat(at(events.get(i), "sequence_number").whole()).isEqualTo(i);
            }
            String deltas = events.stream()
                    .filter(event -> text(event, "type").equals("response.output_text.delta"))
                    .map(event -> text(event, "delta"))
                    .collect(Collectors.joining());
            assertThat(text(events.getLast(), "response.output.0.content.0.text"))
                    .isEqualTo(deltas);
        }
    }

    @Test
    void a_token_is_sent_when_it_is_made_and_not_when_the_next_is() throws Exception {
        FakeSpec slow = FakeSpec.instant().with(new FakeSpec.Pace(0, Long.MAX_VALUE >> 20, 1));
        try (Asked asked = Asked.of(slow);
                Socket socket = asked.connect(Asked.raw(hello("\"stream\": true")))) {
            assertThat(Asked.readUntil(socket.getInputStream(), "\"content\":\""))
                    .contains("text/event-stream");
            assertThat(Asked.readUntil(socket.getInputStream(), " \"},")).isNotEmpty();
            assertThat(asked.server().running()).isOne();
            assertThat(asked.server().served()).isZero();
        }
    }

    @Test
    void a_client_that_reads_late_gets_all_of_it() throws Exception {
        FakeSpec spec = FakeSpec.instant();
        String body = hello("\"stream\": true, \"max_tokens\": 60000, \"ignore_eos\": true");
        try (Asked asked = Asked.of(spec);
                Socket socket = asked.connect(Asked.raw(body))) {
            Asked.await(() -> asked.server().running() == 1);
            String all = Asked.readUntil(new BufferedInputStream(socket.getInputStream()), "[DONE]");

            assertThat(all.split("\"delta\":\\{\"content\":\"", -1)).hasSize(60_000 + 1);
            Asked.await(() -> asked.server().served() == 1);
        }
    }
}
