package io.berth.core.workload;

import java.util.List;

/**
 * Which nodes will do for a task, by what is said of them.
 *
 * @param labels what a node must be labelled with, all of it, sorted
 * @param tolerations which taints of nodes the task puts up with
 */
public record NodeTerms(List<Label> labels, List<Toleration> tolerations) {
    /** Any node that has no taint. */
    public static final NodeTerms ANY = new NodeTerms(List.of(), List.of());

    public NodeTerms {
        labels = labels.isEmpty() ? List.of() : Label.sorted(labels);
        tolerations = tolerations.isEmpty()
                ? List.of()
                : tolerations.stream().distinct().sorted().toList();
    }

    /** True where a node of {@code theirs} has all the labels that are asked for. */
    public boolean matches(List<Label> theirs) {
        return theirs.containsAll(labels);
    }

    /** True where the task puts up with all of {@code taints}. */
    public boolean tolerates(List<Taint> taints) {
        for (Taint taint : taints) {
            if (tolerations.stream().noneMatch(toleration -> toleration.covers(taint))) {
                return false;
            }
        }
        return true;
    }
}
