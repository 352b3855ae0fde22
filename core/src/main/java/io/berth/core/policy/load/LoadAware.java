package io.berth.core.policy.load;

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

    private static final List<String> PLACEMENTS = List.of(LEAST_LOAD, KOORDINATOR, VOLCANO);

    private LoadAware() {}

    /** True where {@code strategy} does. */
    public static boolean is(StrategySpec strategy) {
        return strategy.policy(PolicyKind.FILTER).name().equals(Overload.NAME)
                || strategy.place().policies().stream().map(PolicySpec::name).anyMatch(PLACEMENTS::contains);
    }
}
