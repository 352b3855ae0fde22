package io.berth.gateway.http;

import io.berth.gateway.journey.Journey;
import io.berth.gateway.journey.Trail;
import io.berth.gateway.prompt.AnswerMeter;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import org.jspecify.annotations.Nullable;

/**
 * All who hear of one exchange: its tenant, who pays for it; its trail; and those who wait for an equal answer. What becomes of the exchange
 * is told here once. Of one event loop.
 */
final class Hearers {
    private final Visit visit;
    private final Trail trail;
    /** Where its answer may be another's; null where it may not. */
    private @Nullable Reuse reuse;

    /** From when the answer has begun. */
    private @Nullable AnswerMeter meter;

    private boolean events;
    private int status;

    Hearers(Visit visit, Trail trail) {
        this.visit = visit;
        this.trail = trail;
    }

    Visit visit() {
        return visit;
    }

    Trail trail() {
        return trail;
    }

    /** Its answer may be another's from now on; with null, no more. */
    void reuse(@Nullable Reuse shared) {
        reuse = shared;
    }

    @Nullable
    Reuse reuse() {
        return reuse;
    }

    /** The head of the answer is there. */
    void begins(HttpResponse response) {
        status = response.status().code();
        String type = response.headers().get(HttpHeaderNames.CONTENT_TYPE);
        events = type != null && type.startsWith("text/event-stream");
        if (reuse != null) {
            reuse.begins(response, events);
        }
        meter = new AnswerMeter(events);
        trail.began(status);
    }

    /** Says in the head of an answer what clients are told beside it. */
    void mark(HttpResponse response) {
        Heads.told(response, trail);
        mark(response.headers());
    }

    /** Says in {@code headers} what the tenant has left. */
    void mark(HttpHeaders headers) {
        visit.mark(headers);
    }

    /** {@code piece} of the answer goes by; it stays as it is. */
    void piece(ByteBuf piece) {
        if (meter != null) {
            meter.add(piece);
        }
        if (reuse != null) {
            reuse.add(piece);
        }
        if (piece.isReadable()) {
            trail.piece();
        }
    }

    /** Whether the answer has begun. */
    boolean begun() {
        return meter != null;
    }

    /** Whether the answer is a stream of events. */
    boolean events() {
        return events;
    }

    int status() {
        return status;
    }

    boolean succeeded() {
        return HttpStatusClass.SUCCESS.contains(status);
    }

    /** Tokens of the answer so far; 0 where nothing is known. */
    long tokens() {
        return meter == null ? 0 : meter.tokens();
    }

    /** The answer is whole. */
    void whole() {
        visit.answered(succeeded() ? meter : null);
        reuseEnds(true);
    }

    /**
     * There will be no more of the answer.
     *
     * @param atServer whether a server had begun with it, and its client left
     */
    void cut(boolean atServer) {
        visit.left(succeeded() ? meter : null, atServer);
        reuseEnds(false);
    }

    /** The exchange is over; what is said of that first counts. See {@link Trail#ended}. */
    void over(Journey.End end, String reason, int told) {
        if (meter != null && trail.heard()) {
            trail.tokens(meter.promptTokens(), meter.tokens());
        }
        trail.ended(end, reason, told);
    }

    private void reuseEnds(boolean whole) {
        if (reuse != null) {
            reuse.ends(whole);
        }
    }
}
