package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.workload.Demand;
import java.util.function.ToLongFunction;

/** What tasks on one node share. That devices cannot be taken in parts of several is not said here: it takes more than sums. */
enum Room {
    CPU(Demand::cpuMilli, Resource.CPU),
    MEMORY(Demand::memoryBytes, Resource.MEMORY),
    DISK(Demand::diskBytes, Resource.DISK),
    DISK_IO(Demand::diskIoBytesPerSecond, Resource.DISK_IO),
    NETWORK(Demand::networkBytesPerSecond, Resource.NETWORK),
    TASKS(_ -> 1, Resource.TASKS),
    GPU_MILLI(Demand::totalGpuMilli, NodeTable::totalFreeMilli),
    IDLE_GPUS(demand -> demand.wholeGpus() ? demand.gpus() : 0, NodeTable::idleGpus);

    private final ToLongFunction<Demand> asked;
    private final Free free;

    /** How much of it a node has left. */
    private interface Free {
        long of(NodeTable nodes, int node);
    }

    Room(ToLongFunction<Demand> asked, Resource resource) {
        this(asked, (nodes, node) -> nodes.free(node, resource));
    }

    Room(ToLongFunction<Demand> asked, Free free) {
        this.asked = asked;
        this.free = free;
    }

    /** What a task takes of it. */
    long asked(Demand demand) {
        return asked.applyAsLong(demand);
    }

    /** What is left of it; others may use more than there is, then nothing. */
    long free(NodeTable nodes, int node) {
        return StrictMath.max(0, free.of(nodes, node));
    }
}
