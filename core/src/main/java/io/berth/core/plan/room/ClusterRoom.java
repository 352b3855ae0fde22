package io.berth.core.plan.room;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.Arrays;

/** What all usable nodes have left together, brought up to date by looking only at the nodes that changed. */
public final class ClusterRoom implements ChangeReader.Rows {
    private static final int FREE_CPU = 0;
    private static final int TOTAL_CPU = 1;
    private static final int FREE_GPU = 2;
    private static final int TOTAL_GPU = 3;
    private static final int COUNT = 4;

    private final Nodes nodes;
    private final ChangeReader reader;
    /** By node and amount. */
    private long[] rows = new long[0];

    private final long[] sums = new long[COUNT];

    public ClusterRoom(Nodes nodes) {
        this.nodes = nodes;
        this.reader = new ChangeReader(nodes);
    }

    public void catchUp() {
        reader.catchUp(this);
    }

    public long freeCpuMilli() {
        return sums[FREE_CPU];
    }

    public long totalCpuMilli() {
        return sums[TOTAL_CPU];
    }

    public long freeGpuMilli() {
        return sums[FREE_GPU];
    }

    public long totalGpuMilli() {
        return sums[TOTAL_GPU];
    }

    /** True where the tasks of {@code job} that must start together ask for no more than is left. */
    public boolean covers(JobSpec job) {
        long cpu = 0;
        long gpu = 0;
        for (int i = 0; i < job.groups().size(); i++) {
            TaskGroup group = job.groups().get(i);
            cpu += group.demand().cpuMilli() * group.min();
            gpu += group.demand().totalGpuMilli() * group.min();
        }
        return cpu <= sums[FREE_CPU] && gpu <= sums[FREE_GPU];
    }

    @Override
    public void grow(int count) {
        rows = Arrays.copyOf(rows, ChangeReader.room(rows.length / COUNT, count) * COUNT);
    }

    @Override
    public void update(int node) {
        boolean usable = nodes.usable(node);
        set(node, FREE_CPU, usable ? StrictMath.max(0, nodes.free(node, Resource.CPU)) : 0);
        set(node, TOTAL_CPU, usable ? nodes.total(node, Resource.CPU) : 0);
        set(node, FREE_GPU, usable ? nodes.totalFreeMilli(node) : 0);
        set(node, TOTAL_GPU, usable ? (long) nodes.gpus(node) * Demand.WHOLE_GPU_MILLI : 0);
    }

    private void set(int node, int amount, long value) {
        int at = node * COUNT + amount;
        sums[amount] += value - rows[at];
        rows[at] = value;
    }
}
