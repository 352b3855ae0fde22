package io.berth.gateway.fake;

import static io.berth.gateway.fake.Asked.CHAT;
import static io.berth.gateway.fake.Asked.hello;
import static io.berth.gateway.fake.Asked.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that are not as they must be, and what they are told. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FakeErrorsTest {
    private Asked asked;

    @BeforeAll
    void start() throws IOException {
        FakeSpec.Room room = new FakeSpec.Room(4, 4, 16, 16, 2_000);
        asked = Asked.of(FakeSpec.instant().guarded("secret").with(room));
    }

    @AfterAll
    void stop() {
        asked.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            /v1/chat/completions | {"messages": []}                                             | model | missing_required_parameter
            /v1/chat/completions | {"model": 5}                                                 | model | invalid_type
            /v1/chat/completions | {"model": "fake"}                                            | messages | missing_required_parameter
            /v1/chat/completions | {"model": "fake", "messages": "a"}                           | messages | invalid_type
            /v1/chat/completions | {"model": "fake", "messages": []}                            | messages | invalid_value
            /v1/chat/completions | {"model": "fake", "messages": [3]}                           | messages[0] | invalid_type
            /v1/chat/completions | {"model": "fake", "messages": [{"role": "user"}]}            | messages[0].content | missing_required_parameter
            /v1/chat/completions | {"model": "fake", "messages": [{"role": "u", "content": 1}]} | messages[0].content | invalid_type
            /v1/chat/completions | {"model": "fake", "messages": [{"content": "a"}]}            | messages[0].role | missing_required_parameter
            /v1/completions      | {"model": "fake", "prompt": []}                              | prompt | invalid_value
            /v1/completions      | {"model": "fake", "prompt": "a", "max_tokens": 0}            | max_tokens | invalid_value
            /v1/completions      | {"model": "fake", "prompt": "a", "n": "2"}                   | n | invalid_value
            /v1/completions      | {"model": "fake", "prompt": "a", "stream": "true"}           | stream | invalid_type
            /v1/completions      | {"model": "fake", "prompt": ["a", 1]}                        | prompt[1] | invalid_type
            /v1/embeddings       | {"model": "fake", "input": "a", "dimensions": 0}             | dimensions | invalid_value
            /v1/embeddings       | {"model": "fake", "input": "a", "encoding_format": "hex"}    | encoding_format | invalid_value
            /v1/embeddings       | {"model": "fake"}                                            | input | missing_required_parameter
            /v1/images/generations | {"n": 1}                                                   | prompt | missing_required_parameter
            /v1/images/generations | {"prompt": "a", "n": 11}                                   | n | invalid_value
            /v1/responses        | {"model": "fake"}                                            | input | missing_required_parameter
            /v1/chat/completions | {"model": "fake", "messages": [{"role": "u", "content": "a"}], "tools": [{"type": "function", "function": {"name": "f"}}], "tool_choice": {"type": "function", "function": {"name": "g"}}} | tool_choice | invalid_value
            """)
    void a_parameter_that_cannot_be_is_named(String path, String body, String param, String code) throws Exception {
        Tree error = refused(400, path, body);

        assertThat(text(error, "param")).isEqualTo(param);
        assertThat(text(error, "code")).isEqualTo(code);
        assertThat(text(error, "message")).contains(param);
    }

    @Test
    void what_is_no_json_is_told_where_it_is_none() throws Exception {
        Tree error = refused(400, CHAT, "{\"model\": \"fake\",}");

        assertThat(text(error, "message")).contains("body:1:18", "is not valid JSON");
        assertThat(error.get("param").isNull()).isTrue();
        assertThat(error.get("code").isNull()).isTrue();
        assertThat(text(refused(400, CHAT, "[]"), "message")).contains("object");
    }

    @Test
    void a_model_that_is_not_here_is_not_found() throws Exception {
        Tree error = refused(404, CHAT, hello("").replace("fake", "nothing"));

        assertThat(text(error, "code")).isEqualTo("model_not_found");
        assertThat(text(error, "message")).contains("nothing");
        HttpResponse<String> model = asked.send(keyed("/v1/models/nothing").build());
        assertThat(model.statusCode()).isEqualTo(404);
    }

    @Test
    void paths_and_methods_that_are_not_here_are_told_so() throws Exception {
        assertThat(text(refused(404, "/v2/chat", "{}"), "code")).isEqualTo("unknown_url");

        HttpResponse<String> got = asked.send(keyed(CHAT).build());
        assertThat(got.statusCode()).isEqualTo(405);
        assertThat(got.headers().firstValue("allow")).hasValue("POST");
        HttpResponse<String> posted = asked.post("/health", "{}");
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("allow")).hasValue("GET");
    }

    @Test
    void only_who_has_the_key_is_answered_but_all_may_see_how_it_is() throws Exception {
        for (Map.Entry<String, String> header :
                Map.of("x-a", "b", "authorization", "Bearer secreT").entrySet()) {
            HttpResponse<String> response = asked.send(asked.to(CHAT)
                    .header(header.getKey(), header.getValue())
                    .POST(HttpRequest.BodyPublishers.ofString(hello("")))
                    .build());
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(text(Asked.json(response.body()), "error.code")).isEqualTo("invalid_api_key");
        }
        assertThat(asked.get("/v1/models").statusCode()).isEqualTo(401);
        assertThat(asked.get("/health").statusCode()).isEqualTo(200);
        assertThat(asked.get("/metrics").statusCode()).isEqualTo(200);
    }

    @Test
    void a_body_that_is_too_large_is_not_read_to_its_end() throws Exception {
        Tree error = refused(413, CHAT, hello("\"user\": \"" + "x".repeat(2_000) + "\""));

        assertThat(text(error, "code")).isEqualTo("request_too_large");
        String head = "POST " + CHAT + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n7d1\r\n";
        try (Socket socket = asked.connect(head + "y".repeat(2_001))) {
            assertThat(Asked.readUntil(socket.getInputStream(), "\r\n")).contains("413");
        }
    }

    @Test
    void what_is_no_http_is_told_so() throws Exception {
        try (Socket socket = asked.connect("GET /health HTTP/1.1\r\nbad header line\r\n\r\n")) {
            assertThat(Asked.readUntil(socket.getInputStream(), "\r\n")).contains("400");
        }
    }

    private HttpRequest.Builder keyed(String path) {
        return asked.to(path).header("authorization", "Bearer secret");
    }

    private Tree refused(int status, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = asked.send(
                keyed(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
        Tree error = Asked.json(response.body()).require("error");
        assertThat(text(error, "type")).isEqualTo("invalid_request_error");
        return error;
    }
}
