package io.berth.sim.trace.swf;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.trace.DemandPool;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.scenario.WorkloadSpec.QueueBy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of a log in Standard Workload Format at the times of the log.
 *
 * <ul>
 *   <li>A job needs {@link SwfJob#processors}, a CPU each, and nothing else: logs do not say what memory nodes have. On a
 *       cluster whose largest node has c CPUs it is ⌈n/c⌉ tasks, which start together, with ⌈n/tasks⌉ CPUs each: as few as can
 *       be, since each task costs events. On a pool it is one.
 *   <li>It runs for the log's run time, also where it failed or was cancelled while it ran.
 *   <li>Its estimate is the requested time; where the log has none, its run time, as in models, which is counted.
 *   <li>Its queue is the log's queue, partition, user or group.
 *   <li>No job, and counted, is a line without run time or processors, one that ran 0 s (it needed no room; most were
 *       cancelled while they waited), and one that tells a part of a job which has a line for the whole (status 2 to 4).
 *   <li>Preceding job and think time are not followed: the log's time of submission counts.
 * </ul>
 */
public final class SwfWorkload {
    private static final int CPU_MILLI = 1000;

    private final QueueBy queueBy;
    private final long cpusPerNode;
    private final RowNotes notes;
    private final DemandPool demands = new DemandPool();
    private final Map<Long, String> queues = new LinkedHashMap<>();

    private SwfWorkload(QueueBy queueBy, long cpusPerNode, RowNotes notes) {
        this.queueBy = queueBy;
        this.cpusPerNode = cpusPerNode;
        this.notes = notes;
    }

    /**
     * The jobs of {@code log}.
     *
     * @param cpusPerNode CPUs of the cluster's largest node; at least 1
     * @param notes counts what is no job, and what is assumed
     */
    public static ListedWorkload of(SwfLog log, QueueBy queueBy, long cpusPerNode, RowNotes notes) {
        SwfWorkload workload = new SwfWorkload(queueBy, cpusPerNode, notes);
        List<Arrival> arrivals = new ArrayList<>(log.jobs().size());
        for (SwfJob job : log.jobs()) {
            if (workload.replayed(job)) {
                arrivals.add(new Arrival(job.submitNanos(), workload.spec(job)));
            }
        }
        return ListedWorkload.of(arrivals);
    }

    private boolean replayed(SwfJob job) {
        String reason = "";
        if (job.status() >= SwfJob.FIRST_PART && job.status() <= SwfJob.LAST_PART) {
            reason = "tells a part of a job";
        } else if (job.runNanos() <= 0 && job.status() == SwfJob.CANCELLED) {
            reason = "was cancelled before it ran";
        } else if (job.runNanos() == 0) {
            reason = "ran 0 s";
        } else if (job.runNanos() < 0) {
            reason = "run time is unknown";
        } else if (job.processors() == SwfJob.UNKNOWN) {
            reason = "processors are unknown";
        }
        if (!reason.isEmpty()) {
            notes.skip(reason);
        }
        return reason.isEmpty();
    }

    private JobSpec spec(SwfJob job) {
        long estimate = job.requestedNanos();
        if (estimate <= 0) {
            estimate = job.runNanos();
            notes.assume("no requested time; its run time is its estimate");
        }
        long processors = job.processors();
        long tasks = ceilDiv(processors, cpusPerNode);
        Demand demand = demands.demand(ceilDiv(processors, tasks) * CPU_MILLI, 0, 0, 0, "");
        return new JobSpec(
                Long.toString(job.number()),
                queue(job),
                JobKind.BATCH,
                0,
                TaskGroup.of((int) tasks, demand),
                new Timing(estimate, job.runNanos(), Nanos.NEVER));
    }

    private String queue(SwfJob job) {
        long number = switch (queueBy) {
            case PARTITION -> job.partition();
            case USER -> job.user();
            case GROUP -> job.group();
            case QUEUE, ACCOUNT, QOS -> job.queue();
        };
        return number == SwfJob.UNKNOWN
                ? JobSpec.DEFAULT_QUEUE
                : queues.computeIfAbsent(number, named -> queueBy.key() + "-" + named);
    }

    private static long ceilDiv(long dividend, long divisor) {
        return (dividend + divisor - 1) / divisor;
    }
}
