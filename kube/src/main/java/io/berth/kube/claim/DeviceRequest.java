package io.berth.kube.claim;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * Devices that a claim asks for, or one kind of several that will do.
 *
 * @param options the best first; one where there is no choice; none where it asks in a way that this program does not know
 */
public record DeviceRequest(String name, List<Option> options) {
    /**
     * What will do.
     *
     * @param name its own among several; empty where there is no choice
     * @param selectors expressions that all must hold, beside those of the class
     * @param admin true where it looks at devices that others have as well
     * @param capacity how much of each device, by the names that devices give their capacities; empty for what is usual
     */
    public record Option(
            String name,
            String deviceClass,
            List<String> selectors,
            Count count,
            boolean admin,
            List<DeviceToleration> tolerations,
            Map<String, BigDecimal> capacity) {}

    /** How many. */
    public sealed interface Count {
        /** @param number at least 1 */
        record Exactly(long number) implements Count {}

        /** All that there are on the node, and at least one. */
        record All() implements Count {}

        /**
         * In a way that this program does not know.
         *
         * @param way as it stands in the request
         */
        record Unknown(String way) implements Count {}
    }

    /** By which name results call what is allocated for {@code option}. */
    public String resultName(Option option) {
        return option.name().isEmpty() ? name : name + "/" + option.name();
    }
}
