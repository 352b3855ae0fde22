package io.berth.core.dispatch.precedence;

import io.berth.core.time.Nanos;

/**
 * What requests wait for before they go anywhere, as data.
 *
 * @param ordered whether those of one session go one after another
 * @param waiting how many wait at most, of all
 * @param results of how many that have ended, for each tenant, it is known how; the eldest are forgotten
 * @param resultNanos for how long
 * @param unknownNanos how long one waits for another that has not come
 * @param waitNanos how long one waits at all
 */
public record PrecedenceSpec(
        boolean ordered, int waiting, int results, long resultNanos, long unknownNanos, long waitNanos) {
    /** Nobody waits but for those that were named, as long as it takes; nothing that is known is forgotten. */
    public static final PrecedenceSpec ENDLESS =
            new PrecedenceSpec(false, Integer.MAX_VALUE, Integer.MAX_VALUE, Nanos.NEVER, Nanos.NEVER, Nanos.NEVER);

    public PrecedenceSpec {
        if (waiting < 0 || results < 0 || resultNanos < 1 || unknownNanos < 0 || waitNanos < 1) {
            throw new IllegalArgumentException("Precedence needs requests that wait (" + waiting + ") and results ("
                    + results + ") of 0 or more, results that are known for a while (" + resultNanos
                    + " ns), and waits (" + unknownNanos + " ns, " + waitNanos + " ns) that are not below 0.");
        }
    }

    /** The same where requests of one session go one after another, or do not. */
    public PrecedenceSpec ordered(boolean now) {
        return new PrecedenceSpec(now, waiting, results, resultNanos, unknownNanos, waitNanos);
    }
}
