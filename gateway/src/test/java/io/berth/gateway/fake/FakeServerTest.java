package io.berth.gateway.fake;

import static io.berth.gateway.fake.Asked.CHAT;
import static io.berth.gateway.fake.Asked.at;
import static io.berth.gateway.fake.Asked.hello;
import static io.berth.gateway.fake.Asked.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.Tree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What answers look like that are sent whole, over real sockets. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FakeServerTest {
    private Asked asked;

    @BeforeAll
    void start() throws IOException {
        asked = Asked.of(FakeSpec.instant().serving("fake", "org/other"));
    }

    @AfterAll
    void stop() {
        asked.close();
    }

    @Test
    void a_chat_is_answered_by_a_message_and_says_how_many_tokens_it_took() throws Exception {
        Tree answer = asked.done(CHAT, hello("\"max_tokens\": 5"));

        assertThat(text(answer, "id")).startsWith("chatcmpl-");
        assertThat(text(answer, "object")).isEqualTo("chat.completion");
        assertThat(text(answer, "model")).isEqualTo("fake");
        assertThat(text(answer, "system_fingerprint"))
                .isEqualTo("fp_" + asked.server().port());
        assertThat(text(answer, "choices.0.message.role")).isEqualTo("assistant");
        assertThat(text(answer, "choices.0.message.content")).matches("([a-z]{3} ){5}");
        assertThat(text(answer, "choices.0.finish_reason")).isEqualTo("length");
        // "user: Hello\n" is twelve bytes.
        assertThat(at(answer, "usage.prompt_tokens").whole()).isEqualTo(3);
        assertThat(at(answer, "usage.completion_tokens").whole()).isEqualTo(5);
        assertThat(at(answer, "usage.total_tokens").whole()).isEqualTo(8);
    }

    @Test
    void the_same_prompt_is_answered_alike_and_each_choice_otherwise() throws Exception {
        Tree answer = asked.done(CHAT, hello("\"n\": 2"));
        String first = text(answer, "choices.0.message.content");

        assertThat(first).endsWith(".");
        assertThat(text(answer, "choices.0.finish_reason")).isEqualTo("stop");
        assertThat(text(answer, "choices.1.message.content")).isNotEqualTo(first);
        assertThat(at(answer, "choices.1.index").whole()).isEqualTo(1);
        assertThat(text(asked.done(CHAT, hello("")), "choices.0.message.content"))
                .isEqualTo(first);
        try (Asked other = Asked.of(FakeSpec.instant().seeded(7))) {
            assertThat(text(other.done(CHAT, hello("")), "choices.0.message.content"))
                    .isNotEqualTo(first);
        }
    }

    @Test
    void max_completion_tokens_goes_before_max_tokens_and_ignore_eos_has_all_of_them_made() throws Exception {
        Tree answer =
                asked.done(CHAT, hello("\"max_completion_tokens\": 5000, \"max_tokens\": 2, \"ignore_eos\": true"));

        assertThat(at(answer, "usage.completion_tokens").whole()).isEqualTo(5_000);
        assertThat(text(answer, "choices.0.finish_reason")).isEqualTo("length");
    }

    @Test
    void a_chat_with_tools_calls_the_first_with_what_it_requires() throws Exception {
        String tools = """
                "tools": [{"type": "function", "function": {"name": "look", "parameters": {"type": "object",
                "properties": {"place": {"type": "string"}, "days": {"type": "integer"}, "unit": {"enum": ["c"]},
                "deep": {"type": "object", "properties": {"on": {"type": "boolean"}}, "required": ["on"]},
                "more": {"type": "string"}}, "required": ["place", "days", "unit", "deep"]}}},
                {"type": "function", "function": {"name": "second"}}]
                """;
        Tree answer = asked.done(CHAT, hello(tools));

        assertThat(text(answer, "choices.0.finish_reason")).isEqualTo("tool_calls");
        assertThat(at(answer, "choices.0.message").get("content").isNull()).isTrue();
        assertThat(text(answer, "choices.0.message.tool_calls.0.type")).isEqualTo("function");
        assertThat(text(answer, "choices.0.message.tool_calls.0.function.name")).isEqualTo("look");
        assertThat(text(answer, "choices.0.message.tool_calls.0.function.arguments"))
                .isEqualTo("{\"place\":\"\",\"days\":0,\"unit\":\"c\",\"deep\":{\"on\":false}}");

        Tree named = asked.done(
                CHAT,
                hello(tools + ", \"tool_choice\": {\"type\": \"function\", \"function\": {\"name\": \"second\"}}"));
        assertThat(text(named, "choices.0.message.tool_calls.0.function.name")).isEqualTo("second");
        assertThat(text(named, "choices.0.message.tool_calls.0.function.arguments"))
                .isEqualTo("{}");

        Tree none = asked.done(CHAT, hello(tools + ", \"tool_choice\": \"none\""));
        assertThat(text(none, "choices.0.finish_reason")).isEqualTo("stop");
    }

    @Test
    void an_agent_that_answers_a_tool_call_is_answered_in_words() throws Exception {
        Tree answer = asked.done(CHAT, """
                {"model": "fake", "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]},
                {"role": "assistant", "content": null, "tool_calls": [{"id": "a"}]},
                {"role": "tool", "tool_call_id": "a", "content": "sun"}],
                "tools": [{"type": "function", "function": {"name": "look"}}]}
                """);

        assertThat(text(answer, "choices.0.finish_reason")).isEqualTo("stop");
    }

    @Test
    void completions_answer_each_of_several_prompts() throws Exception {
        Tree texts = asked.done("/v1/completions", "{\"model\": \"fake\", \"prompt\": [\"a\", \"b\"], \"n\": 2}");
        assertThat(text(texts, "object")).isEqualTo("text_completion");
        assertThat(at(texts, "choices").items()).hasSize(4);
        assertThat(text(texts, "choices.0.text")).isNotEqualTo(text(texts, "choices.2.text"));

        Tree tokens = asked.done("/v1/completions", "{\"model\": \"fake\", \"prompt\": [5, 6, 7], \"max_tokens\": 1}");
        assertThat(at(tokens, "choices").items()).hasSize(1);
        assertThat(at(tokens, "usage.prompt_tokens").whole()).isEqualTo(3);
        assertThat(text(tokens, "choices.0.finish_reason")).isEqualTo("length");
    }

    @Test
    void responses_are_a_message_or_a_call() throws Exception {
        Tree words = asked.done(
                "/v1/responses", "{\"model\": \"fake\", \"input\": \"Hi\", \"instructions\": \"Be brief.\"}");
        assertThat(text(words, "object")).isEqualTo("response");
        assertThat(text(words, "status")).isEqualTo("completed");
        assertThat(text(words, "output.0.type")).isEqualTo("message");
        assertThat(text(words, "output.0.content.0.text")).endsWith(".");

        Tree cut = asked.done(
                "/v1/responses",
                "{\"model\": \"fake\", \"input\": [{\"role\": \"user\", \"content\": \"Hi\"}], \"max_output_tokens\": 1}");
        assertThat(text(cut, "status")).isEqualTo("incomplete");
        assertThat(text(cut, "incomplete_details.reason")).isEqualTo("max_output_tokens");
        assertThat(at(cut, "usage.output_tokens").whole()).isEqualTo(1);

        Tree call = asked.done(
                "/v1/responses",
                "{\"model\": \"fake\", \"input\": \"Hi\", \"tools\": [{\"type\": \"web_search\"}, {\"type\": \"function\", \"name\": \"look\"}]}");
        assertThat(text(call, "output.0.type")).isEqualTo("function_call");
        assertThat(text(call, "output.0.name")).isEqualTo("look");
        assertThat(text(call, "output.0.arguments")).isEqualTo("{}");
    }

    @Test
    void embeddings_are_vectors_of_length_one_as_numbers_or_bytes() throws Exception {
        String input = "{\"model\": \"fake\", \"input\": [\"a\", \"b\"], \"dimensions\": 8%s}";
        Tree numbers = asked.done("/v1/embeddings", input.formatted(""));
        Tree bytes = asked.done("/v1/embeddings", input.formatted(", \"encoding_format\": \"base64\""));

        assertThat(at(numbers, "data").items()).hasSize(2);
        assertThat(at(numbers, "data.0.embedding").items()).hasSize(8);
        assertThat(at(numbers, "data.0.embedding").items().stream()
                        .mapToDouble(value -> value.number() * value.number())
                        .sum())
                .isCloseTo(1, Offset.offset(1e-6));
        ByteBuffer floats = ByteBuffer.wrap(Base64.getDecoder().decode(text(bytes, "data.1.embedding")))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (Tree value : at(numbers, "data.1.embedding").items()) {
            assertThat(floats.getFloat()).isEqualTo((float) value.number());
        }
        assertThat(floats.hasRemaining()).isFalse();
        assertThat(text(numbers, "data.0.embedding.0")).isNotEqualTo(text(numbers, "data.1.embedding.0"));
        assertThat(at(numbers, "usage.prompt_tokens").whole()).isEqualTo(2);
    }

    @Test
    void images_can_be_read() throws Exception {
        Tree answer = asked.done("/v1/images/generations", "{\"prompt\": \"a ship\", \"n\": 2}");

        assertThat(at(answer, "data").items()).hasSize(2);
        byte[] image = Base64.getDecoder().decode(text(answer, "data.0.b64_json"));
        assertThat(ImageIO.read(new ByteArrayInputStream(image)).getWidth()).isEqualTo(1);
        assertThat(at(answer, "usage.output_tokens").whole()).isPositive();

        Tree url = asked.done("/v1/images/generations", "{\"prompt\": \"a ship\", \"response_format\": \"url\"}");
        assertThat(text(url, "data.0.url")).isEqualTo("data:image/png;base64," + text(answer, "data.0.b64_json"));
    }

    @Test
    void models_are_listed_and_looked_up_those_with_a_slash_too() throws Exception {
        Tree list = Asked.json(asked.get("/v1/models").body());

        assertThat(text(list, "data.0.id")).isEqualTo("fake");
        assertThat(text(list, "data.1.id")).isEqualTo("org/other");
        assertThat(text(Asked.json(asked.get("/v1/models/org/other").body()), "object"))
                .isEqualTo("model");
    }

    @Test
    void it_says_that_it_is_well_and_which_it_is() throws Exception {
        HttpResponse<String> health = asked.get("/health");

        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).isEmpty();
        assertThat(text(Asked.json(asked.get("/version").body()), "version")).isNotEmpty();
    }

    @Test
    void a_request_keeps_its_id_and_gets_one_where_it_has_none() throws Exception {
        HttpResponse<String> own =
                asked.send(asked.to("/health").header("x-request-id", "mine").build());

        assertThat(own.headers().firstValue("x-request-id")).hasValue("mine");
        assertThat(asked.get("/health").headers().firstValue("x-request-id")).isPresent();
    }

    @Test
    void requests_that_are_sent_ahead_are_answered_in_their_order() throws Exception {
        String health = "GET /health HTTP/1.1\r\nHost: a\r\nx-request-id: last\r\nConnection: close\r\n\r\n";
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            requests.append("GET /health HTTP/1.1\r\nHost: a\r\nx-request-id: r")
                    .append(i)
                    .append("\r\n\r\n");
        }
        try (Socket socket = asked.connect(requests + Asked.raw(hello("\"max_tokens\": 3")) + health)) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).containsSubsequence("r0\r\n", "r1\r\n", "r199\r\n", "chat.completion", "last");
        }
    }

    @Test
    void a_client_of_http_1_0_gets_its_stream_until_the_end_of_the_connection() throws Exception {
        String body = hello("\"stream\": true, \"max_tokens\": 1");
        String request = "POST " + CHAT + " HTTP/1.0\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        try (Socket socket = asked.connect(request)) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).doesNotContainIgnoringCase("transfer-encoding").endsWith("data: [DONE]\n\n");
        }
    }

    @Test
    void its_port_is_free_when_it_is_closed_and_taken_before() throws Exception {
        FakeServer first = FakeServer.start(FakeSpec.instant(), 0);
        int port = first.port();
        assertThatThrownBy(() -> FakeServer.start(FakeSpec.instant(), port))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot listen at")
                .hasMessageContaining(":" + port);
        first.close();

        try (FakeServer second = FakeServer.start(FakeSpec.instant(), port)) {
            assertThat(second.port()).isEqualTo(port);
        }
    }
}
