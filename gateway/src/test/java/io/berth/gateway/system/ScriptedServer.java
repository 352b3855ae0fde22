package io.berth.gateway.system;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A model server that does what a test says with each connection: it reads requests byte by byte, and writes what it is told. */
final class ScriptedServer implements AutoCloseable {
    private final ServerSocket socket;
    private final Script script;
    final List<Asked> asked = new CopyOnWriteArrayList<>();
    /** What it says of itself, by path. */
    final Map<String, String> pages = new ConcurrentHashMap<>();
    /** Opened when a client left while it was answered. */
    final CountDownLatch left = new CountDownLatch(1);

    /** A request that came; its head as it was written. */
    record Asked(String head, String body) {
        String line() {
            return head.substring(0, head.indexOf('\r'));
        }

        String header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    /** What it does with a request; it returns false where the connection then ends. */
    interface Script {
        boolean answer(Asked asked, Peer peer) throws IOException, InterruptedException;
    }

    /** The other end of a connection. */
    record Peer(InputStream in, OutputStream out) {
        void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        void json(int status, String body) throws IOException {
            write("HTTP/1.1 " + status + " x\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        }

        void chunk(String text) throws IOException {
            write(Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n");
        }
    }

    ScriptedServer(Script script) throws IOException {
        this.script = script;
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    static ScriptedServer answering(String body) throws IOException {
        return new ScriptedServer((asked, peer) -> {
            peer.json(200, body);
            return true;
        });
    }

    int port() {
        return socket.getLocalPort();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    /** Requests but for those that ask whether it is there and how it is. */
    List<Asked> requests() {
        return asked.stream()
                .filter(one -> !one.line()
                        .matches("GET /(health|metrics|v1/models|v1/loads|get_load|slots|queue|sdapi/.*|api/tags) .*"))
                .toList();
    }

    /** Takes no more connections. */
    void stop() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        stop();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            Peer peer = new Peer(in, connection.getOutputStream());
            boolean goesOn = true;
            while (goesOn) {
                String head = head(in);
                if (head.isEmpty()) {
                    return;
                }
                Asked request = new Asked(head, body(in, head));
                asked.add(request);
                if (request.line().startsWith("GET /health")) {
                    peer.json(200, "{}");
                } else if (request.line().startsWith("GET ")) {
                    String page = pages.get(request.line().split(" ")[1]);
                    peer.json(page == null ? 404 : 200, page == null ? "{}" : page);
                } else {
                    goesOn = script.answer(request, peer);
                }
            }
        } catch (IOException e) {
            left.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static String body(InputStream in, String head) throws IOException {
        Asked asked = new Asked(head, "");
        if (asked.header("transfer-encoding").equals("chunked")) {
            StringBuilder body = new StringBuilder();
            for (int length = chunkLength(in); length > 0; length = chunkLength(in)) {
                body.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
                in.readNBytes(2);
            }
            in.readNBytes(2);
            return body.toString();
        }
        String length = asked.header("content-length");
        return length.isEmpty() ? "" : new String(in.readNBytes(Integer.parseInt(length)), StandardCharsets.UTF_8);
    }

    private static int chunkLength(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.indexOf("\r\n") < 0) {
            line.append((char) in.read());
        }
        return Integer.parseInt(line.toString().strip(), 16);
    }
}
