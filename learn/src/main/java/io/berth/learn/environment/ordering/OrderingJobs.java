package io.berth.learn.environment.ordering;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.model.column.JobColumns.SubmittedJob;
import io.berth.core.policy.FreshJob;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.SortKey;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.swf.SwfHeader;
import io.berth.sim.trace.swf.SwfJob;
import io.berth.sim.trace.swf.SwfLog;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.spec.input.InputException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
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

    private static final int CPU_MILLI = 1000;

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

    /**
     * The jobs of {@code workload} on {@code nodes} taken together: processors are GPUs where the machine has any (jobs without GPU are
     * left out then, they have room beside the others), else CPUs; a job holds as many as its tasks ask for, rounded up.
     *
     * @throws IllegalArgumentException where none is left, or one asks for more than there are
     */
    public static OrderingJobs of(Workload workload, List<NodeSpec> nodes, int most) {
        long gpus = nodes.stream().mapToLong(NodeSpec::gpus).sum();
        long all =
                gpus > 0 ? gpus : nodes.stream().mapToLong(NodeSpec::cpuMilli).sum() / 1000;
        List<Arrival> taken = new ArrayList<>();
        long longest = 1;
        for (Arrival arrival : workload) {
            boolean counts = gpus == 0 || arrival.spec().needsDevices();
            if (counts && taken.size() < most && arrival.spec().workNanos() > 0) {
                taken.add(arrival);
                longest = StrictMath.max(longest, arrival.spec().workNanos());
            }
            if (taken.size() == most) {
                break;
            }
        }
        OrderingJobs jobs = new OrderingJobs(taken.size(), (int) all);
        for (int place = 0; place < taken.size(); place++) {
            jobs.set(place, taken.get(place), longest);
        }
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

    private void set(int place, Arrival arrival, long longest) {
        JobSpec spec = arrival.spec();
        double processors = SortKey.processors(spec);
        if (processors > machineNodes) {
            throw new IllegalArgumentException("The job (" + spec.name() + ") asks for " + processors
                    + " processors, and the machine has " + machineNodes + ".");
        }
        submitNanos[place] = arrival.atNanos();
        runNanos[place] = spec.workNanos();
        expectedNanos[place] = spec.estimateNanos() == Nanos.NEVER ? longest : spec.estimateNanos();
        nodes[place] = (int) StrictMath.ceil(processors);
        submitted.add(new SubmittedJob(
                expectedNanos[place],
                longest,
                processors,
                machineNodes,
                UNKNOWN_SHARE,
                UNKNOWN_SHARE,
                UNKNOWN_SHARE,
                UNKNOWN_SHARE));
    }

    /** The same jobs, seen with another longest run time, such as that of the log a model was learnt from. */
    public OrderingJobs longest(long nanos) {
        OrderingJobs same = new OrderingJobs(count(), machineNodes);
        System.arraycopy(submitNanos, 0, same.submitNanos, 0, count());
        System.arraycopy(runNanos, 0, same.runNanos, 0, count());
        System.arraycopy(expectedNanos, 0, same.expectedNanos, 0, count());
        System.arraycopy(nodes, 0, same.nodes, 0, count());
        for (SubmittedJob job : submitted) {
            same.submitted.add(job.withLongest(nanos));
        }
        return same;
    }

    /** The longest run time, which columns take for 1. */
    public long longestNanos() {
        return submitted.isEmpty() ? 1 : submitted.getFirst().longestNanos();
    }

    /** How many jobs there are. */
    public int count() {
        return submitNanos.length;
    }

    /** The job at {@code place} as the orders of the catalog see it. */
    public QueuedJob queued(int place) {
        Demand demand = Demand.cpu((long) (submitted.get(place).processors() * CPU_MILLI), 0);
        JobSpec spec = new JobSpec(
                Integer.toString(place),
                JobSpec.DEFAULT_QUEUE,
                JobKind.BATCH,
                0,
                TaskGroup.of(1, demand),
                new Timing(expectedNanos[place], runNanos[place], Nanos.NEVER));
        return new LogJob(place, spec, submitNanos[place]);
    }

    private record LogJob(long id, JobSpec spec, long submitNanos) implements FreshJob {}

    /** The nodes of the machine. */
    public int machineNodes() {
        return machineNodes;
    }

    /** A job of these, or one that is made of it. */
    public record Row(int place, long submitNanos, long runNanos, long expectedNanos, int nodes) {}

    /** The job at {@code place}. */
    public Row row(int place) {
        return new Row(place, submitNanos[place], runNanos[place], expectedNanos[place], nodes[place]);
    }

    /** The jobs from {@code start} on, {@code count} of them. */
    public OrderingJobs part(int start, int count) {
        List<Row> rows = new ArrayList<>();
        for (int place = start; place < start + count; place++) {
            rows.add(row(place));
        }
        return made(rows);
    }

    /**
     * Jobs on the same machine, each like the one at its place here in all that its row does not say.
     *
     * @throws IllegalArgumentException where a row does not fit on the machine, does not run, or comes before the one above it
     */
    public OrderingJobs made(List<Row> rows) {
        OrderingJobs made = new OrderingJobs(rows.size(), machineNodes);
        long last = Long.MIN_VALUE;
        for (int place = 0; place < rows.size(); place++) {
            Row row = rows.get(place);
            boolean fits = row.nodes() >= 1 && row.nodes() <= machineNodes;
            if (!fits || row.runNanos() < 1 || row.submitNanos() < last) {
                throw new IllegalArgumentException(
                        "This is no job of " + machineNodes + " nodes after the one at " + last + " ns: " + row + ".");
            }
            last = row.submitNanos();
            made.set(place, row, submitted.get(row.place()), nodes[row.place()]);
        }
        return made;
    }

    private void set(int place, Row row, SubmittedJob like, int nodesOfThat) {
        submitNanos[place] = row.submitNanos();
        runNanos[place] = row.runNanos();
        expectedNanos[place] = row.expectedNanos();
        nodes[place] = row.nodes();
        submitted.add(new SubmittedJob(
                row.expectedNanos(),
                like.longestNanos(),
                like.processors() * row.nodes() / nodesOfThat,
                like.machineProcessors(),
                like.memory(),
                like.user(),
                like.group(),
                like.program()));
    }

    /** What identifies the jobs and the machine: the first 16 hexadecimal digits of a SHA-256 over their numbers. */
    public String digest() {
        ByteBuffer numbers = ByteBuffer.allocate(Integer.BYTES + count() * (3 * Long.BYTES + Integer.BYTES));
        numbers.putInt(machineNodes);
        for (int place = 0; place < count(); place++) {
            numbers.putLong(submitNanos[place]).putLong(runNanos[place]);
            numbers.putLong(expectedNanos[place]).putInt(nodes[place]);
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(numbers.array());
            return HexFormat.of().formatHex(hash, 0, Long.BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
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
