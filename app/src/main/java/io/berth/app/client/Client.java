package io.berth.app.client;

import io.berth.spec.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Asks a Berth, one connection per request. It speaks HTTP/1.0, in which an answer ends with its connection: the JDK's client takes a
 * fifth of a second to load, which every {@code berth submit} would pay, and knows no Unix sockets.
 */
public final class Client {
    private static final int MOST_LINE_BYTES = 64 << 10;

    private final Way way;

    Client(Way way) {
        this.way = way;
    }

    /** Names the Berth that is asked, for people. */
    public String name() {
        return way.name();
    }

    /** Makes sure that this Berth runs. */
    public void check() {
        try {
            way.open().close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** What {@code GET path} answers. */
    public Reply get(String path) {
        return ask("GET", path, null);
    }

    /** What a change answers; {@code document} is sent as JSON, null for no body. */
    public Reply ask(String method, String path, @Nullable Object document) {
        try (Way.Line line = way.open();
                InputStream in = send(line, method, path, document)) {
            int status = status(in);
            return new Reply(status, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Copies what {@code GET path} answers to {@code out} as it comes. */
    public void copy(String path, OutputStream out) {
        try (Way.Line line = way.open();
                InputStream in = send(line, "GET", path, null)) {
            int status = status(in);
            if (status != 200) {
                new Reply(status, new String(in.readAllBytes(), StandardCharsets.UTF_8)).checked();
            }
            byte[] buffer = new byte[16 << 10];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private InputStream send(Way.Line line, String method, String path, @Nullable Object document) throws IOException {
        byte[] body = document == null ? new byte[0] : Json.line(document).getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder(256);
        head.append(method).append(' ').append(path).append(" HTTP/1.0\r\n").append(way.head());
        if (document != null) {
            head.append("Content-Type: application/json\r\n");
        }
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        byte[] start = head.toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[start.length + body.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        line.out().write(whole);
        line.out().flush();
        return new BufferedInputStream(line.in());
    }

    /** Reads the head of the answer: {@code HTTP/1.1 200 OK}, headers, an empty line. */
    private static int status(InputStream in) throws IOException {
        String first = line(in);
        String[] words = first.split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.")) {
            throw new IOException("what answers there is no Berth: " + first);
        }
        while (!line(in).isEmpty()) {
            // No header matters: the body ends with the connection.
        }
        return Integer.parseInt(words[1]);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (line.length() == MOST_LINE_BYTES) {
                throw new IOException("what answers there is no Berth");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static UncheckedIOException failed(IOException e) {
        return new UncheckedIOException(String.valueOf(e.getMessage()), e);
    }
}
