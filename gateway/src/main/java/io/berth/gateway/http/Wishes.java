package io.berth.gateway.http;

import io.berth.core.time.Nanos;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** What clients say of how a request is to be treated, in its headers. */
final class Wishes {
    /** A whole number; larger is more urgent, 0 by default. */
    static final String PRIORITY = "x-berth-priority";
    /** Milliseconds after which the answer is of no more use. */
    static final String DEADLINE = "x-berth-deadline-ms";

    private Wishes() {}

    /** Why what {@code head} says cannot be read; null where it can. */
    static @Nullable WireError wrong(HttpRequest head) {
        String priority = head.headers().get(PRIORITY);
        if (priority != null && !priority.matches("-?\\d{1,4}")) {
            return Heads.malformed("a header " + PRIORITY + " that is no whole number from -9999 to 9999");
        }
        String deadline = head.headers().get(DEADLINE);
        return deadline == null || deadline.matches("[1-9]\\d{0,9}")
                ? null
                : Heads.malformed("a header " + DEADLINE + " that is no number of milliseconds");
    }

    static int priority(HttpRequest head) {
        String priority = head.headers().get(PRIORITY);
        return priority == null ? 0 : Integer.parseInt(priority);
    }

    /** When its answer is of no more use. */
    static long deadline(HttpRequest head, long nowNanos) {
        String deadline = head.headers().get(DEADLINE);
        return deadline == null ? Nanos.NEVER : nowNanos + Long.parseLong(deadline) * Nanos.MILLISECOND;
    }
}
