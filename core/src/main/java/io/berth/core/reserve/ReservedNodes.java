package io.berth.core.reserve;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Label;
import java.util.List;

/**
 * A set of nodes: those named, and those that have all of some labels.
 *
 * @param names of nodes, each once; one that is not there is reserved when it comes
 * @param labels which a node must have, all of them; none where only names count
 * @param count only so many of those by labels, lowest numbers first; 0 for all
 */
public record ReservedNodes(List<String> names, List<Label> labels, int count) {
    public ReservedNodes {
        names = List.copyOf(names);
        labels = Label.sorted(labels);
        if (names.isEmpty() && labels.isEmpty() && count == 0) {
            throw new IllegalArgumentException("A reservation needs nodes: names, labels or a count.");
        }
        if (count < 0) {
            throw new IllegalArgumentException("The count of nodes (" + count + ") must not be negative.");
        }
    }

    /** True where {@code node} is one of them by its labels, whatever the count; without labels each is, where a count is asked for. */
    boolean labelled(NodeSpec node) {
        return (count > 0 || !labels.isEmpty()) && node.labels().containsAll(labels);
    }
}
