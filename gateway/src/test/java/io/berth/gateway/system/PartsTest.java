package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that are split and merged, over sockets. */
@Timeout(60)
class PartsTest {
    private static final String IMAGES = "/v1/images/generations";
    private static final String EMBEDDINGS = "/v1/embeddings";
    private static final String FOUR = "{\"model\":\"m\", \"n\": 4,\"prompt\":\"ship\",\"size\":\"8x8\"}";
    private static final String WORDS = "{\"model\":\"m\",\"input\":[\"a\",\"b\",\"c\",\"d\",\"e\"],\"dimensions\":2}";
    private static final Pattern COUNT = Pattern.compile("\"n\": ?(\\d+)");
    private static final Pattern INPUTS = Pattern.compile("\"input\":(\\[[^]]*]|\"[^\"]*\")");
    /** More requests than are needed until one is split, so that it is seen what a smaller call takes. */
    private static final int MANY = 30;

    /** What a server does with a share of a request. */
    private final AtomicBoolean odd = new AtomicBoolean();
    /** Opened when a server has a share that it does not answer. */
    private final CountDownLatch hangs = new CountDownLatch(1);

    @Test
    void imagesOfSeveralServersAreOneAnswer() throws IOException {
        try (ScriptedServer one = images("one", Odd.NOTHING);
                ScriptedServer other = images("other", Odd.NOTHING);
                Gateway gateway = start("split: {}\n", one, other)) {
            String answer = splitAnswer(gateway, IMAGES, FOUR);

            assertThat(answer).startsWith("HTTP/1.1 200").containsPattern("x-berth-server: (one,other|other,one)");
            assertThat(answer).containsPattern("x-berth-split: (one=2,other=2|other=2,one=2)");
            assertThat(answer).containsOnlyOnce("\"created\":7");
            assertThat(answer).contains("\"usage\":{\"input_tokens\":6,\"details\":{\"text\":2},\"total_tokens\":12}");
            assertThat(body(answer)).hasSize(contentLength(answer));
            String order = body(answer).replaceAll(".*\"data\":\\[", "").replaceAll("].*", "");
            assertThat(order)
                    .matches(
                            "\\{\"url\":\"(o.*)/0\"},\\{\"url\":\"\\1/1\"},\\{\"url\":\"(o.*)/0\"},\\{\"url\":\"\\2/1\"}");
            assertThat(one.requests().getLast().body())
                    .isEqualTo("{\"model\":\"m\",\"n\":2,\"prompt\":\"ship\",\"size\":\"8x8\"}");
        }
    }

    @Test
    void embeddingsStandInTheirOrder() throws IOException {
        try (ScriptedServer one = embeddings();
                ScriptedServer other = embeddings();
                Gateway gateway = start("split: {}\n", one, other)) {
            String answer = splitAnswer(gateway, EMBEDDINGS, WORDS);

            assertThat(answer).containsPattern("x-berth-split: (one=3,other=2|other=3,one=2)");
            assertThat(body(answer)).isEqualTo(embedded(List.of("a", "b", "c", "d", "e")));
        }
    }

    @Test
    void whatMustStayWholeDoes() throws IOException {
        try (ScriptedServer one = images("one", Odd.NOTHING);
                ScriptedServer other = images("other", Odd.NOTHING);
                Gateway gateway = start("split: {models: [m]}\n", one, other);
                Client client = new Client(gateway.port())) {
            for (String member : List.of("\"seed\":1", "\"stream\":true", "\"n\":4", "\"model\":\"x\"")) {
                for (int i = 0; i < MANY; i++) {
                    client.post(IMAGES, "{\"n\":4,\"prompt\":\"ship\"," + member + "}");
                    assertThat(client.readUntil("}}"))
                            .startsWith("HTTP/1.1 200")
                            .doesNotContain("x-berth-split");
                }
            }
        }
    }

    /** One server refuses its share while the other one is still at work: the client hears what it says, and the other is left. */
    @Test
    void aRefusalIsTheAnswer() throws Exception {
        try (ScriptedServer one = images("one", Odd.REFUSES);
                ScriptedServer other = images("other", Odd.HANGS);
                Gateway gateway = start("split: {}\n", one, other)) {
            odd.set(true);
            String answer = untilSplit(gateway, "HTTP/1.1 400");

            assertThat(answer).contains("x-berth-split").endsWith("{\"error\":{\"code\":\"policy\"}}");
            assertThat(other.left.await(20, TimeUnit.SECONDS)).isTrue();
            awaitIdle(gateway);
        }
    }

    @Test
    void aShareIsTriedAgain() throws IOException {
        try (ScriptedServer one = images("one", Odd.BREAKS);
                ScriptedServer other = images("other", Odd.NOTHING);
                Gateway gateway = start("split: {}\n", one, other)) {
            odd.set(true);
            String answer = splitAnswer(gateway, IMAGES, FOUR);

            assertThat(answer).startsWith("HTTP/1.1 200").contains("x-berth-split: other=2,other=2");
            assertThat(COUNT.matcher(answer).results()).isEmpty();
        }
    }

    @Test
    void answersThatAreNoListsAreAskedForAsAWhole() throws IOException {
        try (ScriptedServer one = images("one", Odd.MISCOUNTS);
                ScriptedServer other = images("other", Odd.NOTHING);
                Gateway gateway = start("split: {}\n", one, other);
                Client client = new Client(gateway.port())) {
            odd.set(true);
            for (int i = 0; i < MANY; i++) {
                client.post(IMAGES, FOUR);
                String answer = client.readUntil("}}");
                assertThat(answer).startsWith("HTTP/1.1 200").doesNotContain("x-berth-split");
                assertThat(answer.split("url")).hasSize(5);
            }
            long shares = IntStream.of(0, 1)
                    .mapToObj(place -> place == 0 ? one : other)
                    .flatMap(server -> server.requests().stream())
                    .filter(asked -> asked.body().contains("\"n\":2"))
                    .count();
            // One time it was tried, and never again.
            assertThat(shares).isEqualTo(2);
        }
    }

    @Test
    void whoLeavesTakesAllSharesAlong() throws Exception {
        try (ScriptedServer one = images("one", Odd.HANGS);
                ScriptedServer other = images("other", Odd.HANGS);
                Gateway gateway = start("split: {}\n", one, other)) {
            odd.set(true);
            Client client = new Client(gateway.port());
            for (int i = 0; i < MANY && !hangs(one, other); i++) {
                client.post(IMAGES, FOUR);
                FleetFile.await(
                        () -> hangs(one, other)
                                || Client.page(gateway.port(), "/metrics").contains("\nberth_gateway_requests 0\n"),
                        () -> "no request is at an end");
            }
            client.close();
            assertThat(one.left.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(other.left.await(20, TimeUnit.SECONDS)).isTrue();
            awaitIdle(gateway);
        }
    }

    @Test
    void twoThatAskAlikeAreOneCall() throws Exception {
        try (ScriptedServer server = embeddings();
                Gateway gateway = start("merge: {hold: 10s, items: 2}\n", server);
                Client first = new Client(gateway.port());
                Client second = new Client(gateway.port())) {
            String held = null;
            int asked = 0;
            while (held == null && asked < MANY) {
                int before = server.requests().size();
                first.post(EMBEDDINGS, "{\"model\":\"m\",\"input\":\"long\"}");
                FleetFile.await(
                        () -> server.requests().size() > before || holds(gateway), () -> "it is neither held nor sent");
                if (server.requests().size() == before) {
                    second.post(EMBEDDINGS, "{\"model\":\"m\",\"input\":[\"x\"]}");
                    held = first.readUntil("}}");
                } else {
                    first.readUntil("}}");
                }
                asked++;
            }
            String other = second.readUntil("}}");

            assertThat(held).startsWith("HTTP/1.1 200").contains("x-berth-merged: 2");
            assertThat(body(held))
                    .contains("\"index\":0,\"embedding\":\"long\"")
                    .endsWith("\"usage\":{\"prompt_tokens\":13,\"total_tokens\":13}}");
            assertThat(body(other))
                    .contains("\"index\":0,\"embedding\":\"x\"")
                    .endsWith("\"usage\":{\"prompt_tokens\":7,\"total_tokens\":7}}");
            assertThat(server.requests().getLast().body()).isEqualTo("{\"model\":\"m\",\"input\":[\"long\",\"x\"]}");
        }
    }

    private static boolean holds(Gateway gateway) {
        return Client.page(gateway.port(), "/metrics").contains("\nberth_gateway_requests_held 1\n");
    }

    private static boolean hangs(ScriptedServer one, ScriptedServer other) {
        return List.of(one, other).stream()
                .allMatch(server -> server.requests().stream()
                        .anyMatch(asked -> asked.body().contains("\"n\":2")));
    }

    /** What a server does with a share, once it is to. */
    private enum Odd {
        NOTHING,
        REFUSES,
        HANGS,
        BREAKS,
        MISCOUNTS
    }

    private ScriptedServer images(String name, Odd what) throws IOException {
        return new ScriptedServer((asked, peer) -> {
            Matcher count = COUNT.matcher(asked.body());
            int images = count.find() ? Integer.parseInt(count.group(1)) : 1;
            if (odd.get() && images == 2) {
                switch (what) {
                    case REFUSES -> {
                        assertThat(hangs.await(20, TimeUnit.SECONDS)).isTrue();
                        peer.json(400, "{\"error\":{\"code\":\"policy\"}}");
                        return true;
                    }
                    case HANGS -> {
                        hangs.countDown();
                        throw new IOException("left with " + peer.in().read());
                    }
                    case BREAKS -> {
                        return false;
                    }
                    case MISCOUNTS -> images = 1;
                    case NOTHING -> {}
                }
            }
            String data = IntStream.range(0, images)
                    .mapToObj(place -> "{\"url\":\"" + name + "/" + place + "\"}")
                    .collect(Collectors.joining(","));
            peer.json(
                    200,
                    "{\"created\":7,\"usage\":{\"input_tokens\":3,\"details\":{\"text\":1},\"total_tokens\":6},\"data\":["
                            + data + "],\"size\":\"8x8\",\"last\":{\"a\":1}}");
            return true;
        });
    }

    private static ScriptedServer embeddings() throws IOException {
        return new ScriptedServer((asked, peer) -> {
            Matcher inputs = INPUTS.matcher(asked.body());
            assertThat(inputs.find()).isTrue();
            List<String> words = Pattern.compile("\"(\\w+)\"")
                    .matcher(inputs.group(1))
                    .results()
                    .map(word -> word.group(1))
                    .toList();
            peer.json(200, embedded(words));
            return true;
        });
    }

    /** Ten tokens for each word. */
    private static String embedded(List<String> words) {
        return "{\"object\":\"list\",\"data\":["
                + IntStream.range(0, words.size())
                        .mapToObj(place -> "{\"object\":\"embedding\",\"index\":" + place + ",\"embedding\":\""
                                + words.get(place) + "\"}")
                        .collect(Collectors.joining(","))
                + "],\"model\":\"m\",\"usage\":{\"prompt_tokens\":" + 10 * words.size() + ",\"total_tokens\":"
                + 10 * words.size() + "}}";
    }

    /** The first answer that comes of several shares. */
    private static String splitAnswer(Gateway gateway, String path, String body) throws IOException {
        try (Client client = new Client(gateway.port())) {
            String answer = "";
            for (int i = 0; i < MANY && !answer.contains("x-berth-split"); i++) {
                client.post(path, body);
                answer = client.readUntil("}}");
            }
            return answer;
        }
    }

    private static String untilSplit(Gateway gateway, String status) throws IOException {
        try (Client client = new Client(gateway.port())) {
            String answer = "";
            for (int i = 0; i < MANY && !answer.startsWith(status); i++) {
                client.post(IMAGES, FOUR);
                answer = client.readUntil("}}");
            }
            return answer;
        }
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static int contentLength(String answer) {
        return Integer.parseInt(answer.replaceAll("(?is).*\ncontent-length: (\\d+)\r.*", "$1"));
    }

    private static void awaitIdle(Gateway gateway) throws InterruptedException {
        FleetFile.await(
                () -> Client.page(gateway.port(), "/metrics").contains("\nberth_gateway_requests 0\n"),
                () -> "some are never at an end");
    }

    private static Gateway start(String more, ScriptedServer... servers) {
        StringBuilder file = new StringBuilder("servers:\n");
        List<String> names = List.of("one", "other");
        for (int i = 0; i < servers.length; i++) {
            file.append("  - {url: '")
                    .append(servers[i].url())
                    .append("', name: ")
                    .append(names.get(i))
                    .append("}\n");
        }
        return Started.of(file + "health: {metrics: 0s}\n" + more, null, _ -> {});
    }
}
