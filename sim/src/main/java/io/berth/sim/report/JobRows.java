package io.berth.sim.report;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.decision.Grant;
import io.berth.core.journal.Frame;
import io.berth.core.metric.JobCosts;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one run as CSV rows, in the order in which they left; those that still lived at the end follow by number. Times
 * are seconds since the run's first instant; what did not happen is an empty field. {@code start_s} is the last start, {@code
 * wait_s} all the time that the job did not run, {@code node} that of the first task that was started, {@code reason} why it was
 * rejected, {@code placement} where each task was last: its node, a colon and its devices with {@code +} between them, a share as {@code
 * device@thousandths}; tasks with {@code ;} between them, those that were not started left out. {@code tasks} are all that the job may
 * have. {@code gpus} and {@code gpu_milli} are of one task; of a job of several groups {@code gpus} are those of all its tasks together,
 * and {@code gpu_milli} is of the first group that asks for one. {@code cost} and {@code energy_kwh} are of the devices that it had while it
 * ran; empty until some job of the run had one of which that is told.
 */
public final class JobRows implements Observer {
    /** The names of the columns, with a line feed. */
    public static final String HEADER =
            "id,name,queue,kind,tasks,gpus,gpu_milli,submit_s,start_s,end_s,wait_s,jct_s,outcome,"
                    + "node,strategy,seed,reason,placement,cost,energy_kwh\n";

    private static final long NOT_YET = -1;

    /** Of a kilowatt hour. */
    private static final double WATT_HOURS = 1_000;

    private final CsvRows rows = new CsvRows();
    private final JobCosts costs = new JobCosts();
    private final String strategy;
    private final long seed;
    private final Rejections rejections;
    private long originNanos = NOT_YET;
    private @Nullable State last;

    /**
     * Rows of one run.
     *
     * @param strategy and {@code seed} stand in every row
     * @param rejections says why jobs of the run were rejected
     */
    public JobRows(String strategy, long seed, Rejections rejections) {
        this.rejections = rejections;
        this.strategy = strategy;
        this.seed = seed;
    }

    @Override
    public void ended(JobEnd end) {
        if (originNanos == NOT_YET) {
            // It was submitted and left within the first instant.
            originNanos = end.job().submitNanos();
        }
        String reason =
                end.outcome() == JobOutcome.REJECTED ? rejections.of(end).word() : "";
        row(end.job(), end.atNanos(), end.outcome(), reason);
        costs.ended(end.job(), end.atNanos());
    }

    @Override
    public void instant(Frame frame, State state) {
        if (originNanos == NOT_YET) {
            originNanos = frame.atNanos();
        }
        last = state;
        costs.instant(frame, state);
    }

    /** All rows, without header; call it once, after the run. */
    public String text() {
        if (last != null) {
            for (Job job : last.jobs()) {
                row(job, NOT_YET, job.state(), "");
            }
        }
        return rows.text();
    }

    private void row(Job job, long endNanos, Enum<?> outcome, String reason) {
        long start = job.startNanos();
        long submit = job.submitNanos();
        boolean started = start >= 0;
        rows.number(job.id())
                .text(job.spec().name())
                .text(job.spec().queue())
                .word(job.spec().kind());
        rows.number(job.spec().tasks());
        rows.number(gpus(job.spec())).number(gpuMilli(job.spec()));
        rows.seconds(true, submit - originNanos).seconds(started, start - originNanos);
        rows.seconds(endNanos != NOT_YET, endNanos - originNanos);
        long until = endNanos == NOT_YET && last != null ? last.nowNanos() : endNanos;
        rows.seconds(started, until - submit - job.ranNanos(until));
        rows.seconds(started && endNanos != NOT_YET, endNanos - submit);
        rows.word(outcome)
                .text(node(job))
                .text(strategy)
                .number(seed)
                .text(reason)
                .text(placement(job));
        JobCosts.Spent spent = costs.of(job, until);
        rows.amount(costs.priced(), spent.money())
                .amount(costs.powered(), spent.wattHours() / WATT_HOURS)
                .end();
    }

    private static long gpus(JobSpec job) {
        return job.uniform() ? job.demand().gpus() : job.total(Demand::gpus);
    }

    private static int gpuMilli(JobSpec job) {
        for (TaskGroup group : job.groups()) {
            if (group.demand().gpus() > 0) {
                return group.demand().gpuMilli();
            }
        }
        return job.demand().gpuMilli();
    }

    private String placement(Job job) {
        if (job.waiting() || last == null) {
            return "";
        }
        StringBuilder placement = new StringBuilder();
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.node(task) < 0) {
                continue;
            }
            Demand demand = job.shape(task).demand();
            String share =
                    demand.gpus() == 0 || demand.wholeGpus() ? "" : "@" + part(demand, job.grant(task), job.node(task));
            placement.append(placement.isEmpty() ? "" : ";").append(last.nodes().name(job.node(task)));
            String before = ":";
            for (long rest = job.grant(task).mask(); rest != 0; rest &= rest - 1) {
                placement
                        .append(before)
                        .append(Long.numberOfTrailingZeros(rest))
                        .append(share);
                before = "+";
            }
        }
        return placement.toString();
    }

    /** What a task has of its device: thousandths, or the profile of an instance, with the memory slice where it begins if it was made for it. */
    private String part(Demand demand, Grant grant, int node) {
        if (grant instanceof Grant.Instance made && last != null) {
            DeviceLayout devices = last.nodes().nodeClass(node).devices();
            return devices.setOf(made.device()).profiles().get(made.profile()) + ":" + made.start();
        }
        return demand.devices() instanceof DeviceDemand.Instance asked
                ? asked.profile()
                : Integer.toString(demand.gpuMilli());
    }

    private String node(Job job) {
        for (int task = 0; task < job.placedTasks() && last != null; task++) {
            if (job.node(task) >= 0) {
                return last.nodes().name(job.node(task));
            }
        }
        return "";
    }
}
