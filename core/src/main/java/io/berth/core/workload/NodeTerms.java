package io.berth.core.workload;

import java.util.List;

/**
 * Which nodes will do for a task, by what is said of them.
 *
 * @param labels what a node must be labelled with, all of it, sorted
 * @param tolerations which taints of nodes the task puts up with
 * @param selector terms of which one at least must hold of a node; empty where none is asked for
 */
public record NodeTerms(List<Label> labels, List<Toleration> tolerations, List<NodeSelectorTerm> selector) {
    /** Any node that has no taint. */
    public static final NodeTerms ANY = new NodeTerms(List.of(), List.of());

    public NodeTerms {
        labels = labels.isEmpty() ? List.of() : Label.sorted(labels);
        tolerations = tolerations.isEmpty()
                ? List.of()
                : tolerations.stream().distinct().sorted().toList();
        selector = List.copyOf(selector);
    }

    /** Terms without a selector. */
    public NodeTerms(List<Label> labels, List<Toleration> tolerations) {
        this(labels, tolerations, List.of());
    }

    /** True where a node of {@code theirs} has all the labels that are asked for, and a term of the selector holds of it. */
    public boolean matches(List<Label> theirs) {
        if (!theirs.containsAll(labels)) {
            return false;
        }
        for (NodeSelectorTerm term : selector) {
            if (term.holds(theirs)) {
                return true;
            }
        }
        return selector.isEmpty();
    }

    /** True where the task puts up with all of {@code taints} that refuse it otherwise. */
    public boolean tolerates(List<Taint> taints) {
        for (Taint taint : taints) {
            if (taint.refuses() && !toleratesOne(taint)) {
                return false;
            }
        }
        return true;
    }

    /** True where the task puts up with {@code taint}. */
    public boolean toleratesOne(Taint taint) {
        return tolerations.stream().anyMatch(toleration -> toleration.covers(taint));
    }
}
