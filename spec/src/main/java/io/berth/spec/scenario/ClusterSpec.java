package io.berth.spec.scenario;

import io.berth.core.cluster.NodeSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The machines of a scenario. */
public sealed interface ClusterSpec {
    /**
     * The node list of an openb trace.
     *
     * @param nodes the CSV file
     */
    record Openb(Path nodes) implements ClusterSpec {}

    /**
     * The machine of a log in Standard Workload Format, as its header has it.
     *
     * @param log the file; null for the log of the workload
     */
    record Swf(@Nullable Path log) implements ClusterSpec {
        /** What stands for the log of the workload. */
        public static final String FROM_LOG = "from-log";
    }

    /**
     * Nodes of a virtual cluster of Philly: eight GPUs each, and of the rest as much as its jobs leave undecided.
     *
     * @param nodes how many; at least 1
     */
    record Philly(int nodes) implements ClusterSpec {}

    /**
     * All nodes that a journal tells of, each as it was declared last.
     *
     * @param folder the folder of the journal
     */
    record Journal(Path folder) implements ClusterSpec {}

    /**
     * Groups of equal machines.
     *
     * @param data what jobs read there
     */
    record Listed(List<NodeGroup> groups, DataSpec data) implements ClusterSpec {
        public Listed {
            groups = List.copyOf(groups);
        }

        /** Machines without data sets. */
        public Listed(List<NodeGroup> groups) {
            this(groups, DataSpec.NONE);
        }

        /** Every node, named {@code prefix-0000} and on; groups of one prefix count on from one another. */
        public List<NodeSpec> nodes() {
            List<NodeSpec> nodes = new ArrayList<>();
            Map<String, Integer> named = new LinkedHashMap<>();
            for (NodeGroup group : groups) {
                int first = named.getOrDefault(group.prefix(), 0);
                for (int i = 0; i < group.count(); i++) {
                    nodes.add(group.node(first + i));
                }
                named.put(group.prefix(), first + group.count());
            }
            return nodes;
        }
    }
}
