package io.berth.learn.environment;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What came of an episode: figures by name, snake case with the unit last, such as {@code bounded_slowdown_mean}.
 *
 * @param values sorted by name
 */
public record Figures(SortedMap<String, Double> values) {
    public Figures {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** One figure. */
    public static Figures of(String name, double value) {
        TreeMap<String, Double> values = new TreeMap<>();
        values.put(name, value);
        return new Figures(values);
    }

    /** The same with one more. */
    public Figures and(String name, double value) {
        TreeMap<String, Double> more = new TreeMap<>(values);
        more.put(name, value);
        return new Figures(more);
    }

    /** @throws IllegalArgumentException where there is none of that name */
    public double get(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("There is no figure (" + name + "), only " + values.keySet() + ".");
        }
        return value;
    }
}
