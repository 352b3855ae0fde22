package io.berth.core.metric;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.ResourceNames;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What the nodes hold, over time: imbalance by resource, and fragmentation where a mix is expected. */
final class NodeMetrics implements ChangeReader.Rows {
    private static final long GPU_MILLI = 1000;

    private final State state;
    private final Nodes nodes;
    private final Imbalance cpu = new Imbalance();
    private final Imbalance memory = new Imbalance();
    private final Imbalance gpu = new Imbalance();
    /** Of extended resources, in the order of their columns. */
    private final List<Imbalance> extended = new ArrayList<>();

    private ChangeReader reader;
    private @Nullable Fragmentation fragmentation;
    private double gpuShareAtEnd = Double.NaN;

    /** Measures the nodes of {@code state} from now on. */
    NodeMetrics(State state) {
        this.state = state;
        this.nodes = state.nodes();
        this.reader = new ChangeReader(nodes);
        expectMix();
    }

    /** The mix that fragmentation is measured against is another from now on. */
    void expectMix() {
        fragmentation =
                state.expectsMix() ? new Fragmentation(nodes, state.facts().mix()) : null;
        reader = new ChangeReader(nodes);
        catchUp();
    }

    /** Looks at the nodes that changed. */
    void catchUp() {
        reader.catchUp(this);
    }

    /** What the nodes held last was held for {@code nanos}. */
    void elapse(long nanos) {
        cpu.elapse(nanos);
        memory.elapse(nanos);
        gpu.elapse(nanos);
        for (Imbalance one : extended) {
            one.elapse(nanos);
        }
        if (fragmentation != null) {
            fragmentation.elapse(nanos);
        }
    }

    /** What the nodes hold now is what they hold at the end of what is measured. */
    void end() {
        gpuShareAtEnd = gpu.allocatedShare();
    }

    Imbalance gpu() {
        return gpu;
    }

    /** The GPUs, in thousandths, of the largest cluster so far; its CPUs, likewise, where it has none. */
    long capacityMilli() {
        return hasGpus() ? gpu.largestTotal() : cpu.largestTotal();
    }

    /** True where the cluster ever had a GPU. */
    boolean hasGpus() {
        return gpu.largestTotal() > 0;
    }

    /** What the nodes held so far. */
    HeldSums sums() {
        Fragmentation fragments = fragmentation;
        return new HeldSums(
                cpu.sums(),
                memory.sums(),
                gpu.sums(),
                fragments == null ? 0 : fragments.shareSeconds(),
                fragments == null ? 0 : fragments.seconds());
    }

    void figures(SortedMap<String, Double> figures) {
        imbalance("cpu", cpu, figures);
        imbalance("memory", memory, figures);
        imbalance("gpu", gpu, figures);
        for (int i = 0; i < extended.size(); i++) {
            if (extended.get(i).largestTotal() > 0) {
                imbalance(nodes.names().extended().get(i), extended.get(i), figures);
            }
        }
        Imbalance main = gpu.total() > 0 ? gpu : cpu;
        figures.put("node_utilization_variance", main.meanVariance());
        figures.put("resource_idle_rate", main.meanIdleRate());
        figures.put("gpu_allocation_pct", gpu.total() > 0 ? 100 * gpu.meanAllocatedShare() : Double.NaN);
        double atEnd = Double.isNaN(gpuShareAtEnd) ? gpu.allocatedShare() : gpuShareAtEnd;
        figures.put("gpu_allocation_pct_at_end", gpu.total() > 0 ? 100 * atEnd : Double.NaN);
        figures.put("fragmentation_pct", fragmentation == null ? Double.NaN : 100 * fragmentation.meanShare());
    }

    private static void imbalance(String resource, Imbalance imbalance, SortedMap<String, Double> figures) {
        boolean there = imbalance.total() > 0;
        figures.put("node_utilization_variance_" + resource, there ? imbalance.meanVariance() : Double.NaN);
        figures.put("resource_idle_rate_" + resource, there ? imbalance.meanIdleRate() : Double.NaN);
    }

    @Override
    public void grow(int count) {
        cpu.grow(count);
        memory.grow(count);
        gpu.grow(count);
        extended.forEach(one -> one.grow(count));
        if (fragmentation != null) {
            fragmentation.grow(count);
        }
    }

    @Override
    public void update(int node) {
        boolean present = nodes.present(node);
        update(cpu, node, present ? nodes.total(node, Resource.CPU) : 0, nodes.free(node, Resource.CPU));
        update(memory, node, present ? nodes.total(node, Resource.MEMORY) : 0, nodes.free(node, Resource.MEMORY));
        update(gpu, node, present ? nodes.gpus(node) * GPU_MILLI : 0, nodes.totalFreeMilli(node));
        if (nodes.names().columns() > ResourceNames.FIRST_EXTENDED) {
            updateExtended(node, present);
        }
        if (fragmentation != null) {
            fragmentation.update(node);
        }
    }

    /** Once a resource is named for the first time all nodes have changed, so that it is counted on each of them. */
    private void updateExtended(int node, boolean present) {
        int columns = nodes.names().columns();
        for (int column = ResourceNames.FIRST_EXTENDED; column < columns; column++) {
            int place = column - ResourceNames.FIRST_EXTENDED;
            if (place == extended.size()) {
                extended.add(new Imbalance());
                extended.getLast().grow(nodes.count());
            }
            update(extended.get(place), node, present ? nodes.total(node, column) : 0, nodes.free(node, column));
        }
    }

    /** A node on which others use more than was left is full, not more than full. */
    private static void update(Imbalance imbalance, int node, long total, long free) {
        imbalance.set(node, total - StrictMath.clamp(free, 0, total), total);
    }
}
