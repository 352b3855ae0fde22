package io.berth.testkit.kube.rule;

import java.util.List;
import java.util.Map;

/**
 * A few nodes, pods that are on them, and pods that wait: each of those is a case, asked for itself, as none is ever bound.
 *
 * @param name tells it from all others
 * @param nodes fields of each: {@code labels}, {@code taints}, {@code unschedulable}, {@code allocatable}
 * @param placed {@code node} is the number of their node, {@code deleting} is true of one that is to go; else as {@code pods}
 * @param pods {@code labels}, {@code namespace}, {@code spec} and {@code status} are theirs
 * @param differs why Berth says otherwise, and means to; empty where it must say the same
 */
record RuleWorld(String name, List<Fields> nodes, List<Fields> placed, List<Fields> pods, String differs) {
    /** As JSON has them. */
    record Fields(Map<String, Object> values) {
        @SuppressWarnings("unchecked")
        Map<String, Object> map(String key) {
            return (Map<String, Object>) values.getOrDefault(key, Map.of());
        }

        /** What {@code key} says; {@code absent} where it says nothing. */
        String text(String key, String absent) {
            return String.valueOf(values.getOrDefault(key, absent));
        }
    }
}
