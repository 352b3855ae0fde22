package io.berth.core.policy.load;

import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.List;

/** Which strategies look at what nodes do: under others nobody need measure that. */
public final class LoadAware {
    /** Names in the catalog. */
    public static final String LEAST_LOAD = "least-load";

    public static final String KOORDINATOR = "koordinator-load-aware";
    public static final String VOLCANO = "volcano-usage";

    private static final String LEARNT = "learnt";
    private static final String FACTOR = "factor";

    /** By what tasks are estimated that no measurement shows. */
    static final Parameter ESTIMATES = new Parameter(
            "estimates",
            Type.TEXT,
            LEARNT,
            "of tasks not yet measured: learnt from tasks like them, or by factor of what they ask for");

    private static final List<String> PLACEMENTS = List.of(LEAST_LOAD, KOORDINATOR, VOLCANO);

    private LoadAware() {}

    /**
     * What goes before factors.
     *
     * @param learnt where uses that were learnt count
     * @throws IllegalArgumentException where the parameter says neither
     */
    static Counting counting(Parameters parameters, Counting learnt) {
        String by = parameters.text(ESTIMATES.name());
        if (!by.equals(LEARNT) && !by.equals(FACTOR)) {
            throw new IllegalArgumentException("The parameter (estimates) must be learnt or factor, not (" + by + ").");
        }
        return by.equals(LEARNT) ? learnt : Counting.FACTORS;
    }

    /** True where {@code strategy} does. */
    public static boolean is(StrategySpec strategy) {
        return strategy.policy(PolicyKind.FILTER).name().equals(Overload.NAME)
                || strategy.place().policies().stream().map(PolicySpec::name).anyMatch(PLACEMENTS::contains);
    }
}
