package io.berth.testkit.crash;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Asks a server over its Unix socket, a connection for each request. */
record SocketClient(Path socket) {
    /** What was answered. */
    record Answer(int status, String head, String body) {
        /** True where a submission had been taken before. */
        boolean repeated() {
            return head.contains("\r\nIdempotency-Replayed: true\r\n");
        }
    }

    /** @throws IOException where no answer comes, or not all of it */
    Answer get(String path) throws IOException {
        return exchange("GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n");
    }

    /** Sends {@code document}, JSON, under an idempotency key. */
    Answer post(String path, String key, String document) throws IOException {
        int length = document.getBytes(StandardCharsets.UTF_8).length;
        return exchange("POST " + path + " HTTP/1.0\r\nHost: localhost\r\nIdempotency-Key: " + key
                + "\r\nContent-Type: application/json\r\nContent-Length: " + length + "\r\n\r\n" + document);
    }

    private Answer exchange(String request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            String answer = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
            int end = answer.indexOf("\r\n\r\n");
            if (end < 0) {
                throw new IOException("the server ended before it answered");
            }
            String head = answer.substring(0, end + 2);
            return new Answer(Integer.parseInt(head.split(" ", 3)[1]), head, answer.substring(end + 4));
        }
    }
}
