package io.berth.core.workload;

/**
 * Which taints a task puts up with.
 *
 * @param key the taint's key; empty for all taints
 * @param value the taint's value; {@link #ANY} for whatever it is
 */
public record Toleration(String key, String value) implements Comparable<Toleration> {
    /** Stands for every value. */
    public static final String ANY = "*";

    /** True where {@code taint} is put up with. */
    public boolean covers(Taint taint) {
        return (key.isEmpty() || key.equals(taint.key())) && (value.equals(ANY) || value.equals(taint.value()));
    }

    @Override
    public int compareTo(Toleration other) {
        int byKey = key.compareTo(other.key);
        return byKey != 0 ? byKey : value.compareTo(other.value);
    }
}
