package io.berth.core.dispatch;

/** What became of a request that was offered. */
public sealed interface Verdict {
    /** It is at {@code server}, where it waits for a slot or takes one. One object per server, so that verdicts cost nothing. */
    record Sent(int server) implements Verdict {}

    /**
     * It waits at the gateway for a server to have a slot for it.
     *
     * @param free one that has a slot now for it or for one that waits longer; {@link Fleet#NONE} for none
     */
    record Held(int free) implements Verdict {
        static final Held UNTIL_LATER = new Held(Fleet.NONE);
    }

    /**
     * It is turned away.
     *
     * @param again when it would be let in
     */
    record Refused(Refusal reason, Again again) implements Verdict {
        /** One of which nobody knows when it would be let in. */
        public Refused(Refusal reason) {
            this(reason, Again.UNKNOWN);
        }
    }
}
