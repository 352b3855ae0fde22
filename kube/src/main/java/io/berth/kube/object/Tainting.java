package io.berth.kube.object;

import io.berth.core.workload.Taint;
import io.berth.core.workload.Toleration;
import io.berth.kube.wire.Message;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Taints and what puts up with them. What this program does not know keeps tasks away rather than letting them in. */
public final class Tainting {
    private static final Map<String, Taint.Effect> EFFECTS = Map.of(
            "NoSchedule", Taint.Effect.NO_SCHEDULE,
            "PreferNoSchedule", Taint.Effect.PREFER_NO_SCHEDULE,
            "NoExecute", Taint.Effect.NO_EXECUTE);

    private static final String UNKNOWN = "unknown";

    private Tainting() {}

    /** {@code v1 Taint}. */
    static Taint taint(Message message) {
        String key = "";
        String value = "";
        String effect = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> key = message.text();
                case 2 -> value = message.text();
                case 3 -> effect = message.text();
                default -> message.skip();
            }
        }
        return new Taint(key.isBlank() ? UNKNOWN : key, value, EFFECTS.getOrDefault(effect, Taint.Effect.NO_SCHEDULE));
    }

    /** {@code v1 Toleration}; null for one of a kind that this program does not know, which then puts up with nothing. */
    public static @Nullable Toleration toleration(Message message) {
        String key = "";
        String operator = "";
        String value = "";
        String effect = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> key = message.text();
                case 2 -> operator = message.text();
                case 3 -> value = message.text();
                case 4 -> effect = message.text();
                default -> message.skip();
            }
        }
        Taint.Effect of = EFFECTS.get(effect);
        if (of == null && !effect.isEmpty()) {
            return null;
        }
        return switch (operator) {
            case "Exists" -> new Toleration(key, Toleration.ANY, of);
            // No taint has the value that stands for every one.
            case "", "Equal" -> value.equals(Toleration.ANY) ? null : new Toleration(key, value, of);
            default -> null;
        };
    }
}
