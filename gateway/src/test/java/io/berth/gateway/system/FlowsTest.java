package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.gateway.tenant.ApiKeys;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests in stages, over sockets. */
@Timeout(60)
class FlowsTest {
    private static final String FLOWS = """
            flows:
              pictures:
                path: /v1/pictures
                stages:
                  - {name: mask, path: /mask, model: small, takes: [image]}
                  - {name: features, path: /features, model: small, takes: [image], cached: true}
                  - {name: picture, path: /picture, model: large, after: [mask, features]}
            flow_cache: {size: 1Ki}
            """;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    @Test
    void stages_run_beside_one_another_and_hand_on_what_they_made() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        ScriptedServer small = server((asked, peer) -> {
            both.countDown();
            both.await();
            boolean mask = asked.line().contains("/mask");
            peer.json(200, mask ? "{\"m\": [1, 2]}" : "{\"f\": \"x\"}");
            return true;
        });
        ScriptedServer large = server((_, peer) -> {
            peer.write("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 3\r\n\r\nPIC");
            return true;
        });
        Gateway gateway = gateway(small, large);

        String first = ask(gateway, "", "{\"image\": \"aaa\", \"prompt\": \"a \\\"ship\\\"\"}")
                .readUntil("PIC");
        assertThat(first).startsWith("HTTP/1.1 200").contains("content-type: image/png");
        assertThat(small.requests())
                .extracting(ScriptedServer.Asked::body)
                .containsOnly("{\"image\":\"aaa\",\"model\":\"small\"}");
        assertThat(large.requests())
                .singleElement()
                .satisfies(asked -> assertThat(asked.body())
                        .isEqualTo("{\"image\":\"aaa\",\"prompt\":\"a \\\"ship\\\"\",\"mask\":{\"m\": [1, 2]},"
                                + "\"features\":{\"f\": \"x\"},\"model\":\"large\"}"));

        String second = ask(gateway, "", "{\"image\": \"aaa\", \"prompt\": \"another\"}")
                .readUntil("PIC");
        assertThat(second).contains("x-berth-kept-stages: features");
        assertThat(small.requests())
                .filteredOn(asked -> asked.line().contains("/features"))
                .hasSize(1);
        assertThat(large.requests().getLast().body()).contains("another", "\"features\":{\"f\": \"x\"}");
    }

    @Test
    void what_is_kept_is_of_one_tenant_and_no_larger_than_it_may_be() throws Exception {
        ScriptedServer small = server((asked, peer) -> {
            peer.json(200, asked.body().contains("big") ? "{\"f\": \"" + "x".repeat(2000) + "\"}" : "{\"f\": 1}");
            return true;
        });
        ScriptedServer large = server((_, peer) -> {
            peer.json(200, "{\"end\": 1}");
            return true;
        });
        Gateway gateway = gateway(
                "tenants:\n- {name: a, keys: ['" + ApiKeys.written("key-a") + "']}\n- {name: b, keys: ['"
                        + ApiKeys.written("key-b") + "']}\n",
                small,
                large);
        for (String who : List.of("a", "b", "a", "b")) {
            String key = "Authorization: Bearer key-" + who + "\r\n";
            assertThat(ask(gateway, key, "{\"image\": \"same\"}").readUntil("}"))
                    .startsWith("HTTP/1.1 200");
            assertThat(ask(gateway, key, "{\"image\": \"big\"}").readUntil("}")).startsWith("HTTP/1.1 200");
        }
        assertThat(small.requests())
                .filteredOn(asked ->
                        asked.line().contains("/features") && asked.body().contains("same"))
                .hasSize(2);
        assertThat(small.requests())
                .filteredOn(asked ->
                        asked.line().contains("/features") && asked.body().contains("big"))
                .hasSize(4);
    }

    @Test
    void a_stage_that_fails_is_named_and_none_is_begun_after_it() throws Exception {
        ScriptedServer small = server((asked, peer) -> {
            boolean mask = asked.line().contains("/mask");
            int refused = asked.body().contains(mask ? "wrong" : "odd") ? 422 : 200;
            int status = asked.body().contains("broken") ? 500 : refused;
            peer.json(status, "{}");
            return true;
        });
        ScriptedServer large = server((_, peer) -> {
            peer.json(200, "{}");
            return true;
        });
        Gateway gateway = gateway(small, large);

        assertThat(ask(gateway, "", "{\"image\": \"fine\"}").readUntil("{}")).startsWith("HTTP/1.1 200");
        assertThat(ask(gateway, "", "{\"image\": \"wrong\"}").readUntil("}}"))
                .startsWith("HTTP/1.1 422")
                .contains("stage mask of flow pictures", "stage_failed");
        for (int i = 0; i < 2; i++) {
            // What a server refused is not kept.
            assertThat(ask(gateway, "", "{\"image\": \"odd\"}").readUntil("}}"))
                    .startsWith("HTTP/1.1 422")
                    .contains("stage features");
        }
        assertThat(ask(gateway, "", "{\"image\": \"broken\"}").readUntil("}}"))
                .startsWith("HTTP/1.1 502")
                .contains("of flow pictures", "with status 500");
        assertThat(ask(gateway, "", "{\"prompt\": \"no image\"}").readUntil("}}"))
                .startsWith("HTTP/1.1 400")
                .contains("the stage mask needs the member \\\"image\\\"");
        assertThat(ask(gateway, "", "[]").readUntil("}}"))
                .startsWith("HTTP/1.1 400")
                .contains("no JSON object");
        assertThat(large.requests()).hasSize(1);
    }

    @Test
    void a_file_with_stages_that_cannot_be_says_so() {
        assertThatThrownBy(() -> Started.settings(
                        "servers: [{url: \"http://127.0.0.1:1\"}]\n"
                                + FLOWS.replace("after: [mask, features]", "after: [mask, featurs]"),
                        Path.of("")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("featurs")
                .hasMessageContaining("features");
    }

    /** What the last stage says goes to the client as it comes; where it breaks off, the client hears that in its stream. */
    @Test
    void what_the_last_stage_says_comes_as_it_is_said() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        ScriptedServer small = server((asked, peer) -> {
            peer.json(200, "{}");
            return true;
        });
        ScriptedServer large = server((asked, peer) -> {
            peer.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            peer.chunk("data: one\n\n");
            seen.await();
            if (asked.body().contains("breaks")) {
                return false;
            }
            peer.chunk("data: two\n\n");
            peer.write("0\r\n\r\n");
            return true;
        });
        Gateway gateway = gateway(small, large);
        Client client = ask(gateway, "", "{\"image\": \"a\"}");
        assertThat(client.readUntil("data: one\n\n"))
                .startsWith("HTTP/1.1 200")
                .contains("content-type: text/event-stream");
        seen.countDown();
        assertThat(client.readUntil("0\r\n\r\n")).contains("data: two\n\n");
        assertThat(ask(gateway, "", "{\"image\": \"breaks\"}").readUntil("0\r\n\r\n"))
                .contains("data: one\n\n", "\"error\":{")
                .doesNotContain("two");
        assertThat(large.requests()).hasSize(2);
    }

    private Client ask(Gateway gateway, String headers, String body) throws IOException {
        Client client = new Client(gateway.port());
        open.add(client);
        client.write("POST /v1/pictures HTTP/1.1\r\nHost: g\r\nContent-Type: application/json\r\n" + headers
                + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        return client;
    }

    private ScriptedServer server(ScriptedServer.Script script) throws IOException {
        ScriptedServer server = new ScriptedServer(script);
        open.add(server);
        return server;
    }

    private Gateway gateway(ScriptedServer small, ScriptedServer large) {
        return gateway("", small, large);
    }

    private Gateway gateway(String more, ScriptedServer small, ScriptedServer large) {
        Gateway gateway = Started.of(
                "servers:\n  - {url: \"" + small.url() + "\", models: [small]}\n  - {url: \"" + large.url()
                        + "\", models: [large]}\n" + more + FLOWS,
                null,
                _ -> {});
        open.add(gateway);
        return gateway;
    }
}
