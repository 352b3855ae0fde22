package io.berth.bench.rate;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One kept connection to a console, for one thread: HTTP/1.1 over a plain socket, so that the client costs next to nothing. */
final class Connection implements Closeable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String host;
    private final String head;

    /** What was answered. */
    record Answer(int status, String body) {}

    /** @param url of the console, such as {@code http://127.0.0.1:7117} */
    Connection(String url, String token) throws IOException {
        URI uri = URI.create(url);
        socket = new Socket(InetAddress.ofLiteral(uri.getHost()), uri.getPort());
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        host = " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\nAuthorization: Bearer " + token + "\r\n";
        head = host + "Content-Type: application/json\r\nContent-Length: ";
    }

    Answer get(String path) throws IOException {
        return ask("GET", path, new byte[0]);
    }

    Answer post(String path, String document) throws IOException {
        return ask("POST", path, document.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends {@code body} with {@code headers}, lines that end as those of HTTP do, and nothing that they do not say. */
    Answer send(String method, String path, String headers, byte[] body) throws IOException {
        return send((method + " " + path + host + headers + "\r\n").getBytes(StandardCharsets.ISO_8859_1), body);
    }

    /** Gives up on an answer that does not come for so long. */
    Connection patient(int millis) throws IOException {
        socket.setSoTimeout(millis);
        return this;
    }

    Answer ask(String method, String path, byte[] body) throws IOException {
        return send(
                (method + " " + path + head + body.length + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1), body);
    }

    private Answer send(byte[] first, byte[] body) throws IOException {
        byte[] whole = new byte[first.length + body.length];
        System.arraycopy(first, 0, whole, 0, first.length);
        System.arraycopy(body, 0, whole, first.length, body.length);
        out.write(whole);
        return answer();
    }

    private Answer answer() throws IOException {
        String status = line();
        int length = 0;
        boolean chunked = false;
        for (String line = line(); !line.isEmpty(); line = line()) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length =
                        Integer.parseInt(lower.substring(lower.indexOf(':') + 1).strip());
            }
            chunked |= lower.startsWith("transfer-encoding:");
        }
        if (status.length() < 12 || chunked) {
            throw new IOException("no answer that is understood: " + status);
        }
        return new Answer(
                Integer.parseInt(status.substring(9, 12)), new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
