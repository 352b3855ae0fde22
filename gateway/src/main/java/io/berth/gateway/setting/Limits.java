package io.berth.gateway.setting;

import io.berth.core.time.Nanos;

/**
 * What clients may ask at most.
 *
 * @param bodyBytes of one request
 * @param headerBytes all headers of a request
 * @param bufferedBytes what is kept of a body before a server was chosen, and to send it again
 * @param promptBytes of a prompt that are hashed
 * @param headerNanos until the headers of a request are there
 * @param idleNanos between two pieces of a body, and until a client takes what it was sent
 * @param requestNanos until a request is answered
 */
public record Limits(
        long bodyBytes,
        int headerBytes,
        int bufferedBytes,
        int promptBytes,
        long headerNanos,
        long idleNanos,
        long requestNanos) {
    /** As they are where nobody says otherwise. */
    public static final Limits USUAL = new Limits(
            64L << 20, 64 << 10, 2 << 20, 128 << 10, 10 * Nanos.SECOND, 60 * Nanos.SECOND, 3_600 * Nanos.SECOND);
}
