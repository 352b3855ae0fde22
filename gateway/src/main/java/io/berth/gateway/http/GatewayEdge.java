package io.berth.gateway.http;

import io.berth.gateway.cache.AnswerCache;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.journey.Trail;
import io.berth.gateway.pipeline.PipelineRun;
import io.berth.gateway.pipeline.StageCaller;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.gateway.setting.Limits;
import io.berth.gateway.setting.Pipeline;
import io.berth.gateway.setting.Turns;
import io.berth.gateway.tenant.Tenants;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocal;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The way into the gateway: the port that clients connect to, and the event loops that carry their requests. */
public final class GatewayEdge implements AutoCloseable {
    static final CharSequence SERVER_HEADER = "x-berth-server";
    static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(128 << 10, 512 << 10);
    /** No piece of a body is larger. */
    static final int PIECE = 256 << 10;

    private static final int BACKLOG = 4_096;
    private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(300);

    private final Desk desk;
    private volatile Options options;
    private final Servers servers;
    private final Host host;
    private final Arrivals arrivals = new Arrivals();
    private final AtomicInteger connections = new AtomicInteger();
    private final EventLoopGroup loops;
    private final @Nullable Grouped grouped;
    private final FastThreadLocal<Backends> backends = new FastThreadLocal<>();
    private final FastThreadLocal<Set<ClientHandler>> ownClients = new FastThreadLocal<>();
    private volatile boolean draining;
    private final StageCaller caller = new StageCaller();
    private final PipelineRun.Host stageHost = new StageHost();
    private @Nullable Channel port;

    /** Servers and the gateway around, as stages see them. */
    private final class StageHost implements PipelineRun.Host {
        @Override
        public Backend backend(int server) {
            return servers.backend(server);
        }

        @Override
        public void trouble(int server, Throwable cause) {
            host.trouble(server, cause);
        }

        @Override
        public void answered(int server, int status) {
            host.answered(server, status);
        }
    }

    /**
     * How requests are carried.
     *
     * @param tries how a request is tried
     * @param threads event loops; they stay as many as there are
     * @param tls what the gateway proves itself by to clients; null for connections without TLS
     */
    public record Options(
            Limits limits,
            GatewaySettings.Tries tries,
            int threads,
            @Nullable SslContext tls) {}

    /** The servers by their number at the desk; from any thread. */
    public interface Servers {
        /** Where it is; where it has left just now, where it was. */
        Backend backend(int server);

        /** Whether connections to it are worth keeping. */
        boolean stays(int server);

        /** Whether requests that hear nothing of it for {@link #silenceNanos} are given up there. */
        boolean lost(int server);

        /** How long a request hears nothing of a server that is lost, until it is given up there. */
        long silenceNanos();
    }

    /** What the edge needs of the gateway around it; from any thread. */
    public interface Host {
        /** Something went wrong at {@code server}; null where it said itself that it is busy. */
        void trouble(int server, @Nullable Throwable cause);

        /** {@code server} answered with {@code status}, to the end or so that another one is asked. */
        void answered(int server, int status);

        /** Where the request of {@code method} for {@code uri} is noted down. */
        Trail trail(String method, String uri, HttpHeaders headers);

        /**
         * What the gateway itself answers to {@code head}; null where a server has the answer.
         *
         * @param sees which models are there for who asks; null where it may not ask for them
         */
        @Nullable
        FullHttpResponse own(HttpRequest head, @Nullable Predicate<String> sees);

        /** Who may ask now. */
        Tenants tenants();

        /** Where answers to requests of {@code path} are kept; null where they are not. */
        @Nullable
        AnswerCache cache(String path);

        /** Whether which server may have a request depends on its model. */
        boolean modelsMatter();

        /** The number at the desk of the model {@code name}; below 0 where no server has it. */
        int model(String name);
    }

    public GatewayEdge(Desk desk, Servers servers, Options options, Host host) {
        this.desk = desk;
        this.servers = servers;
        this.options = options;
        this.host = host;
        grouped = Grouped.of(options.tries().grouping(), this);
        IoHandlerFactory io = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        loops = new MultiThreadIoEventLoopGroup(options.threads, new DefaultThreadFactory("berth-gateway", true), io);
    }

    /**
     * Takes connections from now on; returns the port.
     *
     * @param asked 0 for any that is free
     * @throws IllegalStateException where it cannot have the port
     */
    public int open(String host, int asked) {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, readSizes())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
                .childHandler(new ClientProtocols(this));
        try {
            port = bootstrap.bind(host, asked).sync().channel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (RuntimeException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        loops.forEach(loop -> loop.scheduleAtFixedRate(this::sweep, 1, 1, TimeUnit.SECONDS));
        loops.next().scheduleAtFixedRate(desk::tick, 100, 100, TimeUnit.MILLISECONDS);
        return ((InetSocketAddress) port.localAddress()).getPort();
    }

    /** What comes from now on is carried as {@code other} says; connections that are there keep their TLS. */
    public void change(Options other) {
        options = other;
    }

    /** Connections to {@code server} are of no more use, once what they carry has ended. */
    public void forget(int server) {
        loops.forEach(loop -> loop.execute(() -> {
            Backends mine = backends.get();
            if (mine != null) {
                mine.forget(server);
            }
        }));
    }

    /** Takes no more connections, lets those that are there end what they do, for {@code nanos} at most. */
    public void drain(long nanos) {
        draining = true;
        Channel open = port;
        if (open != null) {
            open.close();
        }
        long end = System.nanoTime() + nanos;
        while (desk.underWay() > 0 && System.nanoTime() < end) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void close() {
        Channel open = port;
        if (open != null) {
            open.close();
        }
        caller.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }

    /** How many clients are connected. */
    public int connections() {
        return connections.get();
    }

    static RecvByteBufAllocator readSizes() {
        return new AdaptiveRecvByteBufAllocator(2_048, 4_096, PIECE);
    }

    /** Who decides. */
    public Desk desk() {
        return desk;
    }

    @Nullable
    SslContext tls() {
        return options.tls;
    }

    /** What clients may ask. */
    public Limits limits() {
        return options.limits;
    }

    /** How requests of {@code uri} are done in stages; null where they are not. */
    @Nullable
    Pipeline pipeline(String uri) {
        int query = uri.indexOf('?');
        String path = query < 0 ? uri : uri.substring(0, query);
        for (Pipeline pipeline : options.tries.stages().pipelines()) {
            if (pipeline.path().equals(path)) {
                return pipeline;
            }
        }
        return null;
    }

    /** What stages are done with. */
    PipelineRun.Around stages() {
        return new PipelineRun.Around(desk, stageHost, caller, limits().bufferedBytes(), limits().requestNanos());
    }

    /** What requests may wait for. */
    public Turns turns() {
        return options.tries.turns();
    }

    /** What makes of requests what the desk is asked. */
    public Arrivals arrivals() {
        return arrivals;
    }

    /** The event loops that carry requests. */
    public EventLoopGroup loops() {
        return loops;
    }

    long keepAliveNanos() {
        return KEEP_ALIVE_NANOS;
    }

    boolean draining() {
        return draining;
    }

    /** The gateway around it. */
    @Nullable
    AnswerCache cache(String path) {
        return host.cache(path);
    }

    /** What it needs of the gateway around it. */
    public Host host() {
        return host;
    }

    /** What has become of requests that can be split or merged. */
    public Grouped.Counts grouping() {
        return grouped == null ? Grouped.Counts.NONE : grouped.counts();
    }

    /** Who splits and merges requests; null for nobody. */
    @Nullable
    Grouped grouped() {
        return grouped;
    }

    /** Whether a server that answers so is left for another one. */
    boolean worthAnother(HttpResponseStatus status, boolean possible) {
        return possible
                && options.tries.retries() > 0
                && (status.code() == HttpResponseStatus.SERVICE_UNAVAILABLE.code()
                        || status.code() == HttpResponseStatus.BAD_GATEWAY.code());
    }

    void opened(ClientHandler client) {
        connections.incrementAndGet();
        Set<ClientHandler> mine = ownClients.get();
        if (mine == null) {
            mine = Collections.newSetFromMap(new IdentityHashMap<>());
            ownClients.set(mine);
        }
        mine.add(client);
    }

    void closed(ClientHandler client) {
        connections.decrementAndGet();
        Set<ClientHandler> mine = ownClients.get();
        if (mine != null) {
            mine.remove(client);
        }
    }

    private void sweep() {
        Set<ClientHandler> mine = ownClients.get();
        if (mine != null) {
            long now = System.nanoTime();
            List.copyOf(mine).forEach(client -> client.sweep(now));
        }
        Backends connections = backends.get();
        if (connections != null) {
            connections.sweep(System.nanoTime(), options.tries);
        }
    }

    Backends backends(EventLoop loop) {
        Backends mine = backends.get();
        if (mine == null) {
            mine = new Backends(loop, Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class, servers);
            backends.set(mine);
        }
        return mine;
    }
}
