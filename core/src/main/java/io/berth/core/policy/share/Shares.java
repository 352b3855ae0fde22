package io.berth.core.policy.share;

import io.berth.core.queue.FairShare;
import io.berth.core.queue.FairShare.Kind;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.List;

/** How the part {@code share} of a strategy is read. */
public final class Shares {
    /** The name of the one that looks at the past. */
    public static final String USAGE = "usage";

    /** What can be set of it. */
    public static final List<Parameter> PARAMETERS =
            List.of(new Parameter("half-life", Type.NUMBER, "168", "hours after which what was used counts half"));

    private static final double HOUR_NANOS = 3600e9;
    private static final double MOST_HOURS = 1_000_000;

    private Shares() {}

    /**
     * Turns by what was used.
     *
     * @throws IllegalArgumentException where the half-life is none
     */
    public static FairShare usage(Parameters parameters) {
        double hours = parameters.number("half-life");
        if (!(hours > 0 && hours <= MOST_HOURS)) {
            throw new IllegalArgumentException(
                    "The half-life (" + hours + ") of usage must be above 0 and at most " + MOST_HOURS + " hours.");
        }
        return new FairShare(Kind.USAGE, StrictMath.max(1, (long) (hours * HOUR_NANOS)));
    }

    /** That of a strategy in force; the state needs its half-life. */
    public static FairShare of(StrategySpec strategy) {
        PolicySpec part = strategy.policy(PolicyKind.SHARE);
        return switch (part.name()) {
            case USAGE -> usage(new Parameters(USAGE, PARAMETERS, part.parameters()));
            case "drf" -> FairShare.drf();
            default -> FairShare.NONE;
        };
    }
}
