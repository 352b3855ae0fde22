package io.berth.kube.rehearsal;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.ssl.SslHandler;
import javax.net.ssl.SSLPeerUnverifiedException;

/** A call that came; it is answered from any thread. */
public final class ServedCall {
    private final Channel stream;
    private final Http2Headers head;
    private final byte[] body;

    ServedCall(Channel stream, Http2Headers head, byte[] body) {
        this.stream = stream;
        this.head = head;
        this.body = body;
    }

    public String method() {
        return head.method().toString();
    }

    /** With its query. */
    public String path() {
        return head.path().toString();
    }

    /** Empty where it has none of that name, which is in lower case. */
    public String header(String name) {
        CharSequence value = head.get(name);
        return value == null ? "" : value.toString();
    }

    public byte[] body() {
        return body;
    }

    /** Where it came from: the number of its connection. */
    public String connection() {
        return stream.parent().id().asShortText();
    }

    /** The name in the certificate of the client; {@code nobody} where it has none. */
    public String who() {
        SslHandler secured = stream.parent().pipeline().get(SslHandler.class);
        try {
            return secured.engine().getSession().getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException e) {
            return "nobody";
        }
    }

    /** Answers. */
    public void reply(int code, String type, byte[] answer) {
        begin(code, type, 0);
        write(answer);
        end();
    }

    /** Answers with the head, and with a body to come. */
    public void begin(int code, String type, long retryAfterSeconds) {
        Http2Headers answer = new DefaultHttp2Headers().status(Integer.toString(code));
        if (!type.isEmpty()) {
            answer.add("content-type", type);
        }
        if (retryAfterSeconds > 0) {
            answer.add("retry-after", Long.toString(retryAfterSeconds));
        }
        stream.writeAndFlush(new DefaultHttp2HeadersFrame(answer));
    }

    /** Some more of the body. */
    public void write(byte[] some) {
        stream.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(some)));
    }

    public void end() {
        stream.writeAndFlush(new DefaultHttp2DataFrame(true));
    }

    /** Ends it as it is; {@code refused} says that nothing was done. */
    public void reset(boolean refused) {
        stream.writeAndFlush(
                new DefaultHttp2ResetFrame(refused ? Http2Error.REFUSED_STREAM : Http2Error.INTERNAL_ERROR));
    }

    /** Closes its connection. */
    public void cut() {
        stream.parent().close();
    }

    /** Runs {@code work} when the client is gone, or wants no more. */
    public void whenGone(Runnable work) {
        stream.closeFuture().addListener(_ -> work.run());
    }
}
