package io.berth.sim.replay;

/**
 * A request as a gateway recorded it. Times are of one clock.
 *
 * @param sentNanos to its last server; {@link #NEVER} where it was sent to none
 * @param endNanos when its answer was there, or it ended otherwise
 * @param server the name of its last server; empty for none
 * @param outcome how it ended, as records have it
 */
record Recorded(
        long atNanos, long sentNanos, long endNanos, String server, String outcome, Lengths lengths, int tenant) {
    static final long NEVER = -1;

    /**
     * In tokens.
     *
     * @param read those of the prompt
     * @param made those of the answer; those that were expected where it did not come
     * @param expected when it came
     */
    record Lengths(double read, double made, double expected) {}

    /** Whether a server answered it to the end. */
    boolean answered() {
        return outcome.equals("answered") && sentNanos != NEVER;
    }

    boolean rejected() {
        return outcome.equals("rejected");
    }

    /** How long its server had it. */
    double serviceNanos() {
        return (double) (endNanos - sentNanos);
    }
}
