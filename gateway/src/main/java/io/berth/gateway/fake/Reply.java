package io.berth.gateway.fake;

import io.berth.gateway.fake.openai.ApiError;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The way of one answer to its client: whole, or as server-sent events. */
final class Reply {
    static final String JSON = "application/json";
    private static final String REQUEST_ID = "x-request-id";
    private static final int MOST_ID_LETTERS = 128;

    private final ChannelHandlerContext context;
    private final boolean newer;
    /** Whether the connection ends with the answer. */
    private boolean closes;

    private final String id;
    private final long sinceNanos = System.nanoTime();
    private final Runnable over;

    /**
     * @param id what the request is called where it does not say
     * @param over runs when the answer is written
     */
    Reply(ChannelHandlerContext context, HttpRequest request, String id, Runnable over) {
        this.context = context;
        this.over = over;
        newer = request.protocolVersion().isKeepAliveDefault();
        closes = !HttpUtil.isKeepAlive(request);
        String own = request.headers().get(REQUEST_ID);
        this.id = own == null || own.length() > MOST_ID_LETTERS ? id : own;
    }

    /** A document. */
    void json(String body) {
        text(JSON, body);
    }

    void error(ApiError error) {
        whole(error.status(), JSON, error.body(), null, null);
    }

    /** The same with a header more. */
    void error(ApiError error, CharSequence header, String value) {
        whole(error.status(), JSON, error.body(), header, value);
    }

    /** An error after which the connection is of no use. */
    void errorAndClose(ApiError error) {
        HttpResponse response = full(error.status(), JSON, bytes(error.body()));
        HttpUtil.setKeepAlive(response, false);
        context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    /** A text of {@code type}. */
    void text(String type, String body) {
        whole(HttpResponseStatus.OK.code(), type, body, null, null);
    }

    private void whole(int status, String type, String body, @Nullable CharSequence header, @Nullable String value) {
        HttpResponse response = full(status, type, bytes(body));
        if (header != null && value != null) {
            response.headers().set(header, value);
        }
        HttpUtil.setKeepAlive(response, !closes);
        end(response);
    }

    private HttpResponse full(int status, String type, ByteBuf body) {
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), body);
        head(response.headers(), type);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        return response;
    }

    private void head(HttpHeaders headers, String type) {
        headers.set(HttpHeaderNames.CONTENT_TYPE, type);
        headers.set(REQUEST_ID, id);
        headers.set(
                "openai-processing-ms", Long.toString(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos)));
    }

    /** Begins a stream of events. */
    void open() {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head(response.headers(), HttpHeaderValues.TEXT_EVENT_STREAM + "; charset=utf-8");
        response.headers().set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_CACHE);
        HttpUtil.setTransferEncodingChunked(response, newer);
        closes |= !newer;
        HttpUtil.setKeepAlive(response, !closes);
        context.writeAndFlush(response, context.voidPromise());
    }

    /** An event, which goes out at once. */
    void event(String text) {
        context.writeAndFlush(new DefaultHttpContent(bytes(text)), context.voidPromise());
    }

    /** The stream is over. */
    void close() {
        end(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    /** The connection ends in the middle of {@code body}, of which half is sent. */
    void cut(String body) {
        ByteBuf bytes = bytes(body);
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head(response.headers(), JSON);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.readableBytes());
        context.write(response);
        context.writeAndFlush(new DefaultHttpContent(bytes.readSlice(bytes.readableBytes() / 2)));
        cut();
    }

    /** The connection ends here. */
    void cut() {
        context.close();
    }

    /** Whether the client has read most of what was sent. */
    boolean isWritable() {
        return context.channel().isWritable();
    }

    private void end(Object last) {
        if (closes) {
            context.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
        } else {
            context.writeAndFlush(last, context.voidPromise());
        }
        over.run();
    }

    private static ByteBuf bytes(String text) {
        return text.isEmpty() ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
    }
}
