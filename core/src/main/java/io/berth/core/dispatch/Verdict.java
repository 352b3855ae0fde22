package io.berth.core.dispatch;

/** What became of a request that was offered. */
public sealed interface Verdict {
    /** It is at {@code server}, where it waits for a slot or takes one. One object per server, so that verdicts cost nothing. */
    record Sent(int server) implements Verdict {}

    /** It waits at the gateway for the first server to have a slot for it. */
    enum Held implements Verdict {
        HELD
    }

    /** It is turned away. */
    record Refused(Refusal reason) implements Verdict {}
}
