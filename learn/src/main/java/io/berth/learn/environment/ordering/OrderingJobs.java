package io.berth.learn.environment.ordering;

import io.berth.core.model.JobColumns.SubmittedJob;
import io.berth.core.time.Nanos;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.SwfHeader;
import io.berth.sim.trace.SwfJob;
import io.berth.sim.trace.SwfLog;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The jobs of a log as arrays by place, and the machine. Jobs are rigid: each holds whole nodes from its start to its end.
 *
 * <p>A log in Standard Workload Format is read as RLScheduler's program does (Zhang et al., SC 2020): jobs by number; a run time of
 * 0 is left out, a negative one is 10 s; processors are the larger of allocated and requested; an unknown requested time is the run
 * time.
 */
public final class OrderingJobs {
    private static final long UNKNOWN_RUN_NANOS = 10 * Nanos.SECOND;

    /** What a log does not say of a job counts as the most. */
    private static final float UNKNOWN_SHARE = 1;

    final long[] submitNanos;
    final long[] runNanos;
    /** What its user expects of the run time. */
    final long[] expectedNanos;
    /** Whole nodes that it holds. */
    final int[] nodes;

    final List<SubmittedJob> submitted = new ArrayList<>();
    final int machineNodes;

    private OrderingJobs(int jobs, int machineNodes) {
        this.submitNanos = new long[jobs];
        this.runNanos = new long[jobs];
        this.expectedNanos = new long[jobs];
        this.nodes = new int[jobs];
        this.machineNodes = machineNodes;
    }

    /**
     * The first {@code most} jobs of the log in {@code file} that ran.
     *
     * @throws InputException where the file is no log, says nothing of its machine, or has a job wider than it
     */
    public static OrderingJobs read(Path file, int most) {
        SwfLog log = SwfLog.read(file, Lenience.STRICT);
        SwfHeader header = log.header();
        if (header.nodeCount() <= 0) {
            throw new InputException(file.toString(), "its header says neither MaxNodes nor MaxProcs");
        }
        List<SwfJob> ran = new ArrayList<>(log.jobs());
        ran.removeIf(job -> job.runNanos() == 0);
        ran.sort(Comparator.comparingLong(SwfJob::number));
        OrderingJobs jobs = new OrderingJobs(StrictMath.min(most, ran.size()), (int) header.nodeCount());
        for (int place = 0; place < jobs.count(); place++) {
            jobs.set(place, ran.get(place), header, file);
        }
        jobs.describe(ran, header);
        return jobs;
    }

    /** A job that ran: when it was submitted, how long it ran and was expected to, and how many whole nodes it held. */
    public record RanJob(long submitNanos, long runNanos, long expectedNanos, int nodes) {
        /** @throws IllegalArgumentException where it holds no node */
        public RanJob {
            if (nodes < 1) {
                throw new IllegalArgumentException("A job holds at least 1 node, not (" + nodes + ").");
            }
        }
    }

    /**
     * Jobs that ran on a machine of {@code machineNodes} nodes, in the order of their submission.
     *
     * @param longestNanos what their columns take for the longest run time
     * @throws IllegalArgumentException where one is wider than the machine
     */
    public static OrderingJobs of(List<RanJob> ran, int machineNodes, long longestNanos) {
        OrderingJobs jobs = new OrderingJobs(ran.size(), machineNodes);
        for (int place = 0; place < ran.size(); place++) {
            RanJob job = ran.get(place);
            if (job.nodes() > machineNodes) {
                throw new IllegalArgumentException(
                        "A job holds (" + job.nodes() + ") nodes of a machine of (" + machineNodes + ").");
            }
            jobs.submitNanos[place] = job.submitNanos();
            jobs.runNanos[place] = job.runNanos();
            jobs.expectedNanos[place] = job.expectedNanos();
            jobs.nodes[place] = job.nodes();
            jobs.submitted.add(new SubmittedJob(
                    job.expectedNanos(),
                    longestNanos,
                    job.nodes(),
                    machineNodes,
                    UNKNOWN_SHARE,
                    UNKNOWN_SHARE,
                    UNKNOWN_SHARE,
                    UNKNOWN_SHARE));
        }
        return jobs;
    }

    /** How many jobs there are. */
    public int count() {
        return submitNanos.length;
    }

    private void set(int place, SwfJob job, SwfHeader header, Path file) {
        long wide = (long) StrictMath.ceil(job.processors() / header.processorsPerNode());
        if (job.processors() <= 0 || wide > machineNodes) {
            throw new InputException(
                    file.toString(),
                    "job " + job.number() + " asks for " + job.processors() + " processors, and the machine has "
                            + machineNodes + " nodes of " + header.processorsPerNode());
        }
        submitNanos[place] = job.submitNanos();
        runNanos[place] = run(job);
        expectedNanos[place] = expected(job);
        nodes[place] = (int) wide;
    }

    private static long run(SwfJob job) {
        return job.runNanos() < 0 ? UNKNOWN_RUN_NANOS : job.runNanos();
    }

    private static long expected(SwfJob job) {
        return job.requestedNanos() < 0 ? run(job) : job.requestedNanos();
    }

    private void describe(List<SwfJob> log, SwfHeader header) {
        long longest = log.stream().mapToLong(OrderingJobs::run).max().orElse(1);
        double processors = header.processors() > 0 ? header.processors() : header.nodeCount();
        double memory = most(log, SwfJob::requestedMemoryKib);
        double users = most(log, SwfJob::user);
        double groups = most(log, SwfJob::group);
        double programs = most(log, SwfJob::executable);
        for (SwfJob job : log.subList(0, count())) {
            submitted.add(new SubmittedJob(
                    expected(job),
                    longest,
                    job.processors(),
                    processors,
                    share(job.requestedMemoryKib(), memory),
                    share(job.user(), users),
                    share(job.group(), groups),
                    share(job.executable(), programs)));
        }
    }

    private static double most(List<SwfJob> log, ToLongFunction<SwfJob> field) {
        return log.stream().mapToLong(field).max().orElse(1);
    }

    private static float share(long value, double most) {
        return value < 0 || most <= 0 ? UNKNOWN_SHARE : (float) (value / most);
    }
}
