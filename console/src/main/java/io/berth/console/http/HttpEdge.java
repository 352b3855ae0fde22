package io.berth.console.http;

import io.berth.console.http.Held.Phase;
import io.berth.console.http.message.Query;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler.Abstract.NonBlocking;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** The server: takes requests, has them answered, and sends what comes of it, whatever the other side does. */
public final class HttpEdge implements AutoCloseable {
    /** How long answers that are on their way may take at the close. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** How often connections are looked for that are overdue. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** As many connections as come while this program is held up; Linux cuts it to {@code net.core.somaxconn}. */
    private static final int BACKLOG = 4_096;

    /** Accept, select and read heads; requests have virtual threads. */
    private static final int THREADS = 12;

    private final Server server;
    private final @Nullable ServerSocketChannel listening;
    private final Listen listen;
    private final ExecutorService threads;

    /** For the owner, whom the processors' scheduler then serves beside all virtual threads rather than among them. */
    private final ExecutorService ownThreads = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("berth-owner-", 0).factory());

    private final AtomicInteger open = new AtomicInteger();

    /**
     * How it serves.
     *
     * @param listen where
     * @param handler answers
     * @param exchanges is told of each request
     * @param limits how many connections are held, and how long a reader may take nothing of an answer
     * @param report gets a line for what is a bug of this program
     */
    public record Options(
            Listen listen, Handler handler, Exchanges exchanges, ConnectionLimits limits, Consumer<String> report) {}

    /**
     * Where it serves.
     *
     * @param address of TCP; port 0 for any that is free; null for none
     * @param tls null for plain HTTP
     * @param socket a Unix socket that is made for the user of this process alone, at a path that nobody else uses; null for none
     * @param shared one for all users of this machine; null for none
     */
    public record Listen(
            @Nullable InetSocketAddress address,
            @Nullable SSLContext tls,
            @Nullable Path socket,
            @Nullable Path shared) {
        private List<Path> sockets() {
            return Stream.of(socket, shared).filter(Objects::nonNull).toList();
        }

        /** For people. */
        private String name() {
            return address == null ? String.valueOf(socket) : address.toString();
        }
    }

    private HttpEdge(Server server, @Nullable ServerSocketChannel listening, Listen listen, ExecutorService threads) {
        this.server = server;
        this.listening = listening;
        this.listen = listen;
        this.threads = threads;
    }

    /**
     * Opens the port, and the socket, and serves them.
     *
     * @throws UncheckedIOException where one cannot be had
     */
    public static HttpEdge open(Options options) {
        Listen listen = options.listen();
        InetSocketAddress address = listen.address();
        ServerSocketChannel listening = address == null ? null : bind(address);
        try {
            Server server = new Server(pool("berth-http"));
            ExecutorService threads = Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("berth-http-", 0).factory());
            HttpEdge edge = new HttpEdge(server, listening, listen, threads);
            edge.configure(options);
            server.start();
            return edge;
        } catch (Exception e) {
            close(listening);
            throw new UncheckedIOException(new IOException("cannot serve " + listen.name(), e));
        }
    }

    /** True where it has a port, beside its sockets. */
    public boolean hasPort() {
        return listening != null;
    }

    /** Where it serves; only of one that has a port. */
    public InetSocketAddress address() {
        ServerSocketChannel port = listening;
        if (port == null) {
            throw new IllegalStateException("It has no port.");
        }
        try {
            return (InetSocketAddress) port.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets answers that are on their way go out, then ends all connections. */
    @Override
    public void close() {
        awaitAnswers();
        try {
            server.stop();
            for (Path socket : listen.sockets()) {
                Files.deleteIfExists(socket);
            }
        } catch (Exception e) {
            throw new IllegalStateException("cannot stop serving " + listen.name(), e);
        } finally {
            threads.shutdownNow();
            ownThreads.shutdownNow();
        }
    }

    private void configure(Options options) throws IOException {
        server.setHandler(new NonBlocking() {
            @Override
            public boolean handle(
                    org.eclipse.jetty.server.Request request,
                    org.eclipse.jetty.server.Response response,
                    Callback callback) {
                answer(new Exchange(request, response, options), Wire.of(request), callback);
                return true;
            }
        });
        server.setErrorHandler(new Refusals());
        ConnectionLimits limits = options.limits().withinOpenFiles();
        HttpConnectionFactory http = http();
        if (listening != null) {
            Connections remote = new Connections(limits.most(), limits.perAddress(), System::nanoTime);
            Door.Way way = new Door.Way(listening, remote, null, false);
            SSLContext tls = listen.tls();
            server.addConnector(
                    tls == null
                            ? new Door(server, null, way, http)
                            : new Door(server, null, way, encrypted(tls, http), http));
            watch(remote);
        }
        for (Path socket : listen.sockets()) {
            // Whoever floods the port takes nothing of these, and other users nothing of the owner's.
            boolean shared = socket.equals(listen.shared());
            int perUser = shared ? limits.perAddress() : limits.most();
            Connections own = new Connections(limits.most(), perUser, System::nanoTime);
            ServerSocketChannel channel = bind(socket, shared ? "rw-rw-rw-" : "rw-------");
            Door.Way way = new Door.Way(channel, own, Files.getOwner(socket), shared);
            server.addConnector(new Door(server, shared ? null : pool("berth-owner"), way, http));
            watch(own);
        }
    }

    private void answer(Exchange exchange, Wire wire, Callback callback) {
        wire.enter(Phase.BUSY);
        open.incrementAndGet();
        try {
            (wire.sender().owner() ? ownThreads : threads).execute(() -> {
                try {
                    exchange.run(callback);
                } finally {
                    open.decrementAndGet();
                }
            });
        } catch (RejectedExecutionException e) {
            open.decrementAndGet();
            callback.failed(e);
        }
    }

    private void watch(Connections connections) {
        threads.execute(() -> {
            try {
                while (true) {
                    Thread.sleep(LOOK);
                    connections.endOverdue();
                }
            } catch (InterruptedException e) {
                // The server is closed.
            }
        });
    }

    /** Nothing is forgiven but what {@link Query} reads by itself: what one server forgives, a proxy before it may take otherwise. */
    private static HttpConnectionFactory http() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setHttpCompliance(HttpCompliance.STRICT);
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(HeadLimits.HEAD_BYTES);
        configuration.setHeaderCacheSize(0);
        // A Unix socket has no name that HTTP/1.0 without Host could mean.
        configuration.setServerAuthority(new HostPort("localhost"));
        return new HttpConnectionFactory(configuration);
    }

    private static SslConnectionFactory encrypted(SSLContext tls, HttpConnectionFactory http) {
        SslContextFactory.Server context = new SslContextFactory.Server();
        context.setSslContext(tls);
        SslConnectionFactory encrypted = new SslConnectionFactory(context, http.getProtocol());
        encrypted.setEnsureSecureRequestCustomizer(false);
        return encrypted;
    }

    private static QueuedThreadPool pool(String name) {
        QueuedThreadPool pool = new QueuedThreadPool(THREADS, 2);
        pool.setName(name);
        pool.setDaemon(true);
        return pool;
    }

    private static ServerSocketChannel bind(InetSocketAddress address) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                return channel.bind(address, BACKLOG);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot serve " + address + ": " + e.getMessage(), e);
        }
    }

    private static ServerSocketChannel bind(Path socket, String mode) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            // One that a killed process left.
            Files.deleteIfExists(socket);
            channel.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString(mode));
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** The server's own wait would take a connection without a request for one. */
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

    private static void close(@Nullable ServerSocketChannel listening) {
        try {
            if (listening != null) {
                listening.close();
            }
        } catch (IOException e) {
            // It was never served.
        }
    }
}
