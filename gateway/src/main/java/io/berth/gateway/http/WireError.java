package io.berth.gateway.http;

import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.flow.Failure;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.time.Nanos;
import io.berth.gateway.setting.Limits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Why there is no answer, in the words of OpenAI's API.
 *
 * @param type such as {@code invalid_request_error}
 * @param code such as {@code model_not_found}
 * @param againNanos after which it is worth another try; 0 for nothing to say
 */
public record WireError(HttpResponseStatus status, String type, String code, String message, long againNanos) {
    private static final String INVALID = "invalid_request_error";
    private static final CharSequence RETRY_AFTER_MS = "retry-after-ms";
    private static final String OVERLOADED = "server_is_overloaded";
    private static final HttpResponseStatus CLIENT_CLOSED = HttpResponseStatus.valueOf(499, "Client Closed Request");

    static WireError invalid(HttpResponseStatus status, String code, String message) {
        return new WireError(status, INVALID, code, message, 0);
    }

    /** No server has the model {@code name}. */
    public static WireError unknownModel(String name) {
        return invalid(HttpResponseStatus.NOT_FOUND, "model_not_found", "no server has the model \"" + name + "\"");
    }

    /** The body of a request is larger than it may be. */
    public static WireError tooLarge(Limits limits) {
        return invalid(
                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                "body_too_large",
                "the body is larger than " + limits.bodyBytes() + " bytes");
    }

    /** Of a request that ended so, and was not answered. */
    public static WireError of(Outcome outcome, long againNanos) {
        return switch (outcome) {
            case Outcome.Rejected rejected -> refused(rejected.reason(), againNanos);
            case Outcome.Failed(Failure failure)
            when failure == Failure.EVICTED ->
                new WireError(
                        HttpResponseStatus.SERVICE_UNAVAILABLE,
                        "server_error",
                        OVERLOADED,
                        failure.sentence(),
                        againNanos);
            case Outcome.Failed failed ->
                new WireError(
                        HttpResponseStatus.BAD_GATEWAY,
                        "server_error",
                        "upstream_failed",
                        failed.reason().sentence(),
                        againNanos);
            case Outcome.Plain.TIMED_OUT ->
                new WireError(
                        HttpResponseStatus.GATEWAY_TIMEOUT,
                        "server_error",
                        "timeout",
                        "it was not answered in time",
                        0);
            case Outcome.Plain.ANSWERED, Outcome.Plain.CANCELLED ->
                new WireError(CLIENT_CLOSED, INVALID, "cancelled", "the client left", 0);
        };
    }

    private static WireError refused(Refusal reason, long againNanos) {
        return switch (reason) {
            case TOO_LARGE ->
                new WireError(HttpResponseStatus.NOT_FOUND, INVALID, "model_not_found", reason.sentence(), 0);
            case PREDECESSOR_FAILED, PREDECESSOR_UNKNOWN ->
                invalid(HttpResponseStatus.FAILED_DEPENDENCY, code(reason), reason.sentence());
            case PREDECESSOR_CIRCLE -> invalid(HttpResponseStatus.BAD_REQUEST, code(reason), reason.sentence());
            case PREDECESSOR_LATE ->
                new WireError(HttpResponseStatus.GATEWAY_TIMEOUT, "server_error", code(reason), reason.sentence(), 0);
            case NO_SERVER ->
                new WireError(
                        HttpResponseStatus.SERVICE_UNAVAILABLE,
                        "server_error",
                        OVERLOADED,
                        reason.sentence(),
                        againNanos);
            case QUEUE_FULL, DEADLINE, TENANT_RATE, CONCURRENCY ->
                new WireError(
                        HttpResponseStatus.TOO_MANY_REQUESTS,
                        "rate_limit_error",
                        "rate_limit_exceeded",
                        reason.sentence(),
                        againNanos);
        };
    }

    private static String code(Refusal reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    FullHttpResponse response() {
        ByteBuf body = Unpooled.copiedBuffer(json(), StandardCharsets.UTF_8);
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        mark(response.headers());
        return response;
    }

    /** Says in the headers of an answer after how long it is worth another try. */
    public void mark(HttpHeaders headers) {
        if (againNanos > 0) {
            // RFC 9110 has whole seconds; OpenAI's clients read milliseconds first.
            headers.set(HttpHeaderNames.RETRY_AFTER, roundedUp(againNanos, Nanos.SECOND));
            headers.set(RETRY_AFTER_MS, roundedUp(againNanos, Nanos.MILLISECOND));
        }
    }

    private static long roundedUp(long nanos, long unit) {
        return (nanos + unit - 1) / unit;
    }

    /** In a stream of events, whose status has been sent. */
    ByteBuf event() {
        return Unpooled.copiedBuffer("data: " + json() + "\n\n", StandardCharsets.UTF_8);
    }

    /** The document that the body of an answer is. */
    public String json() {
        return "{\"error\":{\"message\":" + quoted(message) + ",\"type\":" + quoted(type) + ",\"param\":null,\"code\":"
                + quoted(code) + "}}";
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
