package io.berth.kube.claim;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much a device has of something.
 *
 * @param policy how much of it a claim may take; null where it takes all of it, or just what it asks for
 */
public record Capacity(BigDecimal value, @Nullable Policy policy) {
    /**
     * {@code v1 CapacityRequestPolicy}.
     *
     * @param usual what a claim takes that asks for none; null for all of it
     * @param values what may be taken, ascending; empty where a range says it, or all may
     */
    public record Policy(
            @Nullable BigDecimal usual,
            List<BigDecimal> values,
            @Nullable Range range) {}

    /**
     * What may be taken: at least {@code min}, in steps from there.
     *
     * @param max null for no other limit than what there is
     * @param step null for any
     */
    public record Range(
            BigDecimal min,
            @Nullable BigDecimal max,
            @Nullable BigDecimal step) {}
}
