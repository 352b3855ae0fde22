package io.berth.gateway.fake;

import io.berth.core.time.Chance;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often what goes wrong. What becomes of the n-th request is a function of the seed and n, so that all runs with a seed meet the
 * same faults.
 *
 * @param rates the share of requests, 0 to 1, by fault; 0 of those that are not there
 * @param slowNanos how late the first byte of an answer is that starts slowly
 */
public record Faults(Map<Fault, Double> rates, long slowNanos) {
    /** Nothing goes wrong. */
    public static final Faults NONE = new Faults(Map.of(), 0);

    /** @throws IllegalArgumentException where a rate is not from 0 to 1, or the time is below 0 */
    public Faults {
        Map<Fault, Double> sorted = new EnumMap<>(Fault.class);
        sorted.putAll(rates);
        sorted.forEach((fault, rate) -> {
            if (!(rate >= 0 && rate <= 1)) {
                throw new IllegalArgumentException(
                        "The rate (" + rate + ") of " + fault.word() + " must be from 0 to 1.");
            }
        });
        FakeSpec.atLeast("slowNanos", slowNanos, 0);
        rates = sorted;
    }

    /** One fault alone. */
    public static Faults of(Fault fault, double rate) {
        return new Faults(Map.of(fault, rate), 0);
    }

    /** Whether {@code fault} may happen. */
    boolean has(Fault fault) {
        return rates.getOrDefault(fault, 0.0) > 0;
    }

    /** What happens to request {@code count}, but for how its body is read; null for nothing. */
    @Nullable
    Fault draw(long seed, long count) {
        for (Fault fault : rates.keySet()) {
            if (fault != Fault.SLOW_READ && hits(fault, seed, count)) {
                return fault;
            }
        }
        return null;
    }

    /** Whether {@code fault} happens to request {@code count}. */
    boolean hits(Fault fault, long seed, long count) {
        double rate = rates.getOrDefault(fault, 0.0);
        return rate > 0 && Chance.unitAt(seed, fault.word(), 0, count) < rate;
    }
}
