package io.berth.gateway.picker;

/**
 * How Envoy was told to send bodies: {@code ProtocolConfiguration}, with the numbers of {@code ProcessingMode.BodySendMode}.
 *
 * @param request how it sends those of requests
 * @param answer how it sends those of answers
 * @param early whether it sends pieces of a streamed body before its headers were answered
 */
record Modes(int request, int answer, boolean early) {
    static final int NONE = 0;
    static final int STREAMED = 1;
    static final int BUFFERED = 2;
    static final int BUFFERED_PARTIAL = 3;
    static final int FULL_DUPLEX = 4;

    /** Those of the Endpoint Picker Protocol, for an Envoy that does not say which it has. */
    static final Modes USUAL = new Modes(FULL_DUPLEX, FULL_DUPLEX, true);

    /** Whether the body of a request comes in one piece, after its headers were answered. */
    boolean buffered() {
        return request == BUFFERED || request == BUFFERED_PARTIAL;
    }

    /** Whether of the body of a request something comes before a server must be named. */
    boolean bodyFirst() {
        return buffered() || request == FULL_DUPLEX || request == STREAMED && early;
    }
}
