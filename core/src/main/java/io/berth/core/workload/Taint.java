package io.berth.core.workload;

/** Keeps tasks away from a node that do not put up with it, such as {@code reserved: vision}; what runs there goes on. */
public record Taint(String key, String value) implements Comparable<Taint> {
    public Taint {
        if (key.isBlank()) {
            throw new IllegalArgumentException("A taint needs a key.");
        }
    }

    @Override
    public int compareTo(Taint other) {
        int byKey = key.compareTo(other.key);
        return byKey != 0 ? byKey : value.compareTo(other.value);
    }
}
