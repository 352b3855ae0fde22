package io.berth.sim.table.rlscheduler;

import io.berth.core.policy.KeyedOrder;
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
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A log as RLScheduler's program reads it: jobs by number; a run time of 0 is left out, a negative one is 10 s; processors are the
 * larger of allocated and requested; an unknown requested time is the run time. Of the first 10,000 jobs ten sequences of 1,024
 * are taken, at places that its random numbers gave.
 */
final class RlSchedulerLog {
    private static final int SEQUENCE_JOBS = 1024;

    /**
     * The first draws of randint(1024, 8975) with seed 1, that is between a sequence's length and 10,000 less that and one; the
     * program's option for so many jobs is not told in the paper.
     */
    private static final int[] STARTS = {1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085};

    private static final long UNKNOWN_RUN_NANOS = 10 * Nanos.SECOND;
    private static final int CPU_MILLI = 1000;

    private final List<List<RlSchedulerJob>> sequences = new ArrayList<>();
    private final long nodes;

    private RlSchedulerLog(long nodes) {
        this.nodes = nodes;
    }

    /** The sequences of the log in {@code file}. */
    static RlSchedulerLog read(Path file) {
        SwfLog log = SwfLog.read(file, Lenience.STRICT);
        SwfHeader header = log.header();
        if (header.nodeCount() <= 0) {
            throw new InputException(file.toString(), "its header says neither MaxNodes nor MaxProcs");
        }
        List<SwfJob> jobs = new ArrayList<>(log.jobs());
        jobs.removeIf(job -> job.runNanos() == 0);
        jobs.sort(Comparator.comparingLong(SwfJob::number));
        RlSchedulerLog read = new RlSchedulerLog(header.nodeCount());
        for (int start : STARTS) {
            if (start + SEQUENCE_JOBS > jobs.size()) {
                throw new InputException(
                        file.toString(),
                        "has " + jobs.size() + " jobs that ran; the experiment takes some up to the "
                                + (start + SEQUENCE_JOBS) + "th");
            }
            read.sequences.add(sequence(jobs.subList(start, start + SEQUENCE_JOBS), header, file));
        }
        return read;
    }

    /** The mean over the sequences of their mean bounded slowdown. */
    double meanBoundedSlowdown(KeyedOrder order, boolean backfill) {
        double sum = 0;
        for (List<RlSchedulerJob> sequence : sequences) {
            sum += new RlSchedulerRun(order, backfill, sequence, nodes).meanBoundedSlowdown();
        }
        return sum / sequences.size();
    }

    private static List<RlSchedulerJob> sequence(List<SwfJob> jobs, SwfHeader header, Path file) {
        List<RlSchedulerJob> sequence = new ArrayList<>(jobs.size());
        for (SwfJob job : jobs) {
            long nodes = (long) StrictMath.ceil(job.processors() / header.processorsPerNode());
            if (job.processors() <= 0 || nodes > header.nodeCount()) {
                throw new InputException(
                        file.toString(),
                        "job " + job.number() + " asks for " + job.processors() + " processors, and the machine has "
                                + header.nodeCount() + " nodes of " + header.processorsPerNode());
            }
            sequence.add(new RlSchedulerJob(sequence.size(), spec(job), job.submitNanos(), nodes));
        }
        return sequence;
    }

    private static JobSpec spec(SwfJob job) {
        long run = job.runNanos() < 0 ? UNKNOWN_RUN_NANOS : job.runNanos();
        long expected = job.requestedNanos() < 0 ? run : job.requestedNanos();
        return new JobSpec(
                Long.toString(job.number()),
                JobSpec.DEFAULT_QUEUE,
                JobKind.BATCH,
                0,
                TaskGroup.of(1, Demand.cpu(job.processors() * CPU_MILLI, 0)),
                new Timing(expected, run, Nanos.NEVER));
    }
}
