package io.berth.core.policy.device;

import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;

/** Whether an order of devices goes by what is learnt of jobs that do not say how fast they are on which. */
public final class Learning {
    /** What can be set of an order of devices. */
    public static final Parameter SPEEDS = new Parameter(
            "speeds",
            Type.TEXT,
            "told",
            "how fast a job is on which devices: told, as it says itself, or learnt, of jobs like it that ended, where it does not");

    private static final String LEARNT = "learnt";

    private Learning() {}

    /**
     * {@code order}, whose {@code parameters} are as they may be.
     *
     * @throws IllegalArgumentException where they are not
     */
    public static DeviceOrder checked(DeviceOrder order, Parameters parameters) {
        String speeds = parameters.text(SPEEDS.name());
        if (!speeds.equals(LEARNT) && !speeds.equals(SPEEDS.fallback())) {
            throw new IllegalArgumentException(
                    "The speeds (" + speeds + ") of an order of devices must be told or learnt.");
        }
        return order;
    }

    /** True where {@code strategy} has an order of devices that goes by what is learnt. */
    public static boolean asked(StrategySpec strategy) {
        for (PolicySpec policy : strategy.policies(PolicyKind.DEVICE)) {
            if (LEARNT.equals(policy.parameters().get(SPEEDS.name()))) {
                return true;
            }
        }
        return false;
    }
}
