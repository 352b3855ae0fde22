package io.berth.sim.trace.csv;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.DemandPool;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.trace.openb.OpenbNodes;
import io.berth.sim.trace.slurm.SlurmText;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.GpuShare;
import io.berth.spec.quantity.QuantityException;
import io.berth.spec.scenario.WorkloadSpec.QueueBy;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A table of jobs that anybody can write: a header line, then a row per job, in any order.
 *
 * <p>Columns {@code submit} (seconds since any zero, or a time such as {@code 2026-01-31T23:59:59}, with a zone or else UTC) and
 * {@code duration}; and, where they are at hand, {@code name}, {@code estimate} (absent or empty: the duration; {@code never}:
 * unknown), {@code tasks} (1), and of each task {@code cpu} (1), {@code memory} (0), {@code gpus} (0), {@code gpu_model} (any;
 * several separated by bars), {@code priority} (0), {@code queue} and {@code user}. Quantities are written as in scenarios:
 * {@code 1h30m} or seconds, {@code 500m} CPUs, {@code 64Gi}, half a GPU as {@code 0.5}.
 */
public final class JobsCsv {
    private static final List<String> REQUIRED = List.of("submit", "duration");
    private static final List<String> OPTIONAL =
            List.of("name", "estimate", "tasks", "cpu", "memory", "gpus", "gpu_model", "priority", "queue", "user");

    private static final int MAX_TASKS = 1_000_000;
    private static final int MAX_PRIORITY = 1_000_000_000;
    private static final long MAX_NANOS = 100 * 366 * Nanos.DAY;

    private final CsvTable table;
    private final String queueColumn;
    private final RowNotes notes;
    private final DemandPool demands = new DemandPool();
    private long number;

    private JobsCsv(CsvTable table, QueueBy queueBy, RowNotes notes) {
        this.table = table.expecting(REQUIRED, OPTIONAL);
        this.queueColumn = queueBy == QueueBy.USER ? "user" : "queue";
        this.notes = notes;
    }

    /** The jobs in {@code path}; {@code notes} counts those of which something is assumed. */
    public static ListedWorkload read(Path path, QueueBy queueBy, Lenience lenience, RowNotes notes) {
        return CsvTable.read(path, lenience, table -> new JobsCsv(table, queueBy, notes).rows());
    }

    /** The jobs read from {@code in}, which {@code name} names in errors. */
    public static ListedWorkload read(String name, InputStream in, Lenience lenience, RowNotes notes) {
        return CsvTable.read(name, in, lenience, table -> new JobsCsv(table, QueueBy.QUEUE, notes).rows());
    }

    private ListedWorkload rows() {
        List<Arrival> arrivals = new ArrayList<>();
        while (table.next()) {
            try {
                number++;
                arrivals.add(row());
            } catch (BadRow bad) {
                table.skip(bad);
            }
        }
        return ListedWorkload.of(arrivals);
    }

    private Arrival row() {
        long submitNanos = submitNanos();
        long runNanos = quantity("duration", Durations::parseNanos, Durations.ALLOWED);
        if (runNanos > MAX_NANOS) {
            throw table.bad(table.column("duration"), "is too large", "at most a century");
        }
        JobSpec spec = new JobSpec(
                there("name") ? table.name(table.column("name")) : "job-" + number,
                there(queueColumn) ? table.name(table.column(queueColumn)) : JobSpec.DEFAULT_QUEUE,
                JobKind.BATCH,
                there("priority") ? (int) table.number(table.column("priority"), -MAX_PRIORITY, MAX_PRIORITY) : 0,
                TaskGroup.of(there("tasks") ? (int) table.number(table.column("tasks"), 1, MAX_TASKS) : 1, demand()),
                new Timing(estimate(runNanos), runNanos, Nanos.NEVER));
        return new Arrival(submitNanos, spec);
    }

    private long estimate(long runNanos) {
        if (there("estimate")) {
            return quantity("estimate", Durations::parseNanosOrNever, Durations.ALLOWED + ", or never");
        }
        notes.assume("no estimate; its duration is its estimate");
        return runNanos;
    }

    private Demand demand() {
        long cpuMilli = there("cpu") ? quantity("cpu", Cpus::parseMilli, Cpus.ALLOWED) : 1000;
        long memoryBytes = there("memory") ? quantity("memory", Bytes::parse, Bytes.ALLOWED) : 0;
        long milli =
                there("gpus") ? quantity("gpus", text -> GpuShare.parse(text).totalMilli(), GpuShare.ALLOWED) : 0;
        if (cpuMilli > OpenbNodes.MAX_CPU_MILLI || memoryBytes >> OpenbNodes.MIB_SHIFT > OpenbNodes.MAX_MEMORY_MIB) {
            throw new BadRow("", "", "asks for too much", "a million CPUs and 8 PiB at most");
        }
        if (milli > 1000L * MAX_TASKS) {
            throw table.bad(table.column("gpus"), "is too large", "at most " + MAX_TASKS);
        }
        String models = there("gpu_model") ? table.name(table.column("gpu_model")) : "";
        if (milli == 0 && !models.isEmpty()) {
            throw table.bad(table.column("gpu_model"), "is a model of no GPU", "nothing where gpus is 0");
        }
        int gpus = (int) (milli <= 1000 ? StrictMath.min(milli, 1) : milli / 1000);
        return demands.demand(cpuMilli, memoryBytes, gpus, (int) StrictMath.min(milli, 1000), models);
    }

    private long submitNanos() {
        int column = table.column("submit");
        String text = table.text(column);
        long nanos = text.indexOf(':') < 0 && text.indexOf('-') < 0
                ? quantity("submit", Durations::parseNanos, "seconds, or a time like 2026-01-31T23:59:59")
                : SlurmText.timeNanos(text.replace(' ', 'T'));
        if (nanos < 0 || nanos > 2 * MAX_NANOS) {
            throw table.bad(column, "is no time", "seconds, or a time like 2026-01-31T23:59:59, with a zone or UTC");
        }
        return nanos;
    }

    /** The row has something in that column. */
    private boolean there(String name) {
        int column = table.column(name);
        return column >= 0 && !table.blank(column);
    }

    private long quantity(String name, ToLongFunction<String> parse, String allowed) {
        int column = table.column(name);
        try {
            return parse.applyAsLong(table.text(column));
        } catch (QuantityException _) {
            throw table.bad(column, "cannot be read", allowed);
        }
    }
}
