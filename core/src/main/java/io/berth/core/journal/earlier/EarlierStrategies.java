package io.berth.core.journal.earlier;

import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Strategies of format versions 1 and 2. */
public final class EarlierStrategies {
    /** Stands in place of a policy's name: the rule by which several decide. */
    private static final String WEIGHTED = "weighted";

    private static final String LEXICOGRAPHIC = "lexicographic";

    private EarlierStrategies() {}

    public static StrategySpec strategy(ByteSource source) {
        return strategyWithoutPlan(source).with(PolicyKind.PLAN, policy(source));
    }

    /** A strategy as it was before windows were planned. */
    public static StrategySpec strategyWithoutPlan(ByteSource source) {
        return strategyWithoutPreempt(source).with(PolicyKind.PREEMPT, policy(source));
    }

    static StrategySpec strategyWithoutPreempt(ByteSource source) {
        Map<PolicyKind, PartSpec> parts = new EnumMap<>(PolicyKind.class);
        String name = source.text();
        parts.put(PolicyKind.ORDER, policy(source));
        parts.put(PolicyKind.PLACE, place(source));
        parts.put(PolicyKind.BACKFILL, policy(source));
        return new StrategySpec(name, parts);
    }

    private static PartSpec place(ByteSource source) {
        String name = source.text();
        return switch (name) {
            case WEIGHTED -> {
                int count = source.count();
                List<PartSpec.Weighed> parts = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    parts.add(new PartSpec.Weighed(policy(source), Double.longBitsToDouble(source.fixedLong())));
                }
                yield new PartSpec.Weighted(parts);
            }
            case LEXICOGRAPHIC -> {
                int count = source.count();
                List<PolicySpec> policies = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    policies.add(policy(source));
                }
                yield new PartSpec.Lexicographic(policies);
            }
            default -> policy(name, source);
        };
    }

    private static PolicySpec policy(ByteSource source) {
        return policy(source.text(), source);
    }

    private static PolicySpec policy(String name, ByteSource source) {
        int count = source.count();
        TreeMap<String, String> parameters = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            String key = source.text();
            parameters.put(key, source.text());
        }
        return new PolicySpec(name, parameters);
    }
}
