package io.berth.kube.device;

import io.berth.kube.claim.Capacity;
import io.berth.kube.claim.Capacity.Policy;
import io.berth.kube.claim.Capacity.Range;
import io.berth.kube.claim.Device;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How much of a device's capacities a request takes (k8s.io/dynamic-resource-allocation, structured, consumable_capacity.go), in exact numbers. */
final class Consumption {
    private Consumption() {}

    /** By name; null where a device such as {@code device} never gives so much, or has no such capacity. */
    static @Nullable Map<String, BigDecimal> of(Device device, Map<String, BigDecimal> asked) {
        Map<String, Capacity> capacities = device.qualities().capacities();
        if (!capacities.keySet().containsAll(asked.keySet())) {
            return null;
        }
        Map<String, BigDecimal> taken = new TreeMap<>();
        for (Map.Entry<String, Capacity> entry : capacities.entrySet()) {
            Capacity capacity = entry.getValue();
            BigDecimal takes = takes(asked.get(entry.getKey()), capacity);
            // A server may still have what it would not take any more: less than nothing leaves more to others than
            // there is.
            if (takes.signum() < 0 || takes.compareTo(capacity.value()) > 0 || !allowed(takes, capacity.policy())) {
                return null;
            }
            taken.put(entry.getKey(), takes);
        }
        return taken;
    }

    private static BigDecimal takes(@Nullable BigDecimal asked, Capacity capacity) {
        Policy policy = capacity.policy();
        if (asked == null) {
            return policy != null && policy.usual() != null ? policy.usual() : capacity.value();
        }
        if (policy == null) {
            return asked;
        }
        if (policy.range() != null) {
            return roundedUp(asked, policy.range());
        }
        return policy.values().stream()
                .filter(value -> asked.compareTo(value) <= 0)
                .findFirst()
                .orElse(asked);
    }

    private static BigDecimal roundedUp(BigDecimal asked, Range range) {
        if (asked.compareTo(range.min()) < 0) {
            return range.min();
        }
        BigDecimal step = range.step();
        if (step == null || step.signum() <= 0) {
            return asked;
        }
        BigDecimal steps = asked.subtract(range.min()).divide(step, 0, RoundingMode.CEILING);
        return range.min().add(step.multiply(steps));
    }

    private static boolean allowed(BigDecimal takes, @Nullable Policy policy) {
        if (policy == null || policy.usual() != null && takes.compareTo(policy.usual()) == 0) {
            return true;
        }
        Range range = policy.range();
        if (range != null) {
            return (range.max() == null || takes.compareTo(range.max()) <= 0) && inSteps(takes, range);
        }
        return policy.values().isEmpty() || policy.values().stream().anyMatch(value -> value.compareTo(takes) == 0);
    }

    private static boolean inSteps(BigDecimal takes, Range range) {
        BigDecimal step = range.step();
        return step == null
                || step.signum() <= 0
                || takes.subtract(range.min()).remainder(step).signum() == 0;
    }

    /** True where {@code device} still has so much beside what is {@code consumed} of it. */
    static boolean fits(Device device, Map<String, BigDecimal> taken, Map<String, BigDecimal> consumed) {
        for (Map.Entry<String, BigDecimal> takes : taken.entrySet()) {
            BigDecimal before = consumed.get(takes.getKey());
            Capacity there = device.qualities().capacities().get(takes.getKey());
            if (there == null || before != null && before.add(takes.getValue()).compareTo(there.value()) > 0) {
                return false;
            }
        }
        return true;
    }
}
