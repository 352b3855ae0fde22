package io.berth.core.dispatch.flow;

import io.berth.core.dispatch.precedence.PrecedenceSpec;
import io.berth.core.time.Nanos;

/**
 * What a request may meet beside its server, as data.
 *
 * @param features how many results of stages the feature cache holds
 * @param singleFlight whether equal stages under way are done once, and the others wait for that one
 * @param retries how often a request may be sent again after a server failed it
 * @param timeoutNanos how long after its arrival nobody waits for its answer any more; {@code Nanos.NEVER} for ever
 * @param lateEnds whether nobody waits for it after its deadline either
 * @param precedence what requests wait for before they come here
 */
public record FlowSpec(
        FeatureLimits features,
        boolean singleFlight,
        int retries,
        long timeoutNanos,
        boolean lateEnds,
        PrecedenceSpec precedence) {
    /** No cache, nothing shared, one retry, all the time in the world. */
    public static final FlowSpec PLAIN = new FlowSpec(0, false, 1, Nanos.NEVER);

    public FlowSpec {
        if (retries < 0 || timeoutNanos < 1) {
            throw new IllegalArgumentException("The flow needs retries (" + retries + ") of 0 or more, and a timeout ("
                    + timeoutNanos + " ns) above 0.");
        }
    }

    /** One whose requests wait for those alone that they name. */
    public FlowSpec(int featureEntries, boolean singleFlight, int retries, long timeoutNanos, boolean lateEnds) {
        this(FeatureLimits.of(featureEntries), singleFlight, retries, timeoutNanos, lateEnds, PrecedenceSpec.ENDLESS);
    }

    /** One whose requests are answered after their deadlines, too. */
    public FlowSpec(int featureEntries, boolean singleFlight, int retries, long timeoutNanos) {
        this(featureEntries, singleFlight, retries, timeoutNanos, false);
    }

    /** The same with a feature cache of {@code entries}. */
    public FlowSpec withFeatures(int entries) {
        return with(FeatureLimits.of(entries));
    }

    /** The same with another feature cache. */
    public FlowSpec with(FeatureLimits other) {
        return new FlowSpec(other, singleFlight, retries, timeoutNanos, lateEnds, precedence);
    }

    /** The same with other {@code precedence}. */
    public FlowSpec with(PrecedenceSpec other) {
        return new FlowSpec(features, singleFlight, retries, timeoutNanos, lateEnds, other);
    }

    /** The same whose requests may be sent again so often, and take so long. */
    public FlowSpec allowing(int otherRetries, long otherNanos) {
        return new FlowSpec(features, singleFlight, otherRetries, otherNanos, lateEnds, precedence);
    }
}
