package io.berth.bench.rate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures by their name, which ends with the unit; in the order in which they were put. */
final class Figures {
    private static final double MILLIS_PER_NANO = 1e-6;

    private final Map<String, Object> values = new LinkedHashMap<>();

    Figures put(String name, double value) {
        values.put(name, StrictMath.round(value * 1000) / 1000.0);
        return this;
    }

    Figures put(String name, long value) {
        values.put(name, value);
        return this;
    }

    Figures put(String name, String value) {
        values.put(name, value);
        return this;
    }

    /** The median, the 99th percentile and the largest of {@code nanos}, in milliseconds. */
    Figures putMillis(String name, List<Long> nanos) {
        List<Long> sorted = new ArrayList<>(nanos);
        sorted.sort(null);
        put(name + "_p50_ms", at(sorted, 0.5));
        put(name + "_p99_ms", at(sorted, 0.99));
        return put(name + "_max_ms", at(sorted, 1));
    }

    private static double at(List<Long> sorted, double share) {
        int index = (int) StrictMath.ceil(share * (double) sorted.size()) - 1;
        return (double) sorted.get(Math.max(0, index)) * MILLIS_PER_NANO;
    }

    Map<String, Object> values() {
        return values;
    }

    /** The figure {@code name}, which must be there and a number. */
    double number(String name) {
        if (values.get(name) instanceof Number figure) {
            return figure.doubleValue();
        }
        throw new IllegalArgumentException("There is no figure " + name + ".");
    }

    /** One line. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        values.forEach((name, value) -> parts.add(name + "="
                + (value instanceof Double figure ? String.format(Locale.ROOT, "%.1f", figure) : value.toString())));
        return String.join(" ", parts);
    }
}
