package io.berth.gateway.journey;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.flow.Outcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request that has ended.
 *
 * @param number at the desk; 0 where it did not come so far
 * @param decision why its last server; null where nobody decided, or it was not asked for
 * @param trace null where requests are not traced
 */
public record Journey(
        long number,
        Asked asked,
        Times times,
        Place place,
        Ended ended,
        @Nullable Decision decision,
        @Nullable TraceContext trace) {
    /** In place of a moment that never came. */
    public static final long NEVER = Long.MIN_VALUE;

    /**
     * What was asked.
     *
     * @param path without what follows a question mark, which may hold secrets
     * @param tenant by number
     */
    public record Asked(String method, String path, int tenant, Want want) {}

    /**
     * What was read of the body, as far as it was looked at.
     *
     * @param model null where it was not read
     * @param maxTokens 0 where none were told
     * @param expectedNanos the work that was expected, at a millisecond a token
     */
    public record Want(@Nullable String model, boolean stream, Prompt prompt, long maxTokens, long expectedNanos) {
        /** Nothing was read. */
        static final Want NOTHING = new Want(null, false, Prompt.NONE, 0, 0);
    }

    /**
     * When.
     *
     * @param arrivedMillis by the wall clock, since 1970
     * @param arrivedNanos by the monotonic clock, as all that follow; they are {@link #NEVER} where that did not happen
     * @param sentNanos to the last server
     * @param firstNanos when the first byte of the body of its answer came
     */
    public record Times(long arrivedMillis, long arrivedNanos, long sentNanos, long firstNanos, long endedNanos) {
        /** From its arrival, in seconds; NaN for {@link #NEVER}. */
        public double since(long nanos) {
            return nanos == NEVER ? Double.NaN : (nanos - arrivedNanos) / 1e9;
        }

        /** From its arrival to its end, in seconds. */
        public double seconds() {
            return since(endedNanos);
        }

        /** How long its last server had it, in seconds; NaN where none had. */
        public double atServer() {
            return sentNanos == NEVER ? Double.NaN : (endedNanos - sentNanos) / 1e9;
        }
    }

    /**
     * The last server.
     *
     * @param server its number; -1 for none
     * @param name empty for none
     * @param attempts how often the request was sent
     */
    public record Place(int server, String name, int attempts) {}

    /**
     * How it ended.
     *
     * @param reason more of that; empty for nothing
     * @param status what the client was answered with; 0 for nothing
     * @param inputTokens as its server said; 0 where it did not
     * @param outputTokens likewise, or the events of its stream
     */
    public record Ended(End end, String reason, int status, long inputTokens, long outputTokens) {}

    /** How a request ended. */
    public enum End {
        /** A server's answer went to the client as a whole, whatever it says. */
        ANSWERED,
        /** The client left. */
        CANCELLED,
        /** It took too long. */
        TIMED_OUT,
        /** It was not let in. */
        REJECTED,
        /** No server answered it, or its answer broke. */
        FAILED,
        /** It was no request that a server could be asked. */
        INVALID;

        /** Of a request that the flow says has ended so. */
        public static End of(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Rejected _ -> REJECTED;
                case Outcome.Failed _ -> FAILED;
                case Outcome.Plain.TIMED_OUT -> TIMED_OUT;
                case Outcome.Plain.CANCELLED -> CANCELLED;
                case Outcome.Plain.ANSWERED -> ANSWERED;
            };
        }

        /** More of that; empty for nothing. */
        public static String reason(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Rejected rejected -> word(rejected.reason());
                case Outcome.Failed failed -> word(failed.reason());
                case Outcome.Plain _ -> "";
            };
        }

        /** As figures and logs have it. */
        public String word() {
            return word(this);
        }

        private static String word(Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
    }
}
