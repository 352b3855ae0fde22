package io.berth.kube.diff;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Grant;
import io.berth.core.state.State;
import io.berth.core.workload.JobSpec;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The nodes of a state as the events of one comparison leave them. */
final class NodesAfter {
    private final State state;
    /** Numbers of those that join, by name. */
    private final Map<String, Integer> joining = new HashMap<>();

    /** How those are declared that change, by number. */
    private final Map<Integer, NodeSpec> changed = new HashMap<>();

    private final Map<Integer, NodeSpec> joined = new HashMap<>();

    /** Devices that jobs found by the comparison hold. */
    private final Map<Integer, Long> held = new HashMap<>();

    /** What pods have that share devices by name, by node and name. */
    private final Map<String, Grant> groups = new HashMap<>();

    NodesAfter(State state) {
        this.state = state;
    }

    /** The number of a node that joins: that of a node that was forgotten goes to the first. */
    int join(String name, NodeSpec spec) {
        int free = state.freeNode();
        int count = state.nodes().count();
        int number = joining.isEmpty() ? free : count + joining.size() - (free < count ? 1 : 0);
        joining.put(name, number);
        joined.put(number, spec);
        return number;
    }

    void change(int number, NodeSpec spec) {
        changed.put(number, spec);
    }

    /** How node {@code number} is declared. */
    NodeSpec spec(int number) {
        NodeSpec spec = changed.getOrDefault(number, joined.get(number));
        return spec == null ? state.nodeTable().spec(number) : spec;
    }

    /** True where node {@code number} joins now. */
    boolean joins(int number) {
        return joined.containsKey(number);
    }

    /** -1 where there is no such node. */
    int number(String name) {
        Integer number = joining.get(name);
        return number == null ? state.nodeNumber(name) : number;
    }

    /** As many devices as the pod asks for: those that nobody holds first, then any, as more may be given than there is. */
    Grant grant(int node, JobSpec spec) {
        int wanted = spec.demand().gpus();
        if (wanted == 0) {
            return Grant.NONE;
        }
        NodeSpec joins = joined.get(node);
        long all = (1L << (joins == null ? state.nodes().gpus(node) : joins.gpus())) - 1;
        long taken = held.getOrDefault(node, 0L);
        long idle = (joins == null ? state.nodeTable().grants().idleMask(node) : all) & ~taken;
        long mask = lowest(idle, wanted);
        mask |= lowest(all & ~mask, wanted - Long.bitCount(mask));
        held.put(node, taken | mask);
        return Grant.of(mask);
    }

    /** The devices of {@code mask}, which the pod holds by what its agent was told. */
    Grant granted(int node, long mask) {
        held.merge(node, mask, (one, other) -> one | other);
        return Grant.of(mask);
    }

    /** What those of {@code group} have on {@code node} by this comparison; null where nobody has. */
    @Nullable
    Grant ofGroup(int node, String group) {
        return groups.get(node + " " + group);
    }

    void group(int node, String group, Grant grant) {
        groups.put(node + " " + group, grant);
    }

    private static long lowest(long of, int count) {
        long lowest = 0;
        long left = of;
        for (int i = 0; i < count && left != 0; i++) {
            lowest |= Long.lowestOneBit(left);
            left &= left - 1;
        }
        return lowest;
    }
}
