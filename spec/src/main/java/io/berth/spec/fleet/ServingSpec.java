package io.berth.spec.fleet;

import io.berth.core.time.Nanos;

/**
 * What is told of requests whose answers are tokens, and what is asked of them.
 *
 * @param lengthsKnown whether who spreads them is told how long each answer will be; else it is forecast from those before
 * @param firstNanos the longest time to the first token that an answer counts as good with; {@code Nanos.NEVER} for any
 * @param tokenNanos the longest mean time between two tokens likewise
 * @param sample the share of the requests of a trace that is kept, drawn by the seed
 */
public record ServingSpec(boolean lengthsKnown, long firstNanos, long tokenNanos, double sample) {
    /** Told nothing, asked nothing. */
    public static final ServingSpec PLAIN = new ServingSpec(false, Nanos.NEVER, Nanos.NEVER, 1);
}
