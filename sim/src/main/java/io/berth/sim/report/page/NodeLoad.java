package io.berth.sim.report.page;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.metric.Imbalance;

/** What is allocated now: GPUs, or CPU in a cluster that has no GPU. */
final class NodeLoad implements ChangeReader.Rows {
    private static final long GPU_MILLI = 1000;

    private final Nodes nodes;
    private final ChangeReader changes;
    private final Imbalance cpu = new Imbalance();
    private final Imbalance gpu = new Imbalance();

    NodeLoad(Nodes nodes) {
        this.nodes = nodes;
        this.changes = new ChangeReader(nodes);
    }

    void catchUp() {
        changes.catchUp(this);
    }

    boolean ofGpus() {
        return gpu.total() > 0;
    }

    double allocatedPct() {
        return 100 * measured().allocatedShare();
    }

    double variance() {
        return measured().variance();
    }

    private Imbalance measured() {
        return ofGpus() ? gpu : cpu;
    }

    @Override
    public void grow(int count) {
        cpu.grow(count);
        gpu.grow(count);
    }

    @Override
    public void update(int node) {
        boolean present = nodes.present(node);
        long cpus = present ? nodes.total(node, Resource.CPU) : 0;
        long gpus = present ? nodes.gpus(node) * GPU_MILLI : 0;
        cpu.set(node, cpus - StrictMath.clamp(nodes.free(node, Resource.CPU), 0, cpus), cpus);
        gpu.set(node, gpus - StrictMath.clamp(nodes.totalFreeMilli(node), 0, gpus), gpus);
    }
}
