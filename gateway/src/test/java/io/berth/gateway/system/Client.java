package io.berth.gateway.system;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that writes and reads bytes as a test says. */
final class Client implements AutoCloseable {
    private final Socket socket;

    Client(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
    }

    /** The page at {@code path}. */
    static String page(int port, String path) {
        try (Client client = new Client(port)) {
            client.write("GET " + path + " HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n");
            return client.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    void post(String path, String body) throws IOException {
        write("POST " + path + " HTTP/1.1\r\nHost: gateway\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    /** What comes until it ends with {@code end}; else until the connection does. */
    String readUntil(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (!text.toString().endsWith(end)) {
            int next = in.read();
            if (next < 0) {
                return text.toString();
            }
            text.append((char) next);
        }
        return text.toString();
    }

    /** The next {@code length} bytes. */
    byte[] read(int length) throws IOException {
        return socket.getInputStream().readNBytes(length);
    }

    /** What comes until the connection ends. */
    String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
