package io.berth.core.decision;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * On how many nodes a task does not fit, by why not.
 *
 * @param reasons the nodes of each reason
 * @param resources of the nodes of {@link Reason#EXTENDED_RESOURCE}, those that have too little of each resource, the first that is short
 * @param told what is said of a reason in place of its own words
 */
public record Lacks(
        SortedMap<Reason, Integer> reasons, SortedMap<String, Integer> resources, SortedMap<Reason, String> told) {
    /** It fits on all nodes, or nobody counted. */
    public static final Lacks NONE = new Lacks(new TreeMap<>(), new TreeMap<>());

    public Lacks {
        reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        told = Collections.unmodifiableSortedMap(new TreeMap<>(told));
    }

    /** All reasons in their own words. */
    public Lacks(SortedMap<Reason, Integer> reasons, SortedMap<String, Integer> resources) {
        this(reasons, resources, new TreeMap<>());
    }

    /** Without the names of extended resources. */
    public static Lacks of(SortedMap<Reason, Integer> reasons) {
        return new Lacks(reasons, new TreeMap<>());
    }

    /**
     * A reason, or one of the resources of {@link Reason#EXTENDED_RESOURCE}.
     *
     * @param text in words
     */
    public record Entry(Reason reason, String text, int nodes) {}

    /** Those of most nodes first; resources by their names, where they are known. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        reasons.forEach((reason, nodes) -> {
            if (reason != Reason.EXTENDED_RESOURCE || resources.isEmpty()) {
                entries.add(new Entry(reason, told.getOrDefault(reason, reason.text()), nodes));
            }
        });
        resources.forEach(
                (resource, nodes) -> entries.add(new Entry(Reason.EXTENDED_RESOURCE, "not enough " + resource, nodes)));
        entries.sort(Comparator.comparingInt(Entry::nodes).reversed());
        return entries;
    }

    /** In words, most frequent first: {@code 12 × not enough idle GPUs, 8 × another GPU model}. */
    public String text() {
        return entries().stream()
                .map(entry -> entry.nodes() + " × " + entry.text())
                .collect(Collectors.joining(", "));
    }
}
