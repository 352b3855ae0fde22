package io.berth.spec.scenario;

import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.strategy.PolicyNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A small catalog for tests. */
public final class FixedPolicies implements PolicyNames {
    @Override
    public List<String> names(PolicyKind kind) {
        return switch (kind) {
            case ORDER -> List.of("fcfs", "sjf", "las");
            case PLACE -> List.of("best-fit", "fgd", "random");
            case BACKFILL -> List.of("none", "easy", "conservative");
            case PREEMPT -> List.of("none", "by-order");
            case PLAN -> List.of("none", "dual");
            case FILTER -> List.of("fit");
            case GANG -> List.of("one-by-one");
            case DELAY -> List.of("none");
            case DEVICE -> List.of("any", "cheapest");
            case DOMAIN -> List.of("tightest", "kai-pack");
            case SHARE -> List.of("none", "drf");
            case RECLAIM -> List.of("none", "any");
            case RESIZE -> List.of("none", "grow", "by-order", "elastic");
            case BOUND -> List.of("none", "wait", "promised");
            case CONSOLIDATE -> List.of("none", "move");
        };
    }

    @Override
    public List<Parameter> parameters(PolicyKind kind, String name) {
        return switch (name) {
            case "las" ->
                List.of(
                        new Parameter("levels", Parameter.Type.INTEGER, "5", "how many levels"),
                        new Parameter("quantum", Parameter.Type.NUMBER, "1.5", "hours"),
                        new Parameter("label", Parameter.Type.TEXT, "", "a word"));
            case "dual" -> List.of(new Parameter("caps", Parameter.Type.MAP, "", "amounts by name"));
            case "fgd" -> List.of(new Parameter("coverage", Parameter.Type.NUMBER, "95", "per cent"));
            default -> List.of();
        };
    }

    @Override
    public List<String> combinable() {
        return List.of("best-fit", "fgd");
    }

    @Override
    public List<String> presets() {
        return List.of("tiresias");
    }

    @Override
    public @Nullable StrategySpec preset(String name) {
        return "tiresias".equals(name) ? StrategySpec.of("tiresias", "las", "best-fit", "easy") : null;
    }
}
