package io.berth.kube.http;

import java.time.Duration;

/**
 * How long what may take.
 *
 * @param connect until both sides agreed on how to speak
 * @param call until a whole answer came: a server that is alive answers in less; one that is slow has done it or not, which is asked for then
 * @param silence without a byte, before a server is asked whether it is there
 * @param ping until it says so
 */
record Limits(Duration connect, Duration call, Duration silence, Duration ping) {
    /** Those of silence and ping are of client-go ({@code ReadIdleTimeout}, {@code PingTimeout}). */
    static final Limits USUAL =
            new Limits(Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofSeconds(30), Duration.ofSeconds(15));
}
