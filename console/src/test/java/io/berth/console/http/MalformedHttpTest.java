package io.berth.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever bytes are sent, the server answers or ends the connection, and serves the next. */
@Timeout(120)
class MalformedHttpTest {
    private static final int MUTATIONS = 3_000;
    private static final long SEED = Long.getLong("berth.seed", 1);

    /** RFC 9112 §6.1 has a server answer a transfer coding that it does not know with this. */
    private static final int UNKNOWN_CODING = 501;

    private static final List<String> REQUESTS = List.of(
            "GET /api/v1/jobs?limit=3 HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n",
            "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"name\": \"a\"}",
            "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/yaml\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nname: a\r\n0\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "PUT /api/v1/strategy HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n\"fgd\"");

    @Test
    void noBytesMakeTheServerFailOrHang() throws IOException {
        try (Cluster cluster = Cluster.of(1, null);
                ConsoleServer server = cluster.serve(ConsoleOptions.local(0).reporting(line -> {
                    throw new AssertionError(line);
                }));
                Client client = new Client(server)) {
            RawClient raw = new RawClient(server.uri());
            for (int mutation = 0; mutation < MUTATIONS; mutation++) {
                byte[] request = mutated(new Random(SEED << 20 | mutation));
                String name = "berth.seed=" + SEED + ", mutation " + mutation;
                String answer = raw.exchange(request);
                boolean fine = RawClient.status(answer) < 500 || RawClient.status(answer) == UNKNOWN_CODING;
                assertThat(fine)
                        .as("%s: %s to %s", name, answer, new String(request, StandardCharsets.ISO_8859_1))
                        .isTrue();
            }
            assertThat(client.get("/healthz").status()).isEqualTo(200);
            assertThat(client.get("/metrics").body()).doesNotContain("status=\"500\"");
        }
    }

    private static byte[] mutated(Random random) {
        StringBuilder text = new StringBuilder(REQUESTS.get(random.nextInt(REQUESTS.size())));
        int edits = 1 + random.nextInt(4);
        for (int i = 0; i < edits; i++) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(12));
            switch (random.nextInt(6)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                case 1 -> text.delete(at, end);
                case 2 -> text.insert(at, text.substring(at, end).repeat(random.nextInt(20)));
                case 3 -> text.insert(at, "\r\n");
                case 4 -> text.setLength(Math.max(1, at));
                default -> text.insert(at, Long.toHexString(random.nextLong()));
            }
            if (text.isEmpty()) {
                text.append(' ');
            }
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
