package io.berth.core.journal;

import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bytes of strategies. */
public final class StrategyCodec {
    static final PolicySpec NO_PREEMPTION = PolicySpec.of(StrategySpec.DEFAULT_PREEMPT);
    static final PolicySpec NO_PLAN = PolicySpec.of(StrategySpec.DEFAULT_PLAN);

    private StrategyCodec() {}

    public static void strategy(StrategySpec spec, ByteSink sink) {
        strategyWithoutPreempt(spec, sink);
        policy(spec.preempt(), sink);
        policy(spec.plan(), sink);
    }

    static void strategyWithoutPreempt(StrategySpec spec, ByteSink sink) {
        sink.text(spec.name());
        policy(spec.order(), sink);
        place(spec.place(), sink);
        policy(spec.backfill(), sink);
    }

    public static StrategySpec strategy(ByteSource source) {
        return strategyWithoutPlan(source).planning(policy(source));
    }

    /** A strategy as it was before windows were planned. */
    public static StrategySpec strategyWithoutPlan(ByteSource source) {
        StrategySpec spec = strategyWithoutPreempt(source);
        return new StrategySpec(spec.name(), spec.order(), spec.place(), spec.backfill(), policy(source));
    }

    static StrategySpec strategyWithoutPreempt(ByteSource source) {
        return new StrategySpec(source.text(), policy(source), place(source), policy(source), NO_PREEMPTION);
    }

    static void policy(PolicySpec spec, ByteSink sink) {
        sink.text(spec.name());
        sink.number(spec.parameters().size());
        for (Map.Entry<String, String> parameter : spec.parameters().entrySet()) {
            sink.text(parameter.getKey());
            sink.text(parameter.getValue());
        }
    }

    /** One policy; or the name of a rule, which no policy has, and the policies that it combines. */
    private static void place(PartSpec place, ByteSink sink) {
        switch (place) {
            case PolicySpec one -> policy(one, sink);
            case PartSpec.Weighted weighted -> {
                sink.text(PartSpec.Weighted.NAME);
                sink.number(weighted.parts().size());
                for (PartSpec.Weighed part : weighted.parts()) {
                    policy(part.policy(), sink);
                    sink.fixedLong(Double.doubleToLongBits(part.weight()));
                }
            }
            case PartSpec.Lexicographic ordered -> {
                sink.text(PartSpec.Lexicographic.NAME);
                sink.number(ordered.policies().size());
                ordered.policies().forEach(policy -> policy(policy, sink));
            }
        }
    }

    private static PartSpec place(ByteSource source) {
        String name = source.text();
        return switch (name) {
            case PartSpec.Weighted.NAME -> {
                int count = source.count();
                List<PartSpec.Weighed> parts = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    parts.add(new PartSpec.Weighed(policy(source), Double.longBitsToDouble(source.fixedLong())));
                }
                yield new PartSpec.Weighted(parts);
            }
            case PartSpec.Lexicographic.NAME -> {
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
