package io.berth.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One connection to a model server, which serves one exchange at a time. */
final class BackendHandler extends ChannelInboundHandlerAdapter {
    private final Backends backends;
    private final int server;
    private @Nullable ChannelHandlerContext context;
    private @Nullable Attempts attempts;
    private int served;
    /** When something last went over it. */
    private long activeNanos;
    /** Whether something of the answer came. */
    private boolean heard;

    BackendHandler(Backends backends, int server) {
        this.backends = backends;
        this.server = server;
    }

    int server() {
        return server;
    }

    void begin(Attempts begun) {
        attempts = begun;
        served++;
        heard = false;
        activeNanos = System.nanoTime();
    }

    /** Whether it was used before, so that its server may have given it up without our knowing. */
    boolean used() {
        return served > 1;
    }

    /** Whether an answer has begun. */
    boolean heard() {
        return heard;
    }

    /** Whether all of a request was sent, and nothing of its answer came. */
    boolean unanswered() {
        return !heard && attempts != null && attempts.bodyEnded();
    }

    /** How long nothing has gone over it that had to: a client that takes nothing is no silence of the server's. */
    long silentNanos(long nowNanos) {
        return context().channel().config().isAutoRead() ? nowNanos - activeNanos : 0;
    }

    /**
     * What is under way here will come to nothing.
     *
     * @param server whether that is its server's doing, not this connection's
     */
    void giveUp(Throwable cause, boolean server) {
        Attempts current = attempts;
        attempts = null;
        // On a fresh connection it would be as on this one.
        served = server ? 1 : served;
        if (current != null) {
            current.broken(this, cause);
        }
        context().close();
    }

    boolean usable() {
        return context != null && context.channel().isActive();
    }

    void write(Object message) {
        context().write(message, context().voidPromise());
    }

    void flush() {
        activeNanos = System.nanoTime();
        context().flush();
    }

    boolean writable() {
        return context().channel().isWritable();
    }

    /** Whether more of the answer is read. */
    void reading(boolean on) {
        context().channel().config().setAutoRead(on);
    }

    /** The exchange has all that it wanted; the connection may serve another. */
    void end(boolean reusable) {
        attempts = null;
        if (reusable && usable()) {
            backends.release(this);
        } else {
            close();
        }
    }

    void close() {
        attempts = null;
        context().close();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        Attempts current = attempts;
        heard = true;
        activeNanos = System.nanoTime();
        if (current == null || !(message instanceof HttpObject part)) {
            ReferenceCountUtil.release(message);
            // Nobody asked for it: what comes next could be taken for an answer to somebody else.
            reading.close();
            return;
        }
        if (part.decoderResult().isFailure()) {
            ReferenceCountUtil.release(message);
            current.broken(this, part.decoderResult().cause());
            return;
        }
        if (message instanceof HttpResponse head) {
            current.answer(this, head);
        }
        if (message instanceof HttpContent content) {
            current.answerPart(this, content);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext reading) {
        Attempts current = attempts;
        if (current != null) {
            current.flushAnswer();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        Attempts current = attempts;
        if (current != null) {
            current.serverWritable(changed.channel().isWritable());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        Attempts current = attempts;
        attempts = null;
        backends.closed(this);
        if (current != null) {
            current.broken(this, new IOException("the server closed the connection"));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
        Attempts current = attempts;
        attempts = null;
        if (current != null) {
            current.broken(this, cause);
        }
        caught.close();
    }

    private ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("The connection is not there yet.");
        }
        return context;
    }
}
