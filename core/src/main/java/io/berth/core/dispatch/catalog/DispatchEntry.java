package io.berth.core.dispatch.catalog;

import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.QueueOrder;
import io.berth.core.strategy.Listed;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicySpec;
import java.util.List;
import java.util.function.Function;

/**
 * One line of the catalog of requests.
 *
 * @param <P> what the policy is: {@link Balancer}, {@link QueueOrder} or {@link Admission}
 * @param factory makes it; a new one for each event loop
 */
public record DispatchEntry<P>(
        String name,
        String summary,
        String source,
        List<Parameter> parameters,
        Function<Parameters, ? extends P> factory)
        implements Listed {
    public DispatchEntry {
        parameters = List.copyOf(parameters);
    }

    /**
     * The policy with the parameters of {@code spec}.
     *
     * @throws IllegalArgumentException where a parameter is unknown or its value is not one it may have
     */
    P make(PolicySpec spec) {
        return factory.apply(new Parameters(name, parameters, spec.parameters()));
    }
}
