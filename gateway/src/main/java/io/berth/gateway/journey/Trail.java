package io.berth.gateway.journey;

import io.berth.core.dispatch.flow.Arrival;
import io.berth.gateway.prompt.BodyScan;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** Where a request is noted down on its way; of its event loop. Each call costs nothing where nobody listens. */
public interface Trail {
    /** Nobody listens. */
    Trail NONE = new Trail() {};

    /** Of a request: which trace it is of (W3C Trace Context). */
    CharSequence TRACE_HEADER = AsciiString.cached("traceparent");

    /** Of an answer, likewise (level 2 of it, a draft). */
    CharSequence TRACE_ANSWER_HEADER = AsciiString.cached("traceresponse");

    /** Of an answer: why its server was chosen. */
    CharSequence WHY_HEADER = AsciiString.cached("x-berth-decision");

    /** Of a request that wants to be told so. */
    CharSequence ASKING_HEADER = AsciiString.cached("x-berth-explain");

    /** Whether anybody listens. */
    default boolean heard() {
        return false;
    }

    /** Whether it is to be compared with all servers why it goes to one. */
    default boolean explains() {
        return false;
    }

    /** What is to be read of its body is: the desk is asked for a server. */
    default void asked(Arrival arrival, @Nullable BodyScan read) {}

    /** Why it goes where it is sent next. */
    default void decided(Decision decision) {}

    /** It goes to {@code server}. */
    default void sent(int server) {}

    /** Its answer begins, with {@code status}. */
    default void began(int status) {}

    /** A piece of the body of its answer came. */
    default void piece() {}

    /** A server has said how many tokens there were; 0 where it has not. */
    default void tokens(long input, long output) {}

    /**
     * It has ended; what ends it first counts.
     *
     * @param reason more of that; empty for nothing
     * @param status what the client is answered with; 0 where that has begun, or is nothing
     */
    default void ended(Journey.End end, String reason, int status) {}

    /** What the server is told of its trace; null for what the client said. */
    default @Nullable String traceForServer() {
        return null;
    }

    /** What the client is told of its trace; null for nothing. */
    default @Nullable String traceForClient() {
        return null;
    }

    /** What the client is told of why; null for nothing. */
    default @Nullable String why() {
        return null;
    }
}
