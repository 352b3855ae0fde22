package io.berth.sim.trace.openb;

import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Demand;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.DemandPool;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.TraceFile;
import io.berth.sim.workload.DemandTally;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The pods of an openb list: what was submitted to Alibaba's GPU cluster of 2023 (alibaba/clusterdata, cluster-trace-
 * gpu-v2023), or a list resampled from it for the FGD paper (USENIX ATC'23).
 *
 * <p>Columns {@code name,cpu_milli,memory_mib,num_gpu,gpu_milli} and, but for the multi-GPU lists, {@code
 * gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time}; times are seconds since the trace began. A pod of
 * one GPU takes {@code gpu_milli} thousandths of it; a pod of more takes whole ones; {@code gpu_spec} names the models
 * that will do, separated by bars.
 */
public record OpenbPods(TraceFile file, List<OpenbPod> pods) {
    private static final List<String> REQUIRED = List.of("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli");
    private static final List<String> OPTIONAL =
            List.of("gpu_spec", "qos", "pod_phase", "creation_time", "deletion_time", "scheduled_time");

    // More than any machine has, and few enough for sums over a list to stay below the largest long.
    private static final int MAX_GPUS = 100_000;
    // A century.
    private static final long MAX_SECONDS = 100L * 366 * 24 * 3600;

    /** The pods of {@code path} in its order. */
    public static OpenbPods read(Path path, Lenience lenience) {
        return CsvTable.read(path, lenience, OpenbPods::rows);
    }

    /** The pods read from {@code in}, which {@code name} names in errors. */
    public static OpenbPods read(String name, InputStream in, Lenience lenience) {
        return CsvTable.read(name, in, lenience, OpenbPods::rows);
    }

    /** How often each demand stands in the list, the most frequent first, then by first appearance. */
    public List<DemandCount> mix() {
        DemandTally tally = new DemandTally();
        for (OpenbPod pod : pods) {
            tally.add(pod.demand(), 1);
        }
        return tally.mix();
    }

    private static OpenbPods rows(CsvTable table) {
        Columns columns = new Columns(table.expecting(REQUIRED, OPTIONAL));
        return new OpenbPods(table.file(), table.distinct(columns.name, "pod", columns::pod, OpenbPod::name));
    }

    /** Where the columns of one list stand, and how to read a pod from them. */
    private static final class Columns {
        private final CsvTable table;
        private final DemandPool demands = new DemandPool();
        private final Map<String, String> services = new LinkedHashMap<>();
        private final int name;
        private final int cpuMilli;
        private final int memoryMib;
        private final int gpus;
        private final int gpuMilli;
        private final int models;
        private final int qos;
        private final int created;
        private final int deleted;
        private final int scheduled;

        Columns(CsvTable table) {
            this.table = table;
            name = table.column("name");
            cpuMilli = table.column("cpu_milli");
            memoryMib = table.column("memory_mib");
            gpus = table.column("num_gpu");
            gpuMilli = table.column("gpu_milli");
            models = table.column("gpu_spec");
            qos = table.column("qos");
            created = table.column("creation_time");
            deleted = table.column("deletion_time");
            scheduled = table.column("scheduled_time");
        }

        OpenbPod pod() {
            String podName = table.name(name);
            Demand demand = demand();
            long createdAt = seconds(created);
            long scheduledAt = seconds(scheduled);
            long deletedAt = seconds(deleted);
            notBefore(scheduled, scheduledAt, createdAt, "creation_time");
            notBefore(deleted, deletedAt, createdAt, "creation_time");
            notBefore(deleted, deletedAt, scheduledAt, "scheduled_time");
            return new OpenbPod(podName, demand, service(), createdAt, scheduledAt, deletedAt);
        }

        private String service() {
            if (qos < 0 || table.blank(qos)) {
                return "";
            }
            String written = table.name(qos);
            String known = services.get(written);
            if (known == null) {
                known = written.toLowerCase(Locale.ROOT);
                services.put(written, known);
            }
            return known;
        }

        private Demand demand() {
            long cpu = table.number(cpuMilli, 0, OpenbNodes.MAX_CPU_MILLI);
            long memory = table.number(memoryMib, 0, OpenbNodes.MAX_MEMORY_MIB) << OpenbNodes.MIB_SHIFT;
            int devices = (int) table.number(gpus, 0, MAX_GPUS);
            int milli = (int) table.number(gpuMilli, 0, Demand.WHOLE_GPU_MILLI);
            if (devices == 0 && milli != 0) {
                throw table.bad(gpuMilli, "is a share of no GPU", "0 where num_gpu is 0");
            }
            if (devices == 1 && milli == 0) {
                throw table.bad(gpuMilli, "is no share of a GPU", "1 to 1000 where num_gpu is 1");
            }
            if (devices > 1 && milli != Demand.WHOLE_GPU_MILLI) {
                throw table.bad(gpuMilli, "is not a whole GPU", "1000 where num_gpu is above 1");
            }
            return demands.demand(cpu, memory, devices, milli, models());
        }

        private String models() {
            if (models < 0 || table.blank(models)) {
                return "";
            }
            String names = table.name(models);
            if (names.startsWith("|") || names.endsWith("|") || names.contains("||")) {
                throw table.bad(models, "names an empty model", "model names separated by |");
            }
            return names;
        }

        private long seconds(int column) {
            return column < 0 ? OpenbPod.UNSTATED : table.numberOrAbsent(column, MAX_SECONDS);
        }

        private void notBefore(int column, long seconds, long earlier, String earlierColumn) {
            if (seconds != OpenbPod.UNSTATED && seconds < earlier) {
                throw table.bad(column, "is before " + earlierColumn, earlier + " or later");
            }
        }
    }
}
