package io.berth.testkit.kube.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What pods ask of where others are, by chance. */
final class RandomPeers {
    private static final Map<String, List<String>> LABELS = labelsOfPods();

    /** A label that only {@code matchLabelKeys} and {@code mismatchLabelKeys} name, as they must not name what a selector does. */
    private static final String REVISION = "revision";

    private static final List<String> DOMAINS = List.of("zone", "zone", "rack", "$HOST", "disk");

    /** Of all, and by the labels that {@link RuleTable} gives them; those that hold where there are no labels are cases by hand. */
    private static final List<Map<String, Object>> NAMESPACE_SELECTORS = List.of(
            Map.of(),
            Map.of("matchLabels", Map.of("kind", "other")),
            Map.of("matchLabels", Map.of("kubernetes.io/metadata.name", "default")),
            Map.of(
                    "matchExpressions",
                    List.of(Map.of("key", "kind", "operator", "In", "values", List.of("third", "fourth")))),
            Map.of("matchExpressions", List.of(Map.of("key", "kind", "operator", "Exists"))));

    private final Chance chance;

    RandomPeers(Chance chance) {
        this.chance = chance;
    }

    private static Map<String, List<String>> labelsOfPods() {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        labels.put("app", List.of("web", "cache", "train"));
        labels.put("tier", List.of("front", "back"));
        return labels;
    }

    Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        LABELS.forEach((key, values) -> {
            if (!chance.once(5)) {
                labels.put(key, chance.any(values));
            }
        });
        chance.put(labels, REVISION, List.of("1", "2"), 2);
        return labels;
    }

    /** {@code podAffinity} or {@code podAntiAffinity}. */
    Map<String, Object> terms() {
        Map<String, Object> affinity = new LinkedHashMap<>();
        affinity.put("requiredDuringSchedulingIgnoredDuringExecution", Chance.many(chance.once(4) ? 2 : 1, this::term));
        if (chance.once(5)) {
            affinity.put(
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    List.of(Map.of("weight", 10, "podAffinityTerm", term())));
        }
        return affinity;
    }

    private Map<String, Object> term() {
        Map<String, Object> term = new LinkedHashMap<>();
        term.put("topologyKey", chance.any(DOMAINS));
        if (!chance.once(15)) {
            term.put("labelSelector", selector());
            chance.put(term, chance.once(2) ? "matchLabelKeys" : "mismatchLabelKeys", List.of(List.of(REVISION)), 5);
        }
        chance.put(term, "namespaces", List.of(List.of("other"), List.of("default", "third"), List.of("nowhere")), 5);
        chance.put(term, "namespaceSelector", NAMESPACE_SELECTORS, 4);
        return term;
    }

    /** {@code topologySpreadConstraints}: no two of one label that mean it as seriously. */
    List<Object> spreads() {
        Map<String, Object> spreads = new LinkedHashMap<>();
        for (int i = chance.between(1, 2); i > 0; i--) {
            Map<String, Object> spread = spread();
            spreads.put(spread.get("topologyKey") + " " + spread.get("whenUnsatisfiable"), spread);
        }
        return List.copyOf(spreads.values());
    }

    private Map<String, Object> spread() {
        Map<String, Object> spread = new LinkedHashMap<>();
        boolean strict = !chance.once(6);
        spread.put("maxSkew", chance.between(1, 3));
        spread.put("topologyKey", chance.any(DOMAINS));
        spread.put("whenUnsatisfiable", strict ? "DoNotSchedule" : "ScheduleAnyway");
        if (!chance.once(12)) {
            spread.put("labelSelector", selector());
            chance.put(spread, "matchLabelKeys", List.of(List.of(REVISION)), 4);
        }
        if (strict) {
            chance.put(spread, "minDomains", List.of(1, 2, 3, 4, 8), 3);
        }
        chance.put(spread, "nodeAffinityPolicy", List.of("Honor", "Ignore"), 2);
        chance.put(spread, "nodeTaintsPolicy", List.of("Honor", "Ignore"), 2);
        return spread;
    }

    /** A {@code LabelSelector}; one that is empty means all. */
    private Map<String, Object> selector() {
        Map<String, Object> selector = new LinkedHashMap<>();
        if (chance.once(2)) {
            String key = chance.any(List.copyOf(LABELS.keySet()));
            selector.put("matchLabels", Map.of(key, chance.any(LABELS.get(key))));
        }
        if (chance.once(2)) {
            selector.put("matchExpressions", Chance.many(chance.between(1, 2), this::expression));
        }
        return selector;
    }

    private Map<String, Object> expression() {
        String key = chance.any(List.copyOf(LABELS.keySet()));
        List<String> values = LABELS.get(key);
        return switch (chance.between(0, 4)) {
            case 0 -> Map.of("key", key, "operator", "Exists");
            case 1 -> Map.of("key", key, "operator", "DoesNotExist");
            case 2 -> Map.of("key", key, "operator", "NotIn", "values", List.of(chance.any(values)));
            default -> Map.of("key", key, "operator", "In", "values", new ArrayList<>(values.subList(0, 2)));
        };
    }
}
