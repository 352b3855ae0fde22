package io.berth.spec.fleet;

import io.berth.core.time.Nanos;

/**
 * What is told of requests whose answers are tokens, and what is asked of them.
 *
 * @param lengthsKnown whether who spreads them is told how long each answer will be; else it is forecast from those before
 * @param firstNanos the longest time to the first token that an answer counts as good with; {@code Nanos.NEVER} for any
 * @param tokenNanos the longest mean time between two tokens likewise
 * @param sample the share of the requests of a trace that is kept, drawn by the seed
 * @param copies how many requests come in place of each of a trace, at times that are drawn; 0 where they come as recorded
 */
public record ServingSpec(boolean lengthsKnown, long firstNanos, long tokenNanos, double sample, int copies) {
    /** Told nothing, asked nothing. */
    public static final ServingSpec PLAIN = new ServingSpec(false, Nanos.NEVER, Nanos.NEVER, 1);

    /** One of requests that come as recorded. */
    public ServingSpec(boolean lengthsKnown, long firstNanos, long tokenNanos, double sample) {
        this(lengthsKnown, firstNanos, tokenNanos, sample, 0);
    }
}
