package io.berth.sim.trace.openb;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.Amounts;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.Lenience;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * The nodes of an openb list: Alibaba's GPU cluster of 2023 (alibaba/clusterdata, cluster-trace-gpu-v2023).
 *
 * <p>Columns {@code sn,cpu_milli,memory_mib,gpu,model}: name, thousandths of a CPU, MiB, GPUs, and their model; a node
 * without GPUs has no model. What a node offers beside these is not published: GPU memory, disk and bandwidth are
 * undeclared.
 */
public final class OpenbNodes {
    /**
     * Tasks that a node holds at most. The simulator of the FGD paper (USENIX ATC'23, hkust-adsl/kubernetes-scheduler-
     * simulator) gives every node room for so many pods.
     */
    public static final int MAX_TASKS = 1001;

    static final List<String> COLUMNS = List.of("sn", "cpu_milli", "memory_mib", "gpu", "model");

    // A million CPUs and 8 PiB: no machine has more, and sums over a cluster stay far below the largest long.
    public static final long MAX_CPU_MILLI = 1_000_000_000L;
    public static final long MAX_MEMORY_MIB = 1L << 33;
    public static final int MIB_SHIFT = 20;

    private OpenbNodes() {}

    /** The nodes of {@code file} in its order. */
    public static List<NodeSpec> read(Path file, Lenience lenience) {
        return CsvTable.read(file, lenience, OpenbNodes::rows);
    }

    /** The nodes read from {@code in}, which {@code name} names in errors. */
    public static List<NodeSpec> read(String name, InputStream in, Lenience lenience) {
        return CsvTable.read(name, in, lenience, OpenbNodes::rows);
    }

    private static List<NodeSpec> rows(CsvTable table) {
        table.expecting(COLUMNS, List.of());
        return table.distinct(table.column("sn"), "node", () -> node(table), NodeSpec::name);
    }

    private static NodeSpec node(CsvTable table) {
        String name = table.name(table.column("sn"));
        long cpuMilli = table.number(table.column("cpu_milli"), 0, MAX_CPU_MILLI);
        long memoryBytes = table.number(table.column("memory_mib"), 0, MAX_MEMORY_MIB) << MIB_SHIFT;
        int gpus = (int) table.number(table.column("gpu"), 0, NodeSpec.MAX_GPUS);
        int model = table.column("model");
        if (gpus == 0 && !table.blank(model)) {
            throw table.bad(model, "is a model of no GPU", "nothing where gpu is 0");
        }
        return new NodeSpec(
                name, Amounts.of(cpuMilli, memoryBytes), MAX_TASKS, NodeSpec.gpus(gpus, table.textOrEmpty(model), 0));
    }
}
