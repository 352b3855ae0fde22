package io.berth.app.demo;

import io.berth.core.cluster.Nodes;
import io.berth.core.decision.Placement;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.quantity.GpuShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Short words for what a job asks for and where it went. */
final class JobText {
    /** A gang of more nodes is cut short. */
    private static final int MOST_NODES = 4;

    private JobText() {}

    /** {@code 2 GPU}, {@code 4 × 8 GPU H100}, {@code 0.25 GPU}, {@code 8 CPU}. */
    static String asks(JobSpec spec) {
        return spec.groups().stream().map(JobText::asks).collect(Collectors.joining(" + "));
    }

    private static String asks(TaskGroup group) {
        Demand demand = group.demand();
        StringBuilder text = new StringBuilder();
        if (group.max() > 1) {
            text.append(group.elastic() ? group.min() + "-" : "")
                    .append(group.max())
                    .append(" × ");
        }
        if (demand.gpus() == 0) {
            return text.append(Cpus.format(demand.cpuMilli())).append(" CPU").toString();
        }
        boolean memoryOnly = demand.gpuMilli() == 0;
        if (demand.devices() instanceof DeviceDemand.Instance asked) {
            text.append("MIG ").append(asked.profile());
        } else {
            text.append(memoryOnly ? Bytes.format(demand.gpuMemoryBytes()) : GpuShare.format(demand.totalGpuMilli()));
            text.append(" GPU");
        }
        if (!demand.gpuModels().isEmpty()) {
            text.append(' ').append(String.join("/", demand.gpuModels()));
        }
        return text.toString();
    }

    /** {@code h100-03:0-3 h100-07:4-7}: nodes with the numbers of their devices. */
    static String where(List<Placement> placements, Nodes nodes) {
        Map<Integer, Long> masks = new LinkedHashMap<>();
        for (Placement placement : placements) {
            masks.merge(placement.node(), placement.grant().mask(), (a, b) -> a | b);
        }
        List<String> places = new ArrayList<>();
        masks.forEach((node, mask) -> places.add(nodes.name(node) + devices(mask)));
        int more = places.size() - MOST_NODES;
        return more <= 0
                ? String.join(" ", places)
                : String.join(" ", places.subList(0, MOST_NODES)) + " and " + more + " more";
    }

    /** {@code :0-3,6}; empty without devices. */
    private static String devices(long mask) {
        StringBuilder text = new StringBuilder();
        for (long rest = mask; rest != 0; ) {
            int first = Long.numberOfTrailingZeros(rest);
            int length = Long.numberOfTrailingZeros(~(rest >>> first));
            text.append(text.isEmpty() ? ":" : ",").append(first);
            if (length > 1) {
                text.append('-').append(first + length - 1);
            }
            rest = length + first >= Long.SIZE ? 0 : rest & -1L << first + length;
        }
        return text.toString();
    }
}
