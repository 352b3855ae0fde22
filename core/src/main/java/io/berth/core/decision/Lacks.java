package io.berth.core.decision;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * On how many nodes a task does not fit, by why not.
 *
 * @param reasons the nodes of each reason
 * @param resources of the nodes of {@link Reason#EXTENDED_RESOURCE}, those that have too little of each resource, the first that is short
 * @param miss which domain comes nearest to holding all tasks that must be in one; null where it is not for that
 * @param told what is said of a reason in place of its own words
 * @param links of the nodes of {@link Reason#LINKS}, how many have idle devices that are linked alike
 */
public record Lacks(
        SortedMap<Reason, Integer> reasons,
        SortedMap<String, Integer> resources,
        @Nullable DomainMiss miss,
        SortedMap<Reason, String> told,
        SequencedMap<Linked, Integer> links) {
    /** It fits on all nodes, or nobody counted. */
    public static final Lacks NONE = new Lacks(new TreeMap<>(), new TreeMap<>());

    public Lacks {
        reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        told = Collections.unmodifiableSortedMap(new TreeMap<>(told));
        links = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(links));
    }

    /** Of tasks that may be anywhere; all reasons in their own words. */
    public Lacks(SortedMap<Reason, Integer> reasons, SortedMap<String, Integer> resources) {
        this(reasons, resources, null, new TreeMap<>(), new LinkedHashMap<>());
    }

    /** The same, saying {@code text} of {@code reason} in place of its own words. */
    public Lacks telling(Reason reason, String text) {
        TreeMap<Reason, String> more = new TreeMap<>(told);
        more.put(reason, text);
        return new Lacks(reasons, resources, miss, more, links);
    }

    /** {@code reason} in words. */
    public String told(Reason reason) {
        return told.getOrDefault(reason, reason.text());
    }

    /** The same, and the domain that comes nearest. */
    public Lacks missing(@Nullable DomainMiss nearest) {
        return new Lacks(reasons, resources, nearest, told, links);
    }

    /** The same for a job that is as much slower where it could start now as {@code slowedMilli} says of each. */
    public Lacks slowed(ToLongFunction<Linked> slowedMilli) {
        SequencedMap<Linked, Integer> slowed = new LinkedHashMap<>();
        links.forEach((linked, nodes) -> slowed.put(linked.slowed(slowedMilli.applyAsLong(linked)), nodes));
        return new Lacks(reasons, resources, miss, told, slowed);
    }

    /** Without the names of extended resources. */
    public static Lacks of(SortedMap<Reason, Integer> reasons) {
        return new Lacks(reasons, new TreeMap<>());
    }

    /**
     * A reason, or one of the resources of {@link Reason#EXTENDED_RESOURCE}.
     *
     * @param text in words
     * @param resource its name; empty for a reason
     */
    public record Entry(Reason reason, String text, int nodes, String resource) {}

    /** Those of most nodes first; resources by their names, where they are known. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        reasons.forEach((reason, nodes) -> {
            boolean counted = reason == Reason.EXTENDED_RESOURCE && !resources.isEmpty()
                    || reason == Reason.LINKS && !links.isEmpty();
            if (!counted) {
                entries.add(new Entry(reason, told(reason), nodes, ""));
            }
        });
        resources.forEach((resource, nodes) ->
                entries.add(new Entry(Reason.EXTENDED_RESOURCE, "not enough " + resource, nodes, resource)));
        links.forEach((linked, nodes) -> entries.add(new Entry(Reason.LINKS, linked.text(), nodes, "")));
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
