package io.berth.core.workload.topology;

import java.util.LinkedHashMap;
import java.util.List;

/**
 * The levels of topology that a cluster names.
 *
 * @param levels the widest first
 */
public record Levels(List<Level> levels) {
    /** A cluster that names none. */
    public static final Levels NONE = new Levels(List.of());

    /**
     * A level.
     *
     * @param name what jobs may call it beside its key
     * @param key the label whose values are its domains, as {@link io.berth.core.workload.Label#value} reads it
     */
    public record Level(String name, String key) {}

    /** @throws IllegalArgumentException where two levels have one name or one key */
    public Levels {
        levels = List.copyOf(levels);
        LinkedHashMap<String, Level> known = new LinkedHashMap<>();
        for (Level level : levels) {
            Level other = known.putIfAbsent(level.name, level);
            Level same = known.putIfAbsent(level.key, level);
            if (other != null || same != null && !same.equals(level)) {
                throw new IllegalArgumentException(
                        "Two levels of the topology are called (" + (other == null ? level.key : level.name) + ").");
            }
        }
    }

    /** The keys, that of the widest level first. */
    public List<String> keys() {
        return levels.stream().map(Level::key).toList();
    }

    /** The key of the level that {@code text} names or is the key of; {@code text} where there is none. */
    public String key(String text) {
        return levels.stream()
                .filter(level -> level.name.equals(text))
                .map(Level::key)
                .findFirst()
                .orElse(text);
    }

    /** {@code reach} in this cluster; one that names levels itself as it is. */
    public Reach over(Reach reach) {
        if (levels.isEmpty() || !reach.levels().isEmpty()) {
            return reach;
        }
        Division division = reach.division();
        return reach.over(keys())
                .divided(new Division(
                        division.slice(), key(division.sliceKey()), division.tolerance(), key(division.evenKey())));
    }
}
