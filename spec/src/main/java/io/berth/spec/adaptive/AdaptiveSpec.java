package io.berth.spec.adaptive;

import io.berth.core.strategy.StrategySpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;

/**
 * A strategy that is one of several, which one being chosen again and again while it decides: those that it may be are run ahead from the
 * present state on work as it has come lately.
 *
 * @param name what reports call it
 * @param portfolio what it may be, at least two; the first is in force at the beginning
 * @param objective the figure that counts
 * @param everyNanos how often it is looked
 * @param horizonNanos for how long work is expected to come in a run ahead
 * @param pastNanos how long ago work may have come that more like it is expected of
 * @param seeds runs ahead of each strategy at a look
 * @param hysteresis the part of the objective that a change must gain at least, 0 to 1
 * @param switchCost the part that it costs beyond what runs ahead show, 0 to 1
 * @param looks how many looks on end must agree
 * @param guard by figure: how many times as bad it may become at most
 */
public record AdaptiveSpec(
        String name,
        List<StrategySpec> portfolio,
        String objective,
        long everyNanos,
        long horizonNanos,
        long pastNanos,
        int seeds,
        double hysteresis,
        double switchCost,
        int looks,
        SequencedMap<String, Double> guard) {
    public AdaptiveSpec {
        portfolio = List.copyOf(portfolio);
        guard = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(guard));
        if (portfolio.size() < 2) {
            throw new IllegalArgumentException(
                    "The strategy (" + name + ") must be one of 2 or more, not of " + portfolio.size() + ".");
        }
    }

    /** The same with what {@code change} makes of each of the portfolio. */
    public AdaptiveSpec with(UnaryOperator<StrategySpec> change) {
        return new AdaptiveSpec(
                name,
                portfolio.stream().map(change).toList(),
                objective,
                everyNanos,
                horizonNanos,
                pastNanos,
                seeds,
                hysteresis,
                switchCost,
                looks,
                guard);
    }

    /** What is in force at the beginning, under the name of the whole. */
    public StrategySpec first() {
        return portfolio.getFirst().named(name);
    }

    /** True where {@code strategy} stands for it. */
    public boolean is(StrategySpec strategy) {
        return strategy.equals(first());
    }
}
