package io.berth.core.catalog;

import io.berth.core.model.ModelFile;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a decision is signed with: the name of the strategy that was in force, with what identifies the models and plugins that it goes by. */
public final class StrategyLabel {
    private static final String MODEL = "model";

    private StrategyLabel() {}

    /** The label of {@code strategy}: {@code mine (model 0123456789abcdef)}; a model that the name tells of is not told of twice; {@code mine (plugin spread 1.0)}. */
    public static String of(StrategySpec strategy) {
        StringBuilder label = new StringBuilder(strategy.name());
        add(strategy.order(), label);
        strategy.policies(PolicyKind.PLACE).forEach(place -> add(place, label));
        strategy.plugins()
                .forEach(plugin ->
                        label.append(" (plugin ").append(plugin.named()).append(")"));
        return label.toString();
    }

    /** What is added to the label for a job of a class: {@code (class training)}; nothing where it is of none. */
    public static String ofClass(@Nullable WorkClass of) {
        return of == null ? "" : " (class " + of.name() + ")";
    }

    private static void add(PolicySpec policy, StringBuilder label) {
        for (Map.Entry<String, String> parameter : policy.parameters().entrySet()) {
            boolean model =
                    parameter.getKey().equals(MODEL) || parameter.getKey().endsWith("_" + MODEL);
            if (model && parameter.getValue().startsWith(ModelFile.MAGIC)) {
                String id = ModelFile.id(parameter.getValue());
                label.append(label.indexOf(id) >= 0 ? "" : " (" + MODEL + " " + id + ")");
            }
        }
    }
}
