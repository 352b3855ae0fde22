package io.berth.spec.cluster;

import io.berth.core.workload.Taint.Effect;
import io.berth.spec.input.InputException;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Values of taints with the effect behind them, in the words of Kubernetes: {@code vision:NoExecute}. What stands behind a colon and is
 * nothing like an effect is a part of the value.
 *
 * @param usual the effect where none stands there; null for all of them
 */
record EffectText(@Nullable Effect usual) {
    /** Stands for all effects, where that can be meant. */
    private static final String ALL = "*";

    private static final SequencedMap<String, Effect> EFFECTS = effects();

    private static SequencedMap<String, Effect> effects() {
        SequencedMap<String, Effect> effects = new LinkedHashMap<>();
        effects.put("NoSchedule", Effect.NO_SCHEDULE);
        effects.put("PreferNoSchedule", Effect.PREFER_NO_SCHEDULE);
        effects.put("NoExecute", Effect.NO_EXECUTE);
        return effects;
    }

    /** What stands before the effect. */
    String value(Tree tree) {
        String text = PlainText.of(tree);
        return known(behind(text)) ? text.substring(0, text.lastIndexOf(':')) : text;
    }

    /**
     * The effect, or the usual one; null for all of them.
     *
     * @throws InputException where what stands there is nearly one
     */
    @Nullable
    Effect effect(Tree tree) {
        String behind = behind(tree.text());
        if (!known(behind) && like(behind)) {
            throw InputException.at(tree, InputException.unknown("effect", behind, EFFECTS.keySet()));
        }
        return known(behind) ? EFFECTS.get(behind) : usual;
    }

    /** The text that both are read of. */
    String text(String value, @Nullable Effect effect) {
        String behind = behind(value);
        return effect == usual && !known(behind) && !like(behind) ? value : value + ":" + word(effect);
    }

    /** Empty where there is no colon. */
    private static String behind(String text) {
        int colon = text.lastIndexOf(':');
        return colon < 0 ? "" : text.substring(colon + 1);
    }

    private boolean known(String word) {
        return EFFECTS.containsKey(word) || usual == null && word.equals(ALL);
    }

    private static boolean like(String word) {
        return !NearestName.of(word, EFFECTS.keySet()).isEmpty();
    }

    private static String word(@Nullable Effect effect) {
        return EFFECTS.entrySet().stream()
                .filter(entry -> entry.getValue() == effect)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(ALL);
    }
}
