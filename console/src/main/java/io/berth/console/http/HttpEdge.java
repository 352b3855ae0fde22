package io.berth.console.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The server: takes requests, has them answered, and sends what comes of it, whatever the other side does. */
public final class HttpEdge implements AutoCloseable {
    /** How long answers that are on their way may take at the close. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** What is still taken, and thrown away, of a body that is refused, so that its sender gets to read why. */
    private static final long LINGER_BYTES = 4L << 20;

    private static final Duration LINGER = Duration.ofSeconds(1);

    /** What the JDK's server still reads of a body when an answer is sent; more, and it ends the connection. */
    private static final long LITTLE_BYTES = 64 << 10;

    private static final int BACKLOG = 256;

    private final HttpServer server;
    private final ExecutorService threads;
    private final Options options;
    private final TransferWatch watch;
    private final AtomicInteger open = new AtomicInteger();

    /**
     * How it serves.
     *
     * @param address where; port 0 for any that is free
     * @param tls null for plain HTTP
     * @param handler answers
     * @param exchanges is told of each request
     * @param slowest how long a reader may take nothing of an answer
     * @param report gets a line for what is a bug of this program
     */
    public record Options(
            InetSocketAddress address,
            @Nullable SSLContext tls,
            Handler handler,
            Exchanges exchanges,
            Duration slowest,
            Consumer<String> report) {}

    private HttpEdge(HttpServer server, ExecutorService threads, Options options) {
        this.server = server;
        this.threads = threads;
        this.options = options;
        this.watch = new TransferWatch();
    }

    /**
     * Opens the port and serves it.
     *
     * @throws UncheckedIOException where it cannot be had
     */
    public static HttpEdge open(Options options) {
        ServerLimits.apply();
        try {
            HttpServer server = server(options);
            ExecutorService threads = Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("berth-http-", 0).factory());
            HttpEdge edge = new HttpEdge(server, threads, options);
            server.createContext("/", edge::handle);
            server.setExecutor(threads);
            server.start();
            return edge;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot serve " + options.address() + ": " + e.getMessage(), e);
        }
    }

    private static HttpServer server(Options options) throws IOException {
        if (options.tls() == null) {
            return HttpServer.create(options.address(), BACKLOG);
        }
        HttpsServer server = HttpsServer.create(options.address(), BACKLOG);
        server.setHttpsConfigurator(new HttpsConfigurator(options.tls()));
        return server;
    }

    /** Where it serves. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Lets answers that are on their way go out, then ends all connections. */
    @Override
    public void close() {
        awaitAnswers();
        server.stop(0);
        threads.shutdownNow();
        watch.close();
    }

    /** The JDK's own wait takes a connection that its other side just ended for a request until the time is over. */
    private void awaitAnswers() {
        long began = System.nanoTime();
        while (open.get() > 0 && System.nanoTime() - began < GRACE.toNanos()) {
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** @throws IOException to have the server end the connection */
    private void handle(HttpExchange exchange) throws IOException {
        open.incrementAndGet();
        long began = System.nanoTime();
        options.exchanges().begun();
        Request request = bare(exchange);
        int status = 0;
        try {
            Response response;
            try {
                HeadLimits.check(exchange);
                request = request(exchange);
                response = options.handler().answer(request);
            } catch (ProblemException e) {
                response = e.problem().response();
            } catch (RuntimeException e) {
                response = failed(request, e);
            }
            status = response.status();
            send(exchange, response, request.body().unread() > LITTLE_BYTES);
            exchange.close();
        } catch (InterruptedException e) {
            throw new IOException("the server is closing", e);
        } finally {
            options.exchanges().ended(request, status, Duration.ofNanos(System.nanoTime() - began));
            open.decrementAndGet();
        }
    }

    /** Where the head may not be what it should be: method and path only. */
    private static Request bare(HttpExchange exchange) {
        return new Request(
                exchange.getRequestMethod(),
                String.valueOf(exchange.getRequestURI().getRawPath()),
                List.of(),
                new LinkedHashMap<>(),
                exchange.getRemoteAddress().getAddress(),
                _ -> List.of(),
                new Request.Body(InputStream.nullInputStream(), 0));
    }

    private static Request request(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        String length = headers.getFirst("Content-Length");
        boolean chunked = headers.containsKey("Transfer-Encoding");
        return new Request(
                exchange.getRequestMethod(),
                String.valueOf(exchange.getRequestURI().getRawPath()),
                Query.segments(exchange.getRequestURI().getRawPath()),
                Query.parse(exchange.getRequestURI().getRawQuery()),
                exchange.getRemoteAddress().getAddress(),
                name -> headers.getOrDefault(name, List.of()),
                new Request.Body(
                        exchange.getRequestBody(), chunked ? -1 : length == null ? 0 : Long.parseLong(length)));
    }

    private Response failed(Request request, RuntimeException e) {
        options.report().accept("a bug: " + request.method() + " " + request.path() + " failed: " + e);
        return Problem.of(500, "failed", "this program failed", "the request failed by a bug of this program")
                .response();
    }

    /** @param last true where the connection ends with this answer, since more of the body than is worth reading is left */
    private void send(HttpExchange exchange, Response response, boolean last) throws IOException, InterruptedException {
        Headers headers = exchange.getResponseHeaders();
        if (last) {
            headers.set("Connection", "close");
        }
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Cache-Control", "no-store");
        response.headers().forEach(headers::set);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        switch (response) {
            case Response.Whole whole -> {
                sendWhole(exchange, Compression.apply(exchange, whole), head);
                if (last) {
                    watch.within(LINGER, () -> linger(exchange.getRequestBody()));
                    throw new IOException("the rest of the request is not wanted");
                }
            }
            case Response.Stream stream -> {
                headers.set("Content-Type", stream.type());
                exchange.sendResponseHeaders(stream.status(), head ? -1 : 0);
                if (!head) {
                    OutputStream out = exchange.getResponseBody();
                    stream.feed()
                            .writeTo(bytes -> watch.within(options.slowest(), () -> {
                                out.write(bytes);
                                out.flush();
                            }));
                }
            }
        }
    }

    private void sendWhole(HttpExchange exchange, Response.Whole whole, boolean head) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        byte[] body = whole.body();
        if (!whole.type().isEmpty()) {
            headers.set("Content-Type", whole.type());
        }
        if (head && whole.status() != 204) {
            headers.set("Content-Length", Integer.toString(body.length));
        }
        watch.within(options.slowest(), () -> {
            exchange.sendResponseHeaders(whole.status(), head || body.length == 0 ? -1 : body.length);
            if (!head && body.length > 0) {
                exchange.getResponseBody().write(body);
                exchange.getResponseBody().flush();
            }
        });
    }

    /** A connection that is closed on unread bytes is reset, and a reset can overtake the answer. */
    private static void linger(InputStream rest) throws IOException {
        byte[] buffer = new byte[16 << 10];
        long left = LINGER_BYTES;
        int read = 0;
        while (read >= 0 && left > 0) {
            read = rest.read(buffer);
            left -= read;
        }
    }
}
