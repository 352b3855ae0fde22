package io.berth.core.pool;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Label;
import java.util.List;

/**
 * Nodes that are granted to queues: jobs of other queues start on none of those that are granted to this pool.
 *
 * @param name by which people speak of it; unique
 * @param queues whose jobs have its nodes, those of the queues below them among them
 * @param names of the nodes that it may have; one that is not there counts when it comes
 * @param labels which a node has that it may have, all of them; where there are neither names nor labels it may have any
 * @param terms how many of them
 */
public record NodePool(String name, List<String> queues, List<String> names, List<Label> labels, PoolTerms terms) {
    public NodePool {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A pool needs a name.");
        }
        if (queues.isEmpty()) {
            throw new IllegalArgumentException("Pool (" + name + ") needs queues whose jobs have its nodes.");
        }
        queues = List.copyOf(queues);
        names = List.copyOf(names);
        labels = Label.sorted(labels);
    }

    /** True where it may have {@code node}. */
    public boolean mayHave(NodeSpec node) {
        boolean any = names.isEmpty() && labels.isEmpty();
        boolean labelled = !labels.isEmpty() && node.labels().containsAll(labels);
        return any || labelled || names.contains(node.name());
    }
}
