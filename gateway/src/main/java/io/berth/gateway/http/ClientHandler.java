package io.berth.gateway.http;

import io.berth.gateway.setting.Limits;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection of a client: its requests one after another, however soon they come. */
final class ClientHandler extends ChannelInboundHandlerAdapter {
    /** Pieces of further requests that are kept while one is answered, before no more is read. */
    private static final int MOST_AHEAD = 16;
    /** How long what a client still sends is read and thrown away, so that it sees why it is not wanted. */
    private static final int LINGER_SECONDS = 5;

    private final GatewayEdge edge;
    private final Backends backends;
    private final ArrayDeque<HttpObject> ahead = new ArrayDeque<>();
    private @Nullable ChannelHandlerContext context;
    private @Nullable Exchange exchange;
    private boolean closing;
    private boolean held;
    private boolean stream;
    /** When the client last did something that it has to do, by the monotonic clock. */
    private long activeNanos = System.nanoTime();
    /** A request has begun of which the headers are not all there, or the first one has not. */
    private boolean headersDue = true;

    ClientHandler(GatewayEdge edge, Backends backends) {
        this.edge = edge;
        this.backends = backends;
    }

    GatewayEdge edge() {
        return edge;
    }

    Backends backends() {
        return backends;
    }

    void write(Object message) {
        // Streams of HTTP/2 have no promise that is none.
        context().write(message, stream ? context().newPromise() : context().voidPromise());
    }

    void flush() {
        context().flush();
    }

    boolean writable() {
        return context().channel().isWritable();
    }

    /** Where it is, without its port. */
    String address() {
        Channel channel = context().channel();
        SocketAddress remote = (stream ? channel.parent() : channel).remoteAddress();
        return remote instanceof InetSocketAddress inet ? inet.getAddress().getHostAddress() : "";
    }

    boolean inLoop() {
        return context().executor().inEventLoop();
    }

    void execute(Runnable task) {
        context().executor().execute(task);
    }

    /** Has {@code task} run on its event loop after {@code nanos}. */
    void schedule(Runnable task, long nanos) {
        context().executor().schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    /** Whether nothing more of its body is read for now. */
    void hold(boolean on) {
        if (held != on) {
            held = on;
            reading();
        }
    }

    /** The exchange is over, and its answer written; the client goes on with the next, or not. */
    void done(boolean keep, boolean bodyEnded) {
        exchange = null;
        held = false;
        activeNanos = System.nanoTime();
        if (keep && bodyEnded && !edge.draining()) {
            flush();
            next();
        } else {
            close(bodyEnded);
        }
    }

    /** The answer cannot be completed, which the client must see. */
    void abort() {
        exchange = null;
        closing = true;
        context().close();
    }

    /** Closes connections of clients that do not do what they have to; somebody calls it each second. */
    void sweep(long nowNanos) {
        Exchange current = exchange;
        Limits limits = edge.limits();
        if (current == null) {
            if (nowNanos - activeNanos > (headersDue ? limits.headerNanos() : edge.keepAliveNanos())) {
                closing = true;
                context().close();
            }
        } else if (current.waitsForClient(context().channel().isWritable())
                && nowNanos - activeNanos > limits.idleNanos()) {
            current.clientStalled();
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        stream = added.channel() instanceof Http2StreamChannel;
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        if (closing || !(message instanceof HttpObject part)) {
            ReferenceCountUtil.release(message);
            return;
        }
        activeNanos = System.nanoTime();
        headersDue = false;
        boolean ofCurrent = exchange != null && ahead.isEmpty() && !exchange.bodyEnded();
        if (ofCurrent || exchange == null) {
            take(part);
        } else {
            ahead.add(part);
            reading();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext reading) {
        Exchange current = exchange;
        if (current != null) {
            current.flushRequest();
        } else if (!headersDue) {
            // Something was read, and no request came of it yet.
            headersDue = true;
            activeNanos = System.nanoTime();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        Exchange current = exchange;
        activeNanos = System.nanoTime();
        if (current != null) {
            current.clientWritable(changed.channel().isWritable());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        closing = true;
        edge.closed(this);
        ahead.forEach(ReferenceCountUtil::release);
        ahead.clear();
        Exchange current = exchange;
        exchange = null;
        if (current != null) {
            current.clientLeft();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
        if (stream) {
            Http2Exception wrong = Http2CodecUtil.getEmbeddedHttp2Exception(cause);
            Http2Error error = wrong == null ? Http2Error.PROTOCOL_ERROR : wrong.error();
            caught.writeAndFlush(new DefaultHttp2ResetFrame(error));
        }
        caught.close();
    }

    private void take(HttpObject part) {
        if (part.decoderResult().isFailure()) {
            ReferenceCountUtil.release(part);
            refuse(part.decoderResult().cause());
            return;
        }
        if (part instanceof HttpRequest head) {
            exchange = new Exchange(this, head);
            exchange.begin();
        }
        if (part instanceof HttpContent content) {
            Exchange current = exchange;
            if (current == null) {
                content.release();
            } else {
                current.body(content);
            }
        }
    }

    /** What was kept while another was answered. */
    private void next() {
        while (!ahead.isEmpty() && (exchange == null || !exchange.bodyEnded()) && !closing) {
            take(ahead.remove());
        }
        Exchange current = exchange;
        if (current != null) {
            current.flushRequest();
        }
        reading();
    }

    private void reading() {
        boolean on = !held && ahead.size() < MOST_AHEAD;
        if (context().channel().config().isAutoRead() != on) {
            context().channel().config().setAutoRead(on);
        }
    }

    private void refuse(Throwable cause) {
        Exchange current = exchange;
        if (current != null) {
            exchange = null;
            current.clientLeft();
        }
        boolean large = cause instanceof TooLongFrameException;
        HttpMessage answer = WireError.invalid(
                        large ? HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE : HttpResponseStatus.BAD_REQUEST,
                        large ? "headers_too_large" : "malformed_request",
                        large ? "the request line or the headers are too large" : "this is not an HTTP/1.1 request")
                .response();
        answer.headers().set("connection", "close");
        write(answer);
        close(false);
    }

    private void close(boolean bodyEnded) {
        closing = true;
        if (bodyEnded) {
            context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        flush();
        hold(false);
        if (context().channel() instanceof DuplexChannel channel) {
            channel.shutdownOutput();
        }
        context().executor().schedule(() -> context().close(), LINGER_SECONDS, TimeUnit.SECONDS);
    }

    private ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("The connection is not there yet.");
        }
        return context;
    }
}
