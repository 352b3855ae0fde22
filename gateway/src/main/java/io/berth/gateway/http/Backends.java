package io.berth.gateway.http;

import io.berth.core.dispatch.Request;
import io.berth.gateway.setting.Backend;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The connections to model servers of one event loop. One that is idle is taken again, the latest first, so that the others age. */
final class Backends {
    private static final int CONNECT_MILLIS = 5_000;
    /** Idle connections that are kept for a server. */
    private static final int MOST_IDLE = 1_024;

    private final IntFunction<Backend> servers;
    private final Bootstrap bootstrap;
    private final List<ArrayDeque<BackendHandler>> idle = new ArrayList<>();

    Backends(EventLoop loop, Class<? extends Channel> kind, IntFunction<Backend> servers) {
        this.servers = servers;
        bootstrap = new Bootstrap()
                .group(loop)
                .channel(kind)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.RECVBUF_ALLOCATOR, GatewayEdge.readSizes())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, GatewayEdge.WATER_MARKS);
    }

    Backend server(int number) {
        return servers.apply(number);
    }

    /**
     * Gives {@code exchange} a connection to {@code server} for {@code request}, now or once there is one; else it says why there is
     * none.
     *
     * @param fresh whether it must be a new one
     */
    void connect(int server, Exchange exchange, Request request, boolean fresh) {
        BackendHandler ready = fresh ? null : pollIdle(server);
        if (ready != null) {
            ready.begin(exchange);
            exchange.connected(ready, request);
            return;
        }
        BackendHandler handler = new BackendHandler(this, server);
        ChannelFuture connecting = bootstrap
                .clone()
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(new HttpClientCodec(config(), false, false))
                                .addLast(handler);
                    }
                })
                .connect(servers.apply(server).address());
        connecting.addListener((ChannelFutureListener) future -> {
            if (future.isSuccess()) {
                handler.begin(exchange);
                exchange.connected(handler, request);
            } else {
                exchange.unreachable(request, future.cause());
            }
        });
    }

    /** {@code handler} has nothing to do for now. */
    void release(BackendHandler handler) {
        ArrayDeque<BackendHandler> kept = of(handler.server());
        if (kept.size() < MOST_IDLE) {
            kept.addLast(handler);
        } else {
            handler.close();
        }
    }

    /** {@code handler}, which was idle, has no connection any more. */
    void closed(BackendHandler handler) {
        of(handler.server()).remove(handler);
    }

    /** Headers of answers are passed on as they are, so they are not looked at more closely than they must be. */
    private static HttpDecoderConfig config() {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(8 << 10)
                .setMaxHeaderSize(256 << 10)
                .setMaxChunkSize(GatewayEdge.PIECE)
                .setValidateHeaders(false);
    }

    private @Nullable BackendHandler pollIdle(int server) {
        ArrayDeque<BackendHandler> kept = of(server);
        BackendHandler latest = kept.pollLast();
        while (latest != null && !latest.usable()) {
            latest = kept.pollLast();
        }
        return latest;
    }

    private ArrayDeque<BackendHandler> of(int server) {
        while (idle.size() <= server) {
            idle.add(new ArrayDeque<>());
        }
        return idle.get(server);
    }
}
