package io.berth.gateway.http;

import io.berth.core.dispatch.Request;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.GatewaySettings;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connections to model servers of one event loop. One that is idle is taken again, the latest first, so that the others age. */
final class Backends {
    private static final int CONNECT_MILLIS = 5_000;
    /** Idle connections that are kept for a server. */
    private static final int MOST_IDLE = 1_024;

    private final GatewayEdge.Servers servers;
    private final Bootstrap bootstrap;
    /** By the number of their server; of servers that have none there is no entry. */
    private final Map<Integer, ArrayDeque<BackendHandler>> idle = new HashMap<>();

    private final Set<BackendHandler> busy = Collections.newSetFromMap(new IdentityHashMap<>());

    Backends(EventLoop loop, Class<? extends Channel> kind, GatewayEdge.Servers servers) {
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
        return servers.backend(number);
    }

    /**
     * Gives an exchange ({@code attempts}) a connection to {@code server} for {@code request}, now or once there is one; else it says why there is
     * none.
     *
     * @param fresh whether it must be a new one
     */
    void connect(int server, Attempts attempts, Request request, boolean fresh) {
        BackendHandler ready = fresh ? null : pollIdle(server);
        if (ready != null) {
            busy.add(ready);
            ready.begin(attempts);
            attempts.connected(ready, request);
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
                .connect(servers.backend(server).address());
        connecting.addListener((ChannelFutureListener) future -> {
            if (future.isSuccess()) {
                busy.add(handler);
                handler.begin(attempts);
                attempts.connected(handler, request);
            } else {
                attempts.unreachable(request, future.cause());
            }
        });
    }

    /** {@code handler} has nothing to do for now. */
    void release(BackendHandler handler) {
        busy.remove(handler);
        ArrayDeque<BackendHandler> kept = idle.computeIfAbsent(handler.server(), _ -> new ArrayDeque<>());
        if (kept.size() < MOST_IDLE && servers.stays(handler.server())) {
            kept.addLast(handler);
        } else {
            handler.close();
        }
    }

    /** {@code handler} has no connection any more. */
    void closed(BackendHandler handler) {
        busy.remove(handler);
        ArrayDeque<BackendHandler> kept = idle.get(handler.server());
        if (kept != null) {
            kept.remove(handler);
        }
    }

    /** {@code server} takes no more requests: nobody will need the connections that are idle. */
    void forget(int server) {
        ArrayDeque<BackendHandler> kept = idle.remove(server);
        if (kept != null) {
            kept.forEach(BackendHandler::close);
        }
    }

    /**
     * Gives up requests that hear nothing: of a server that is lost, or for so long that it counts as failed.
     *
     * @param tries how long an answer may take to begin, and be silent in its midst
     */
    void sweep(long nowNanos, GatewaySettings.Tries tries) {
        for (BackendHandler handler : List.copyOf(busy)) {
            long silent = handler.silentNanos(nowNanos);
            if (silent > servers.silenceNanos() && servers.lost(handler.server())) {
                handler.giveUp(new IOException("the server is lost, and says nothing more"), true);
            } else if (silent > tries.firstByteNanos() && handler.unanswered()) {
                handler.giveUp(new IOException("the server did not begin to answer in time"), false);
            } else if (silent > tries.nextByteNanos() && handler.heard()) {
                handler.giveUp(new IOException("the server fell silent in the midst of an answer"), true);
            }
        }
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
        ArrayDeque<BackendHandler> kept = idle.get(server);
        BackendHandler latest = kept == null ? null : kept.pollLast();
        while (kept != null && latest != null && !latest.usable()) {
            latest = kept.pollLast();
        }
        return latest;
    }
}
