package io.berth.gateway.fake;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.TimeUnit;

/** Reads the bodies of some requests a little at a time, so that who sends them must wait. */
final class SlowReader extends ChannelDuplexHandler {
    private static final int PART_BYTES = 16 << 10;
    private static final long PAUSE_MILLIS = 50;

    private final Machine machine;
    private boolean slow;
    private boolean ticks;

    SlowReader(Machine machine) {
        this.machine = machine;
    }

    /** Has the kernel take little of what is sent to {@code server} before it is read. */
    static void prepare(ServerBootstrap server) {
        server.childOption(ChannelOption.SO_RCVBUF, PART_BYTES);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request && request.method().equals(HttpMethod.POST)) {
            slow = machine.readsSlowly();
            if (slow) {
                context.channel().config().setAutoRead(false);
                pause(context);
            }
        }
        if (message instanceof LastHttpContent && slow) {
            slow = false;
            context.channel().config().setAutoRead(true);
        }
        context.fireChannelRead(message);
    }

    private void pause(ChannelHandlerContext context) {
        if (!ticks) {
            ticks = true;
            context.executor().schedule(() -> part(context), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void part(ChannelHandlerContext context) {
        ticks = false;
        if (slow && context.channel().isActive()) {
            context.read();
            pause(context);
        }
    }

    /** What asks for more while a body is read slowly is not heard. */
    @Override
    public void read(ChannelHandlerContext context) {
        if (!slow) {
            context.read();
        }
    }
}
