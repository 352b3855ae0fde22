package io.berth.gateway.http.frame;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.util.ReferenceCountUtil;

/**
 * What HTTP/2 wants of one request and of its answer (RFC 9113, 8.1 and 8.3.1), and what turns its frames into HTTP/1.1 does not look at: a
 * request says method, scheme and path, an answer to {@code HEAD} has no body.
 */
public final class StreamRules extends ChannelDuplexHandler {
    private boolean begun;
    private boolean headOnly;
    private boolean answered;

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        if (!begun && message instanceof Http2HeadersFrame frame) {
            begun = true;
            Http2Headers head = frame.headers();
            if (head.method() == null || head.scheme() == null || head.path() == null) {
                ReferenceCountUtil.release(message);
                reading.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.PROTOCOL_ERROR));
                reading.close();
                return;
            }
            headOnly = HttpMethod.HEAD.asciiName().contentEquals(head.method());
        }
        reading.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext writing, Object message, ChannelPromise done) {
        if (!headOnly) {
            writing.write(message, done);
        } else if (message instanceof Http2HeadersFrame frame && !answered) {
            answered = !interim(frame.headers());
            writing.write(new DefaultHttp2HeadersFrame(frame.headers(), answered), done);
        } else if (message instanceof Http2DataFrame || message instanceof Http2HeadersFrame) {
            ReferenceCountUtil.release(message);
            done.setSuccess();
        } else {
            writing.write(message, done);
        }
    }

    private static boolean interim(Http2Headers head) {
        return HttpStatusClass.valueOf(head.status()) == HttpStatusClass.INFORMATIONAL;
    }
}
