package io.berth.kube.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** All calls over one connection of HTTP/2, which is made anew when a call finds none. */
final class Http2Transport implements Transport {
    /** Writes of one turn of its thread go out together. */
    private static final int MOST_TOGETHER = 256;

    private final String host;
    private final int port;
    private final String authority;
    private final Limits limits;
    private final SslContext tls;
    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("berth-kube-http", true), NioIoHandler.newFactory());
    private @Nullable CompletableFuture<Connection> connection;
    /** Set where the server has HTTP/1.1 alone: no other connection is tried; calls over one that it still has go on. */
    private @Nullable OlderException older;

    private boolean closed;

    /** The server has HTTP/1.1 alone. */
    static final class OlderException extends IOException {
        private static final long serialVersionUID = 1;

        OlderException() {
            super("the server does not speak HTTP/2");
        }
    }

    Http2Transport(String host, int port, Tls tls, Limits limits) {
        this.limits = limits;
        this.host = host;
        this.port = port;
        authority = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        try {
            this.tls = tls.shared();
        } catch (SSLException e) {
            throw new IllegalStateException("The key and certificate of a client cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public CompletableFuture<Response> send(Request request) {
        Exchange.Whole whole = new Exchange.Whole(request);
        begin(whole);
        return whole.response();
    }

    @Override
    public Streamed stream(Request request) throws IOException, InterruptedException {
        Exchange.Flowing flowing = new Exchange.Flowing(request);
        begin(flowing);
        try {
            return flowing.opened().get();
        } catch (InterruptedException e) {
            flowing.abandon();
            throw e;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException problem ? problem : new IOException(e.getCause());
        }
    }

    private void begin(Exchange exchange) {
        if (!exchange.mayBegin()) {
            exchange.fail(new IOException("the server takes no calls: each was sent back unread"));
            return;
        }
        connected().whenComplete((found, problem) -> {
            if (problem == null) {
                found.begin(exchange);
            } else {
                exchange.fail(inWords(problem));
            }
        });
    }

    /** What Netty and its native code wrap says what went wrong; they say that something did. */
    private static Exception inWords(Throwable problem) {
        Throwable inner = problem;
        while (inner instanceof DecoderException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        if (inner instanceof SSLHandshakeException && inner.getCause() != null) {
            Throwable root = inner.getCause();
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return (SSLException) new SSLHandshakeException(root.getMessage()).initCause(inner);
        }
        return inner instanceof IOException || inner instanceof TimeoutException
                ? (Exception) inner
                : new IOException(inner.getMessage(), inner);
    }

    private synchronized CompletableFuture<Connection> connected() {
        if (closed) {
            return CompletableFuture.failedFuture(new IOException("closed"));
        }
        if (older != null) {
            return CompletableFuture.failedFuture(older);
        }
        if (connection == null || connection.isCompletedExceptionally()) {
            connection = connect();
        }
        return connection;
    }

    private CompletableFuture<Connection> connect() {
        CompletableFuture<Connection> made = new CompletableFuture<>();
        new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(limits.connect().toMillis()))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        SslHandler secured = tls.newHandler(channel.alloc(), host, port);
                        secured.setHandshakeTimeout(limits.connect().toMillis(), TimeUnit.MILLISECONDS);
                        channel.pipeline()
                                .addLast(
                                        new FlushConsolidationHandler(MOST_TOGETHER, true),
                                        secured,
                                        new Negotiated(made));
                    }
                })
                .connect(host, port)
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        made.completeExceptionally(connected.cause());
                    }
                });
        return made;
    }

    private synchronized OlderException turnsOutOlder() {
        older = new OlderException();
        return older;
    }

    /** Calls go over another from now on. */
    @SuppressWarnings("ReferenceEquality")
    private synchronized void forget(CompletableFuture<Connection> left) {
        if (connection == left) {
            connection = null;
        }
    }

    @Override
    public void close() {
        CompletableFuture<Connection> last;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            last = connection;
        }
        if (last != null) {
            last.whenComplete((found, _) -> {
                if (found != null) {
                    found.close();
                }
            });
        }
        loop.shutdownGracefully(0, limits.connect().toSeconds(), TimeUnit.SECONDS)
                .addListener(_ -> ReferenceCountUtil.release(tls));
    }

    /** Waits for what both sides agree on. */
    private final class Negotiated extends ApplicationProtocolNegotiationHandler implements Connection.Owner {
        private final CompletableFuture<Connection> made;

        Negotiated(CompletableFuture<Connection> made) {
            super(ApplicationProtocolNames.HTTP_1_1);
            this.made = made;
        }

        @Override
        public void unprocessed(Exchange call) {
            begin(call);
        }

        @Override
        public void leaves() {
            forget(made);
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext context, String protocol) throws Http2Exception {
            if (!protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                made.completeExceptionally(turnsOutOlder());
                context.close();
                return;
            }
            new Connection(context, authority, limits, made, this);
        }

        @Override
        protected void handshakeFailure(ChannelHandlerContext context, Throwable problem) {
            made.completeExceptionally(problem);
            context.close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable problem) {
            made.completeExceptionally(problem);
            context.close();
        }
    }
}
