package io.berth.live.driver;

import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.JobArray;
import io.berth.spec.job.JobGraph;
import io.berth.spec.quantity.Bytes;
import java.math.BigDecimal;
import java.util.List;

/**
 * How much may be handed in. What came in before they held stays, and so does what a journal brings back.
 *
 * @param documentBytes what one document may be long
 * @param job what one job may be
 * @param live what all jobs that wait or run may be together
 */
public record Bounds(int documentBytes, OfJob job, OfLive live) {
    /** None but those of the formats. */
    public static final Bounds NONE = new Bounds(
            1 << 20,
            new OfJob(Integer.MAX_VALUE, JobArray.MOST, 0),
            new OfLive(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE));

    /** Variables of one job; the environments that people have are of a hundred or two. */
    private static final int MOST_VARIABLES = 4_096;

    /** Words of one command; all of them together may take 2 MiB (Linux, execve(2)). */
    private static final int MOST_WORDS = 32_768;

    /**
     * Of one job.
     *
     * @param tasks how many tasks it may have
     * @param array how many jobs an array may have
     * @param leastMilli what each task asks for at least: thousandths of a CPU, or of a GPU. Any number of tasks that ask for neither
     *     would start at once.
     */
    public record OfJob(int tasks, int array, long leastMilli) {}

    /**
     * Of all that wait or run.
     *
     * @param jobs how many
     * @param jobsOfTenant how many in the queue of one tenant and those below it
     * @param bytes what their documents may take in memory, as {@link SpecBytes} counts
     * @param bytesOfTenant the same of one tenant
     */
    public record OfLive(long jobs, long jobsOfTenant, long bytes, long bytesOfTenant) {}

    /**
     * Refuses jobs that could not come in even where nothing else lives.
     *
     * @param shared true where the bounds of one tenant hold too
     * @return what they add
     */
    public Amount check(JobGraph jobs, boolean shared) {
        long count = 0;
        long bytes = 0;
        for (JobGraph.Member member : jobs.jobs()) {
            check(member.spec());
            long links = 0;
            for (JobGraph.Link link : member.links()) {
                links += jobs.jobs().get(link.job()).count();
            }
            count += member.count();
            bytes += SpecBytes.shared(member.spec())
                    + member.count() * (SpecBytes.own(member.spec()) + links * SpecBytes.PER_AFTER);
        }
        long mostJobs = shared ? Math.min(live.jobsOfTenant, live.jobs) : live.jobs;
        if (count > mostJobs) {
            String key = jobs.jobs().size() == 1 ? "array" : "jobs";
            throw new OverBoundsException(
                    key, key + ": " + count + " jobs are more than the " + mostJobs + " that may wait or run at once");
        }
        long mostBytes = shared ? Math.min(live.bytesOfTenant, live.bytes) : live.bytes;
        if (bytes > mostBytes) {
            throw new OverBoundsException(
                    "",
                    "the documents of these " + count + (count == 1 ? " job" : " jobs") + " take " + text(bytes)
                            + " of memory, more than the " + text(mostBytes)
                            + " that those of all jobs that wait or run may take; hand in fewer, or smaller ones");
        }
        return new Amount(count, bytes);
    }

    /**
     * Refuses {@code variables} for each of {@code jobs} where they would take more memory than all documents may.
     *
     * @return how much memory they take, bytes
     */
    public long checkVariables(int jobs, int variables) {
        long bytes = (long) jobs * variables * SpecBytes.PER_VARIABLE;
        if (bytes > live.bytes) {
            throw new OverBoundsException(
                    "env",
                    "env: " + variables + " variables for each of " + jobs + " jobs are more than memory is given for");
        }
        return bytes;
    }

    private void check(JobSpec spec) {
        if (spec.tasks() > job.tasks) {
            throw tooManyTasks("", spec.tasks());
        }
        int array = spec.terms().array().count();
        if (spec.terms().array().unplaced() && array > job.array) {
            throw new OverBoundsException(
                    "array", "array: an array has at most " + job.array + " jobs here, not " + array);
        }
        long variables = 0;
        List<TaskGroup> groups = spec.everyGroup();
        for (int group = 0; group < groups.size(); group++) {
            check(groups.get(group), spec.pathOf(group));
            variables += groups.get(group).program().environment().size();
        }
        if (variables > MOST_VARIABLES) {
            throw new OverBoundsException(
                    "env", "env: a job has at most " + MOST_VARIABLES + " variables, not " + variables);
        }
    }

    private OverBoundsException tooManyTasks(String path, int tasks) {
        String key = path + "tasks";
        return new OverBoundsException(key, key + ": must be from 1 to " + job.tasks + " here, but is " + tasks);
    }

    /** Refuses a group; its keys are below {@code path}. */
    private void check(TaskGroup group, String path) {
        if (group.max() > job.tasks) {
            throw tooManyTasks(path, group.max());
        }
        int words = group.program().command().size();
        if (words > MOST_WORDS) {
            String key = path + "command";
            throw new OverBoundsException(key, key + ": a command has at most " + MOST_WORDS + " words, not " + words);
        }
        Demand demand = group.demand();
        if (demand.cpuMilli() < job.leastMilli && demand.totalGpuMilli() < job.leastMilli) {
            String key = path.isEmpty() ? "demand.cpu" : path + "cpu";
            throw new OverBoundsException(
                    key,
                    key + ": a task must ask for at least " + decimal(job.leastMilli)
                            + " of a CPU or of a GPU here, but asks for " + decimal(demand.cpuMilli()) + " CPUs");
        }
    }

    private static String decimal(long milli) {
        return BigDecimal.valueOf(milli, 3).stripTrailingZeros().toPlainString();
    }

    static String text(long bytes) {
        long mib = (bytes + (1 << 20) - 1) >> 20;
        return bytes < 1 << 20 ? Bytes.format(bytes) : mib + "Mi";
    }
}
