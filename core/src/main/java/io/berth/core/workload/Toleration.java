package io.berth.core.workload;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Which taints a task puts up with.
 *
 * @param key the taint's key; empty for all taints
 * @param value the taint's value; {@link #ANY} for whatever it is
 * @param effect the taint's effect; null for whatever it is
 */
public record Toleration(String key, String value, Taint.@Nullable Effect effect) implements Comparable<Toleration> {
    /** Stands for every value. */
    public static final String ANY = "*";

    private static final Comparator<Toleration> ORDER = Comparator.comparing(Toleration::key)
            .thenComparing(Toleration::value)
            .thenComparing(Toleration::effect, Comparator.nullsFirst(Comparator.naturalOrder()));

    /** One for taints of every effect. */
    public Toleration(String key, String value) {
        this(key, value, null);
    }

    /** True where {@code taint} is put up with. */
    public boolean covers(Taint taint) {
        return (key.isEmpty() || key.equals(taint.key()))
                && (value.equals(ANY) || value.equals(taint.value()))
                && (effect == null || effect == taint.effect());
    }

    @Override
    public int compareTo(Toleration other) {
        return ORDER.compare(this, other);
    }
}
