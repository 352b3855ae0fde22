package io.berth.gateway.picker;

import io.berth.gateway.prompt.AnswerMeter;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** The answer to a request, as far as Envoy shows it. */
final class Answer {
    /** Envoy says in it how long a server took; where it answered in the place of one, it is not there. */
    static final String UPSTREAM_TIME = "x-envoy-upstream-service-time";

    private static final int SERVER_ERROR = 500;

    private final int status;
    private final boolean events;
    private final boolean byServer;
    private final @Nullable AnswerMeter meter;

    /** @param shown whether its body is */
    Answer(HttpHeaders said, boolean shown) {
        status = said.getInt(":status", 0);
        events = said.get("content-type", "").startsWith("text/event-stream");
        byServer = said.contains(UPSTREAM_TIME);
        meter = shown ? new AnswerMeter(events) : null;
    }

    int status() {
        return status;
    }

    boolean succeeded() {
        return status >= 200 && status < 300;
    }

    boolean failed() {
        return status >= SERVER_ERROR;
    }

    /** Whether a server gave it, and not Envoy in the place of one. */
    boolean byServer() {
        return byServer;
    }

    /** Whether it says something of its server: of a stream that is not shown, it is not known when it ended. */
    boolean teaches() {
        return succeeded() && (meter != null || !events);
    }

    void add(Piece piece) {
        if (meter != null) {
            meter.add(piece.buffer());
        }
    }

    /** Who counts its tokens; null where its body is not shown. */
    @Nullable
    AnswerMeter meter() {
        return meter;
    }

    /** 0 where nothing is known. */
    long tokens() {
        return meter == null ? 0 : meter.tokens();
    }
}
