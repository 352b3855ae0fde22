package io.berth.gateway.picker;

import org.jspecify.annotations.Nullable;

/** Which part of a request or of its answer a message is of: envoy.service.ext_proc.v3. */
enum Phase {
    REQUEST_HEADERS(2, 1),
    RESPONSE_HEADERS(3, 2),
    REQUEST_BODY(4, 3),
    RESPONSE_BODY(5, 4),
    REQUEST_TRAILERS(6, 5),
    RESPONSE_TRAILERS(7, 6);

    private static final Phase[] ALL = values();

    private final int asked;
    private final int answered;

    Phase(int asked, int answered) {
        this.asked = asked;
        this.answered = answered;
    }

    /** That of a field of ProcessingRequest; null for one that is no phase. */
    static @Nullable Phase of(int field) {
        for (Phase phase : ALL) {
            if (phase.asked == field) {
                return phase;
            }
        }
        return null;
    }

    /** Its field in ProcessingResponse. */
    int answered() {
        return answered;
    }

    /** Whether it is a body. */
    boolean body() {
        return this == REQUEST_BODY || this == RESPONSE_BODY;
    }

    /** Whether it is headers. */
    boolean headers() {
        return this == REQUEST_HEADERS || this == RESPONSE_HEADERS;
    }
}
