package io.berth.core.workload;

import java.util.Comparator;

/**
 * Keeps tasks away from a node that do not put up with it, such as {@code reserved: vision}; what runs there goes on.
 *
 * @param effect how it does so
 */
public record Taint(String key, String value, Effect effect) implements Comparable<Taint> {
    private static final Comparator<Taint> ORDER =
            Comparator.comparing(Taint::key).thenComparing(Taint::value).thenComparing(Taint::effect);

    /** What a taint does, in the words of Kubernetes. Their places are a part of the journal's format. */
    public enum Effect {
        /** No new task comes that does not put up with it. */
        NO_SCHEDULE,
        /** Others are better for tasks that do not put up with it. */
        PREFER_NO_SCHEDULE,
        /** As {@link #NO_SCHEDULE}; and somebody else ends what runs there. */
        NO_EXECUTE
    }

    public Taint {
        if (key.isBlank()) {
            throw new IllegalArgumentException("A taint needs a key.");
        }
    }

    /** One that keeps new tasks away. */
    public Taint(String key, String value) {
        this(key, value, Effect.NO_SCHEDULE);
    }

    /** True where tasks that do not put up with it may not come. */
    public boolean refuses() {
        return effect != Effect.PREFER_NO_SCHEDULE;
    }

    @Override
    public int compareTo(Taint other) {
        return ORDER.compare(this, other);
    }
}
