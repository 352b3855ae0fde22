package io.berth.gateway.http;

import io.berth.gateway.journey.Trail;
import io.berth.gateway.setting.Limits;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the headers of messages become on their way: RFC 9110 §7.6, RFC 9112 §6. */
final class Heads {
    private static final List<CharSequence> HOP_BY_HOP = List.of(
            HttpHeaderNames.CONNECTION,
            "keep-alive",
            HttpHeaderNames.PROXY_AUTHENTICATE,
            HttpHeaderNames.PROXY_AUTHORIZATION,
            "proxy-connection",
            HttpHeaderNames.TE,
            HttpHeaderNames.TRAILER,
            HttpHeaderNames.UPGRADE);

    private Heads() {}

    /** Why a request cannot be passed on; null where it can. What two servers could read differently is not. */
    static @Nullable WireError wrong(HttpRequest head, Limits limits) {
        HttpHeaders headers = head.headers();
        boolean coded = headers.contains(HttpHeaderNames.TRANSFER_ENCODING);
        List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (coded && (codings.size() > 1 || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst()))) {
            return malformed("a Transfer-Encoding other than chunked");
        }
        if (coded && headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            return malformed("both a Transfer-Encoding and a Content-Length");
        }
        if (coded && head.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            return malformed("a Transfer-Encoding under HTTP/1.0");
        }
        int hosts = headers.getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1 || hosts == 0 && head.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            return malformed(hosts + " Host headers");
        }
        if (head.method().equals(HttpMethod.CONNECT) || head.method().equals(HttpMethod.TRACE)) {
            return WireError.invalid(
                    HttpResponseStatus.METHOD_NOT_ALLOWED, "method_not_allowed", head.method() + " is not done here");
        }
        if (!head.uri().startsWith("/")) {
            return malformed("a target that is no path");
        }
        if (HttpUtil.getContentLength(head, 0L) > limits.bodyBytes()) {
            return WireError.tooLarge(limits);
        }
        return null;
    }

    /** Leaves out what is between the client and us. */
    static void forServer(HttpRequest head) {
        strip(head);
        head.headers().remove(HttpHeaderNames.EXPECT);
    }

    /** Leaves out what is between the server and us, and says whether the connection of the client goes on. */
    static void forClient(HttpResponse response, HttpRequest asked, boolean keep) {
        strip(response);
        response.setProtocolVersion(HttpVersion.HTTP_1_1);
        boolean old = asked.protocolVersion().equals(HttpVersion.HTTP_1_0);
        if (old) {
            // It ends with the connection.
            response.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
        }
        if (!keep) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (old) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
    }

    /** Says who asks; null for nobody. */
    static void authorize(HttpRequest request, @Nullable String credentials) {
        if (credentials == null) {
            request.headers().remove(HttpHeaderNames.AUTHORIZATION);
        } else {
            request.headers().set(HttpHeaderNames.AUTHORIZATION, credentials);
        }
    }

    /** Says which trace it is of; null for what the client said of it. */
    static void trace(HttpRequest request, @Nullable String parent) {
        if (parent != null) {
            request.headers().set(Trail.TRACE_HEADER, parent);
        }
    }

    /** Says which trace it is of and why its server was chosen, where that is wanted. */
    static void told(HttpResponse response, Trail trail) {
        String trace = trail.traceForClient();
        if (trace != null) {
            response.headers().set(Trail.TRACE_ANSWER_HEADER, trace);
        }
        String why = trail.why();
        if (why != null) {
            response.headers().set(Trail.WHY_HEADER, why);
        }
    }

    /** {@code piece} as the end of a body. */
    static HttpContent last(ByteBuf piece) {
        if (piece.isReadable()) {
            return new DefaultLastHttpContent(piece);
        }
        piece.release();
        return LastHttpContent.EMPTY_LAST_CONTENT;
    }

    private static void strip(HttpMessage message) {
        HttpHeaders headers = message.headers();
        if (headers.contains(HttpHeaderNames.CONNECTION)) {
            for (String value : headers.getAll(HttpHeaderNames.CONNECTION)) {
                for (String name : value.split(",")) {
                    named(headers, name.strip());
                }
            }
        }
        for (CharSequence name : HOP_BY_HOP) {
            headers.remove(name);
        }
    }

    /** A header that Connection names is of this connection, but for those that frame the message. */
    private static void named(HttpHeaders headers, String name) {
        boolean frames = HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)
                || HttpHeaderNames.TRANSFER_ENCODING.contentEqualsIgnoreCase(name)
                || HttpHeaderNames.HOST.contentEqualsIgnoreCase(name);
        if (!frames && !name.isEmpty()) {
            headers.remove(name);
        }
    }

    static WireError malformed(String what) {
        return WireError.invalid(HttpResponseStatus.BAD_REQUEST, "malformed_request", "the request has " + what);
    }
}
