package io.berth.kube.claim;

import org.jspecify.annotations.Nullable;

/**
 * Which taints of devices a request puts up with, as it says it.
 *
 * @param key empty for all taints
 * @param operator {@code Exists}, {@code Equal}; empty for the latter
 * @param effect empty for all effects
 * @param seconds for how long, where the effect is {@code NoExecute}; null for ever
 */
public record DeviceToleration(
        String key,
        String operator,
        String value,
        String effect,
        @Nullable Long seconds) {
    /** As in k8s.io/dynamic-resource-allocation, resourceclaim.ToleratesTaint. */
    public boolean tolerates(DeviceTaint taint) {
        if (!effect.isEmpty() && !effect.equals(name(taint.effect()))) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return switch (operator) {
            case "", "Equal" -> value.equals(taint.value());
            case "Exists" -> true;
            default -> false;
        };
    }

    private static String name(DeviceTaint.Effect effect) {
        return switch (effect) {
            case NONE -> "None";
            case NO_SCHEDULE -> "NoSchedule";
            case NO_EXECUTE -> "NoExecute";
        };
    }
}
