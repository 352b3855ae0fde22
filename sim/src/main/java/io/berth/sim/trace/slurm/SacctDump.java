package io.berth.sim.trace.slurm;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.trace.TraceLines;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.scenario.WorkloadSpec;
import io.berth.spec.scenario.WorkloadSpec.QueueBy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of a Slurm cluster as {@code sacct --parsable2} printed them: a header line that names the columns, in any order and
 * case, and a row per job.
 *
 * <ul>
 *   <li>A job arrives when it was eligible, or when it was submitted where {@code Eligible} is not printed or earlier: until then
 *       nobody could have started it. Times without a zone are taken as UTC.
 *   <li>It runs as long as it did ({@code ElapsedRaw}, else {@code Elapsed}, else {@code End} less {@code Start}); one that
 *       was running when sacct was asked runs for what had elapsed.
 *   <li>Its estimate is {@code TimelimitRaw} or {@code Timelimit}; unknown where that is unlimited or the partition's, the run
 *       time where neither is printed.
 *   <li>It is equal tasks that share the CPUs, memory and GPUs that it got, or asked for where it is not said what it got: one per
 *       node ({@code AllocTRES}, else {@code NNodes}, else {@code ReqTRES}), or as few more as make equal shares of whole GPUs.
 *       It insists on a GPU model where {@code ReqTRES} names one.
 *   <li>Its queue is its partition, account, QOS or user; its priority {@code Priority}.
 *   <li>Tasks of an array, and parts of a heterogeneous job, are jobs of their own.
 *   <li>No job, and counted, is a step ({@code 12.batch}, {@code 12.0}), what never started, array tasks not split off yet
 *       ({@code 12_[5-9%2]}), what ran 0 s, and all but the last run of a job that was requeued; that one arrives with the
 *       first.
 * </ul>
 *
 * <p>A job that was resized has a row for each size ({@link SacctRuns}). {@link TracePeriod} says what becomes of jobs at the
 * edges of a period.
 *
 * <p>Source: the man page sacct(1) of Slurm.
 */
public final class SacctDump {
    private final SacctColumns columns;
    private final QueueBy queueBy;
    private final RowNotes notes;
    private final SacctRuns runs;
    private final Map<String, String> queues = new LinkedHashMap<>();

    private SacctDump(TraceLines lines, WorkloadSpec.Sacct spec, RowNotes notes) {
        this.columns = new SacctColumns(lines, spec.columns());
        this.queueBy = spec.queueBy();
        this.notes = notes;
        this.runs = new SacctRuns(notes);
        columns.require("JobID");
        columns.require("Submit", "Eligible");
        columns.require("State");
        columns.require("ElapsedRaw", "Elapsed", "End");
        columns.require("AllocTRES", "ReqTRES", "NCPUS", "AllocCPUS", "ReqCPUS");
    }

    /** The jobs of {@code spec} for a cluster of {@code nodes}; {@code notes} counts the rows that are none. */
    public static ListedWorkload read(
            WorkloadSpec.Sacct spec, List<NodeSpec> nodes, Lenience lenience, RowNotes notes) {
        try (TraceLines lines = TraceLines.open(spec.dump(), lenience)) {
            return read(lines, spec, nodes, notes);
        }
    }

    /** The same read from {@code lines}. */
    public static ListedWorkload read(TraceLines lines, WorkloadSpec.Sacct spec, List<NodeSpec> nodes, RowNotes notes) {
        SacctDump dump = new SacctDump(lines, spec, notes);
        SlurmNodes cluster = new SlurmNodes(nodes);
        SlurmDemand demands = new SlurmDemand(dump.columns, cluster, notes);
        for (boolean more = dump.columns.beginRows(); more; more = lines.next()) {
            if (lines.line().isEmpty()) {
                continue;
            }
            try {
                dump.columns.take();
                dump.row(demands);
            } catch (BadRow bad) {
                lines.skip(bad);
            }
        }
        ListedWorkload jobs = dump.runs.in(new TracePeriod(spec.period(), notes));
        if (cluster.haveGpus() && jobs.arrivals().stream().allMatch(SacctDump::withoutGpu)) {
            jobs.arrivals().forEach(_ -> notes.assume(demands.noGpus()));
        }
        return jobs;
    }

    private static boolean withoutGpu(Arrival arrival) {
        return arrival.spec().demand().gpus() == 0;
    }

    private void row(SlurmDemand demands) {
        String id = columns.text("JobID");
        SacctJobId kind = SacctJobId.of(id);
        SacctState state = SacctState.of(columns.text("State"));
        if (kind == SacctJobId.STEP) {
            notes.skip("is a step of a job");
            return;
        }
        if (kind == SacctJobId.UNSPLIT_ARRAY) {
            notes.skip("is tasks of an array that still wait");
            return;
        }
        long submitNanos = time("Submit");
        long eligibleNanos = time("Eligible");
        long startNanos = time("Start");
        long runNanos = runNanos(startNanos);
        long arrivesNanos = StrictMath.max(submitNanos, eligibleNanos);
        String reason = "";
        if (state == SacctState.PENDING) {
            reason = "still waits";
        } else if (columns.has("Start") && startNanos == SlurmText.NONE) {
            reason = "never started";
        } else if (runNanos <= 0) {
            reason = runNanos == 0 ? "ran 0 s" : "run time is unknown";
        } else if (arrivesNanos == SlurmText.NONE) {
            reason = "time of submission is unknown";
        }
        if (!reason.isEmpty()) {
            notes.skip(reason);
            return;
        }
        SlurmDemand.Tasks tasks = demands.tasks();
        JobSpec spec = new JobSpec(
                id,
                queue(),
                JobKind.BATCH,
                priority(),
                TaskGroup.of(tasks.count(), tasks.demand()),
                new Timing(estimate(runNanos), runNanos, Nanos.NEVER));
        if (state == SacctState.RUNNING) {
            notes.assume("still runs; it ends with what had elapsed");
        }
        runs.add(new SacctRuns.Run(startNanos, state == SacctState.RESIZED, new Arrival(arrivesNanos, spec)));
    }

    private long time(String column) {
        return checked(SlurmText.timeNanos(columns.text(column)), column, "2026-01-31T23:59:59, Unknown or None");
    }

    private long runNanos(long startNanos) {
        String raw = columns.text("ElapsedRaw");
        if (!raw.isEmpty()) {
            long seconds = checked(SlurmText.whole(raw), "ElapsedRaw", "whole seconds");
            return checked(SlurmText.elapsedNanos("0:" + seconds), "ElapsedRaw", "whole seconds below a century");
        }
        if (columns.has("Elapsed")) {
            return checked(SlurmText.elapsedNanos(columns.text("Elapsed")), "Elapsed", "1-23:59:59, 23:59:59 or 59:59");
        }
        long endNanos = time("End");
        return endNanos == SlurmText.NONE || startNanos == SlurmText.NONE ? SlurmText.NONE : endNanos - startNanos;
    }

    private long estimate(long runNanos) {
        long limit = SlurmText.NONE;
        if (!columns.text("TimelimitRaw").isEmpty()) {
            limit = checked(SlurmText.limitMinutesNanos(columns.text("TimelimitRaw")), "TimelimitRaw", "whole minutes");
        } else if (!columns.text("Timelimit").isEmpty()) {
            limit = checked(SlurmText.limitNanos(columns.text("Timelimit")), "Timelimit", "1-23:59:59 or UNLIMITED");
        }
        if (limit > 0) {
            return limit;
        }
        notes.assume("no time limit; its run time is its estimate");
        return runNanos;
    }

    private int priority() {
        String text = columns.text("Priority");
        if (SlurmText.absent(text)) {
            return 0;
        }
        return (int) StrictMath.min(
                Integer.MAX_VALUE, checked(SlurmText.whole(text), "Priority", "a whole number, 0 or larger"));
    }

    private String queue() {
        String column = switch (queueBy) {
            case ACCOUNT, GROUP -> "Account";
            case QOS -> "QOS";
            case USER -> "User";
            case QUEUE, PARTITION -> "Partition";
        };
        String name = columns.text(column);
        if (name.isBlank()) {
            return JobSpec.DEFAULT_QUEUE;
        }
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                throw new BadRow(column, name, "has a control character", "a name on one line");
            }
        }
        return queues.computeIfAbsent(name, same -> same);
    }

    private long checked(long value, String column, String allowed) {
        if (value == SlurmText.WRONG) {
            throw new BadRow(column, columns.text(column), "cannot be read", allowed);
        }
        return value;
    }
}
