package io.berth.kube.rehearsal;

import io.berth.kube.http.Identity;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Serves HTTP/2 over TLS on the loopback. */
public final class Http2Server implements AutoCloseable {
    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("berth-rehearsal", true), NioIoHandler.newFactory());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Consumer<ServedCall> service;
    private final int mostAtOnce;
    private final SslContext tls;
    private final Channel listens;

    /**
     * Listens at any port.
     *
     * @param key by which it proves who it is
     * @param mostAtOnce calls that a connection may have under way
     * @param service hears of each call when it is whole, on a thread of its own
     */
    public Http2Server(Identity key, int mostAtOnce, Consumer<ServedCall> service) throws IOException {
        this(key, List.of(), mostAtOnce, service);
    }

    /**
     * The same, where clients may prove who they are.
     *
     * @param clients whose certificates are believed
     */
    public Http2Server(Identity key, List<Certificate> clients, int mostAtOnce, Consumer<ServedCall> service)
            throws IOException {
        this.service = service;
        this.mostAtOnce = mostAtOnce;
        tls = SslContextBuilder.forServer(key.key(), certificates(key.chain()))
                .trustManager(certificates(clients))
                .clientAuth(clients.isEmpty() ? ClientAuth.NONE : ClientAuth.OPTIONAL)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        Protocol.ALPN,
                        SelectorFailureBehavior.NO_ADVERTISE,
                        SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2))
                .build();
        listens = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.add(channel);
                        channel.pipeline().addLast(tls.newHandler(channel.alloc()), new Negotiated());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    private static X509Certificate[] certificates(List<Certificate> certificates) {
        return certificates.toArray(X509Certificate[]::new);
    }

    /** Where it listens; its certificate is for {@code localhost}. */
    public URI address() {
        return URI.create("https://localhost:" + ((InetSocketAddress) listens.localAddress()).getPort());
    }

    /** Tells all clients that later calls are not taken over these connections; what is under way goes on. */
    public void sayGoAway() {
        connections.forEach(channel -> {
            // As servers do that close gently: what was sent meanwhile is not processed.
            DefaultHttp2GoAwayFrame frame = new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR);
            channel.writeAndFlush(frame);
        });
    }

    /** Closes all connections. */
    public void cut() {
        connections.close();
    }

    @Override
    public void close() {
        listens.close().syncUninterruptibly();
        connections.close().syncUninterruptibly();
        threads.shutdownNow();
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).addListener(_ -> ReferenceCountUtil.release(tls));
    }

    private final class Negotiated extends ApplicationProtocolNegotiationHandler {
        Negotiated() {
            super(ApplicationProtocolNames.HTTP_1_1);
        }

        /** A client that does not like the key is free to go. */
        @Override
        protected void handshakeFailure(ChannelHandlerContext context, Throwable problem) {
            context.close();
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext context, String protocol) {
            if (!protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                context.close();
                return;
            }
            context.pipeline()
                    .addLast(
                            Http2FrameCodecBuilder.forServer()
                                    .initialSettings(new Http2Settings().maxConcurrentStreams(mostAtOnce))
                                    .build(),
                            new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                                @Override
                                protected void initChannel(Channel stream) {
                                    stream.pipeline().addLast(new Arriving());
                                }
                            }));
        }
    }

    /** A call until it is whole. */
    private final class Arriving extends ChannelInboundHandlerAdapter {
        private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
        private @Nullable Http2Headers head;

        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            boolean whole = false;
            try {
                if (frame instanceof Http2HeadersFrame headers) {
                    head = headers.headers();
                    whole = headers.isEndStream();
                } else if (frame instanceof Http2DataFrame data) {
                    byte[] some = new byte[data.content().readableBytes()];
                    data.content().readBytes(some);
                    body.writeBytes(some);
                    whole = data.isEndStream();
                }
            } finally {
                ReferenceCountUtil.release(frame);
            }
            if (whole) {
                ServedCall call = new ServedCall(context.channel(), Objects.requireNonNull(head), body.toByteArray());
                threads.execute(() -> service.accept(call));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable problem) {
            context.close();
        }
    }
}
