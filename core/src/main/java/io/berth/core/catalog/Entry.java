package io.berth.core.catalog;

import io.berth.core.policy.Facts;
import io.berth.core.policy.Order;
import io.berth.core.policy.Placer;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.Listed;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicySpec;
import java.util.List;

/**
 * One line of the catalog.
 *
 * @param <P> what the policy decides: {@link Order}, {@link Placer} or {@link Backfill}
 * @param name its name in configuration
 * @param summary what it does, a phrase
 * @param source where it comes from; empty where it is common knowledge
 * @param parameters what can be set, with defaults
 * @param factory makes it
 */
public record Entry<P>(
        String name, String summary, String source, List<Parameter> parameters, Factory<? extends P> factory)
        implements Listed {
    public Entry {
        parameters = List.copyOf(parameters);
    }

    /** Makes a policy for its facts. */
    @FunctionalInterface
    public interface Factory<P> {
        P make(Parameters parameters, Facts facts);
    }

    /** The same line, made by another factory. */
    Entry<P> made(Factory<? extends P> by) {
        return new Entry<>(name, summary, source, parameters, by);
    }

    /**
     * The policy with the parameters of {@code spec}.
     *
     * @throws IllegalArgumentException where a parameter is unknown or its text is not of its type
     */
    P make(PolicySpec spec, Facts facts) {
        return factory.make(new Parameters(name, parameters, spec.parameters()), facts);
    }
}
