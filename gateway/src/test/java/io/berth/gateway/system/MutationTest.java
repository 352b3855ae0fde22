package io.berth.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.gateway.fake.FakeServer;
import io.berth.gateway.fake.FakeSpec;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests with bytes changed, lost, doubled and put in: none is answered with an error of the gateway's own, none does harm. */
@Timeout(240)
class MutationTest {
    private static final int REQUESTS = 10_000;
    private static final int AT_ONCE = 64;
    /** Where a request is not all there, no answer comes. */
    private static final int PATIENCE_MILLIS = 150;

    private static final List<String> WHOLE = List.of(
            post(
                    "/v1/chat/completions",
                    "",
                    "{\"model\":\"fake\",\"max_tokens\":3,\"messages\":[{\"role\":\"user\",\"content\":\"a ship\"}]}"),
            post("/v1/chat/completions", "", "{\"model\":\"fake\",\"stream\":true,\"max_tokens\":3,\"messages\":[]}"),
            post("/v1/embeddings", "Authorization: Bearer sk-1\r\n", "{\"model\":\"fake\",\"input\":[\"a\",\"b\"]}"),
            post(
                    "/v1/completions",
                    "x-berth-priority: 3\r\nx-berth-deadline-ms: 4000\r\n",
                    "{\"prompt\":\"\\u00e9\",\"max_tokens\":2}"),
            "POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "10\r\n{\"max_tokens\":2,\r\n10\r\n \"messages\": [] }\r\n0\r\n\r\n",
            post("/v1/images/generations", "", "{\"model\":\"fake\",\"prompt\":\"a\",\"n\":3,\"size\":\"256x256\"}"),
            "GET /v1/models HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n",
            "GET /metrics HTTP/1.1\r\nHost: g\r\n\r\n");

    @Test
    void changedRequestsDoNoHarm() throws Exception {
        List<String> notes = new CopyOnWriteArrayList<>();
        try (FakeServer server = FakeServer.start(FakeSpec.instant(), 0);
                FakeServer other = FakeServer.start(FakeSpec.instant(), 0);
                Gateway gateway = Started.of(
                        "servers: [{url: 'http://127.0.0.1:" + server.port() + "'}, {url: 'http://127.0.0.1:"
                                + other.port() + "'}]\nsplit: {}\nmerge: {}\n",
                        null,
                        notes::add)) {
            List<String> own = answersOf(gateway);

            assertThat(own).isEmpty();
            assertThat(notes).isEmpty();
            FleetFile.await(
                    () -> Client.page(gateway.port(), "/metrics").contains("\nberth_gateway_requests 0\n"),
                    () -> "some are never at an end");
            try (Client client = new Client(gateway.port())) {
                client.write(WHOLE.getFirst());
                assertThat(client.readUntil("}}")).startsWith("HTTP/1.1 200");
            }
        }
    }

    /** The answers with an error of the gateway's own, of all. */
    private static List<String> answersOf(Gateway gateway) throws InterruptedException, ExecutionException {
        List<String> own = new ArrayList<>();
        List<Future<String>> answers = new ArrayList<>();
        Semaphore room = new Semaphore(AT_ONCE);
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < REQUESTS; i++) {
                byte[] request = changed(new SplittableRandom(i));
                room.acquire();
                answers.add(clients.submit(() -> {
                    try {
                        return answer(gateway.port(), request);
                    } finally {
                        room.release();
                    }
                }));
            }
            for (int i = 0; i < REQUESTS; i++) {
                String answer = answers.get(i).get();
                if (answer.matches("(?s)HTTP/1\\.1 5.*")) {
                    own.add(i + ": " + answer
                            + new String(changed(new SplittableRandom(i)), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return own;
    }

    private static String answer(int port, byte[] request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request);
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(200), StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException e) {
            return "";
        } catch (IOException e) {
            return "left: " + e;
        }
    }

    private static byte[] changed(SplittableRandom random) {
        byte[] bytes = WHOLE.get(random.nextInt(WHOLE.size())).getBytes(StandardCharsets.ISO_8859_1);
        for (int change = random.nextInt(4); change >= 0; change--) {
            int at = random.nextInt(bytes.length);
            int length = 1 + random.nextInt(Math.min(12, bytes.length - at));
            bytes = switch (random.nextInt(6)) {
                case 0 -> flipped(bytes, at, random.nextInt(256));
                case 1 -> spliced(bytes, at, at + length, new byte[0]);
                case 2 -> spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
                case 3 -> spliced(bytes, at, at, drawn(random, length));
                case 4 -> spliced(bytes, at, at, "\r\n".getBytes(StandardCharsets.ISO_8859_1));
                default -> Arrays.copyOf(bytes, Math.max(1, at));
            };
        }
        return bytes;
    }

    private static byte[] flipped(byte[] bytes, int at, int with) {
        byte[] flipped = bytes.clone();
        flipped[at] = (byte) with;
        return flipped;
    }

    /** {@code bytes} with {@code put} in place of those from {@code from} to {@code to}. */
    private static byte[] spliced(byte[] bytes, int from, int to, byte[] put) {
        byte[] spliced = new byte[bytes.length - (to - from) + put.length];
        System.arraycopy(bytes, 0, spliced, 0, from);
        System.arraycopy(put, 0, spliced, from, put.length);
        System.arraycopy(bytes, to, spliced, from + put.length, bytes.length - to);
        return spliced.length == 0 ? new byte[1] : spliced;
    }

    private static byte[] drawn(SplittableRandom random, int length) {
        byte[] drawn = new byte[length];
        random.nextBytes(drawn);
        return drawn;
    }

    private static String post(String path, String headers, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: g\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n"
                + body;
    }
}
