package io.berth.sim.forecast;

import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How long jobs run: as their users say by an estimate or a time limit, else as long as finished jobs of the same name and queue
 * ran, else as those of the same queue. A job that has run for longer than that is expected to run for as long again, as a
 * prediction that was passed is prolonged by Tsafrir, Etsion and Feitelson (TPDS 18(6), 2007).
 */
public final class RunTimes {
    /** Fewer jobs of a queue, which may be of any kind, say nothing about another. */
    private static final int LEAST_OF_QUEUE = 3;

    private static final double MEDIAN = 0.5;
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]$");

    private final TreeMap<String, long[]> byName;
    private final TreeMap<String, long[]> byQueue;

    private RunTimes(TreeMap<String, long[]> byName, TreeMap<String, long[]> byQueue) {
        this.byName = byName;
        this.byQueue = byQueue;
    }

    /** What {@code runs} tell. */
    public static RunTimes of(List<PastRun> runs) {
        TreeMap<String, List<Long>> names = new TreeMap<>();
        TreeMap<String, List<Long>> queues = new TreeMap<>();
        for (PastRun run : runs) {
            names.computeIfAbsent(key(run.name(), run.queue()), _ -> new ArrayList<>())
                    .add(run.nanos());
            queues.computeIfAbsent(run.queue(), _ -> new ArrayList<>()).add(run.nanos());
        }
        return new RunTimes(sorted(names), sorted(queues));
    }

    /** How long {@code job} is expected to run at {@code now}. */
    RunTime expected(Job job, long now) {
        return at(job, now, MEDIAN);
    }

    /**
     * How long {@code job} runs at {@code now}, where the past runs that it rests on are drawn from.
     *
     * @param rank which of them from the shortest to the longest, 0 to 1; 0.5 for the median
     */
    RunTime at(Job job, long now, double rank) {
        JobSpec spec = job.spec();
        long ran = job.startNanos() < 0 ? 0 : StrictMath.max(0, now - job.startNanos()) + job.keptNanos();
        if (spec.estimateNanos() != Nanos.NEVER) {
            boolean limit = spec.estimateNanos() == spec.terms().timeLimitNanos();
            return ran <= spec.estimateNanos()
                    ? new RunTime(
                            job.id(), spec.name(), spec.estimateNanos(), limit ? Basis.TIME_LIMIT : Basis.ESTIMATE, 0)
                    : overrun(job, ran);
        }
        long[] runs = byName.get(key(spec.name(), spec.queue()));
        if (runs != null) {
            return drawn(job, ran, runs, rank, Basis.SAME_NAME);
        }
        long[] ofQueue = byQueue.get(spec.queue());
        if (ofQueue != null && ofQueue.length >= LEAST_OF_QUEUE) {
            return drawn(job, ran, ofQueue, rank, Basis.SAME_QUEUE);
        }
        return new RunTime(job.id(), spec.name(), Nanos.NEVER, Basis.NONE, 0);
    }

    /** One of the runs that were longer than what the job has run already. */
    private static RunTime drawn(Job job, long ran, long[] runs, double rank, Basis basis) {
        int first = 0;
        while (first < runs.length && runs[first] <= ran) {
            first++;
        }
        if (first == runs.length) {
            return overrun(job, ran);
        }
        int left = runs.length - first;
        int chosen = first + StrictMath.min(left - 1, (int) (left * rank));
        return new RunTime(job.id(), job.spec().name(), runs[chosen], basis, left);
    }

    private static RunTime overrun(Job job, long ran) {
        long limit = job.spec().terms().timeLimitNanos();
        return new RunTime(job.id(), job.spec().name(), StrictMath.min(limit, Nanos.after(ran, ran)), Basis.OVERRUN, 0);
    }

    /** The jobs of an array are alike, so they count as of one name. */
    private static String key(String name, String queue) {
        return queue + '\0' + INDEX.matcher(name).replaceFirst("");
    }

    private static TreeMap<String, long[]> sorted(TreeMap<String, List<Long>> lists) {
        TreeMap<String, long[]> sorted = new TreeMap<>();
        lists.forEach((key, list) -> {
            long[] runs = list.stream().mapToLong(Long::longValue).toArray();
            Arrays.sort(runs);
            sorted.put(key, runs);
        });
        return sorted;
    }
}
