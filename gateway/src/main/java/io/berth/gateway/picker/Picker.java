package io.berth.gateway.picker;

import io.berth.gateway.http.GatewayEdge;
import io.berth.gateway.http.ServerTls;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.spec.input.InputException;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** The port that Envoy asks for servers. It has the event loops, the desk and the limits of the gateway that it belongs to. */
public final class Picker implements AutoCloseable {
    static final String SERVICE = "envoy.service.ext_proc.v3.ExternalProcessor";

    /** Beside the piece of a body, a message has headers. */
    private static final int MORE_BYTES = 1 << 20;

    private static final int WINDOW = 1 << 20;
    private static final int PING_SECONDS = 1;

    private final Server server;

    private Picker(Server server) {
        this.server = server;
    }

    /**
     * Takes connections from now on.
     *
     * @param servers by their number at the desk
     * @param anyServer whether there is a server to pick
     * @throws InputException where it cannot have its port
     */
    public static Picker open(
            GatewaySettings.Picker settings,
            GatewayEdge edge,
            IntFunction<Backend> servers,
            BooleanSupplier anyServer) {
        Pool pool = new Pool(servers, edge.desk(), settings.fallbacks());
        InetSocketAddress place = new InetSocketAddress(settings.host(), settings.port());
        long largest = Math.min(Integer.MAX_VALUE, edge.limits().bodyBytes() + MORE_BYTES);
        NettyServerBuilder builder = NettyServerBuilder.forAddress(place)
                .bossEventLoopGroup(edge.loops())
                .workerEventLoopGroup(edge.loops())
                .channelType(Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .withOption(ChannelOption.SO_REUSEADDR, true)
                .directExecutor()
                .flowControlWindow(WINDOW)
                .maxInboundMessageSize((int) largest)
                .permitKeepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .addService(process(edge, pool))
                .addService(new Health(anyServer).service());
        GatewaySettings.Keys keys = settings.keys();
        if (keys != null) {
            builder.sslContext(ServerTls.of(keys.certificates(), keys.key()));
        }
        try {
            return new Picker(builder.build().start());
        } catch (IOException e) {
            String why = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            throw new InputException("picker", "the port " + settings.port() + " cannot be had: " + why);
        }
    }

    /** The port that it has. */
    public int port() {
        return server.getPort();
    }

    /** Takes no more requests; those that it has may end. */
    public void drain() {
        server.shutdown();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private static ServerServiceDefinition process(GatewayEdge edge, Pool pool) {
        MethodDescriptor<ProcessingRequest, ProcessingResponse> method =
                MethodDescriptor.<ProcessingRequest, ProcessingResponse>newBuilder()
                        .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Process"))
                        .setRequestMarshaller(Wire.REQUEST)
                        .setResponseMarshaller(Wire.RESPONSE)
                        .build();
        return ServerServiceDefinition.builder(SERVICE)
                .addMethod(method, (call, _) -> new Pick(edge, pool, call).begin())
                .build();
    }
}
