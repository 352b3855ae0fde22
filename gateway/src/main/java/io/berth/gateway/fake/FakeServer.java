package io.berth.gateway.fake;

import io.berth.gateway.fake.openai.AskReader;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A model server without a model: it answers requests as OpenAI's API does, in the time that a real one might take, with words that
 * mean nothing. It has one thread, whatever it is asked.
 */
public final class FakeServer implements AutoCloseable {
    private static final int MOST_WAITING_CONNECTIONS = 1_024;

    private final FakeSpec spec;
    private final EventLoopGroup group;
    private final ChannelGroup channels;
    private final Channel listening;
    private final Tally tally;

    private FakeServer(FakeSpec spec, EventLoopGroup group, ChannelGroup channels, Channel listening, Tally tally) {
        this.spec = spec;
        this.group = group;
        this.channels = channels;
        this.listening = listening;
        this.tally = tally;
    }

    /**
     * A server for this machine alone.
     *
     * @param port 0 for any that is free
     * @throws IOException where it cannot listen there
     */
    public static FakeServer start(FakeSpec spec, int port) throws IOException {
        return start(spec, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /**
     * A server that listens at {@code address}.
     *
     * @throws IOException where it cannot
     */
    public static FakeServer start(FakeSpec spec, InetSocketAddress address) throws IOException {
        boolean epoll = Epoll.isAvailable();
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(
                1,
                new DefaultThreadFactory("berth-fake-server", true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        EventLoop loop = group.next();
        ChannelGroup channels = new DefaultChannelGroup(loop);
        Tally tally = new Tally();
        Class<? extends ServerChannel> type = epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        ServerBootstrap server = new ServerBootstrap()
                .group(group)
                .channel(type)
                .option(ChannelOption.SO_BACKLOG, MOST_WAITING_CONNECTIONS)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new Connected(spec, loop, channels, tally));
        if (spec.faults().has(Fault.SLOW_READ)) {
            SlowReader.prepare(server);
        }
        ChannelFuture bound = server.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new IOException(
                    "cannot listen at " + address.getHostString() + ":" + address.getPort() + ": "
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        return new FakeServer(spec, group, channels, bound.channel(), tally);
    }

    /** Sets connections up. */
    private static final class Connected extends ChannelInitializer<Channel> {
        private final FakeSpec spec;
        private final EventLoop loop;
        private final ChannelGroup channels;
        private final Tally tally;
        private final AskReader reader;
        private final long since = System.currentTimeMillis() / 1_000;
        private @Nullable Machine machine;

        Connected(FakeSpec spec, EventLoop loop, ChannelGroup channels, Tally tally) {
            this.spec = spec;
            this.loop = loop;
            this.channels = channels;
            this.tally = tally;
            reader = new AskReader(spec.models());
        }

        @Override
        protected void initChannel(Channel channel) {
            if (machine == null) {
                int port = ((InetSocketAddress) channel.localAddress()).getPort();
                machine = new Machine(spec, loop, tally, "fp_" + port);
            }
            channels.add(channel);
            channel.pipeline().addLast(new HttpServerCodec());
            if (spec.faults().has(Fault.SLOW_READ)) {
                channel.pipeline().addLast(new SlowReader(machine));
            }
            channel.pipeline().addLast(new BodyLimit(spec.room().bodyBytes()), new Calls(machine, reader, since));
        }
    }

    /** What it pretends to be. */
    public FakeSpec spec() {
        return spec;
    }

    /** Where it listens. */
    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Where it listens, for clients on this machine: {@code http://127.0.0.1:9001}. */
    public String url() {
        InetAddress address = ((InetSocketAddress) listening.localAddress()).getAddress();
        String host = address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    /** Requests that were answered whole. */
    public long served() {
        return tally.served.get();
    }

    /** Requests that have a slot. */
    public long running() {
        return tally.running.get();
    }

    /** Requests that wait for one. */
    public long waiting() {
        return tally.waiting.get();
    }

    /** Requests whose connection ended before their answer did. */
    public long cancelled() {
        return tally.cancelled.get();
    }

    /** Requests that were answered with 429, as the queue was full. */
    public long refused() {
        return tally.refused.get();
    }

    /** Requests that a fault happened to. */
    public long faulted() {
        return tally.faulted.get();
    }

    /** Ends all connections, in the middle of answers too. */
    @Override
    public void close() {
        listening.close().awaitUninterruptibly();
        channels.close().awaitUninterruptibly();
        group.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
