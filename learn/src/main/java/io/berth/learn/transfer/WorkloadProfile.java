package io.berth.learn.transfer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * What a workload is like, in a line that fits into the lineage of a model; so workloads are compared without their logs.
 *
 * @param jobs that it was taken from
 * @param quantiles of the natural logarithm of each trait, from the least to the most in tenths
 * @param facts of the whole
 * @param orders natural logarithm of the mean bounded slowdown under well-known orders, on short parts of it
 */
public record WorkloadProfile(
        int jobs,
        SortedMap<Trait, List<Double>> quantiles,
        SortedMap<Fact, Double> facts,
        SortedMap<String, Double> orders) {
    /** The key of a model's lineage. */
    public static final String LINEAGE = "profile";

    /** How many quantiles there are: 0, 0.1, ... 1. */
    static final int QUANTILES = 11;

    private static final String VERSION = "1";
    private static final String ORDER = "order:";

    public WorkloadProfile {
        quantiles = Collections.unmodifiableSortedMap(new TreeMap<>(quantiles));
        facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
        orders = Collections.unmodifiableSortedMap(new TreeMap<>(orders));
    }

    /** The quantiles of {@code trait}. */
    public List<Double> quantiles(Trait trait) {
        return Objects.requireNonNull(quantiles.get(trait), trait.key());
    }

    /** The figure {@code fact}. */
    public double fact(Fact fact) {
        return Objects.requireNonNull(facts.get(fact), fact.key());
    }

    /** The value, not its logarithm, that {@code tenths} of ten jobs do not exceed. */
    public double quantile(Trait trait, int tenths) {
        return StrictMath.exp(quantiles(trait).get(tenths));
    }

    /** All of it in a line. */
    public String text() {
        StringJoiner text = new StringJoiner(" ");
        text.add(VERSION).add("jobs=" + jobs);
        quantiles.forEach((trait, values) -> text.add(trait.key() + "="
                + String.join(",", values.stream().map(WorkloadProfile::number).toList())));
        facts.forEach((fact, value) -> text.add(fact.key() + "=" + number(value)));
        orders.forEach((order, value) -> text.add(ORDER + order + "=" + number(value)));
        return text.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    /**
     * The profile that {@link #text} wrote.
     *
     * @throws IllegalArgumentException where it is none, or lacks a part
     */
    public static WorkloadProfile parse(String text) {
        TreeMap<String, String> parts = new TreeMap<>();
        String[] words = text.split(" ");
        if (!words[0].equals(VERSION)) {
            throw new IllegalArgumentException("The profile is of version " + words[0] + ", not " + VERSION + ".");
        }
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            parts.put(words[i].substring(0, Math.max(0, equals)), words[i].substring(equals + 1));
        }
        TreeMap<Trait, List<Double>> quantiles = new TreeMap<>();
        for (Trait trait : Trait.values()) {
            quantiles.put(trait, numbers(parts, trait.key(), QUANTILES));
        }
        TreeMap<Fact, Double> facts = new TreeMap<>();
        for (Fact fact : Fact.values()) {
            facts.put(fact, numbers(parts, fact.key(), 1).getFirst());
        }
        TreeMap<String, Double> orders = new TreeMap<>();
        for (String key : parts.keySet()) {
            if (key.startsWith(ORDER)) {
                orders.put(key.substring(ORDER.length()), numbers(parts, key, 1).getFirst());
            }
        }
        return new WorkloadProfile(numbers(parts, "jobs", 1).getFirst().intValue(), quantiles, facts, orders);
    }

    private static List<Double> numbers(SortedMap<String, String> parts, String key, int count) {
        List<Double> numbers = new ArrayList<>();
        for (String number : parts.getOrDefault(key, "").split(",")) {
            numbers.add(Double.parseDouble(number));
        }
        if (numbers.size() != count || numbers.stream().anyMatch(number -> !Double.isFinite(number))) {
            throw new IllegalArgumentException("The profile has " + numbers + " as " + key + ".");
        }
        return numbers;
    }
}
