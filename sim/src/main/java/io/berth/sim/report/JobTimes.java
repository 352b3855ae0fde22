package io.berth.sim.report;

import io.berth.core.metric.Distribution;
import io.berth.core.metric.Window;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.sim.comparison.Mser5;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How long each finished job of a run waited and took, by its number: what pairs the jobs of two runs, and shows when a run has
 * settled. Numbers follow the order of submission, from 1.
 */
public final class JobTimes implements Observer {
    private static final int FIRST_ROOM = 1024;
    private static final int FIRST_NUMBER = 1;

    /** What a run shorter than this counts as in a slowdown. */
    private static final double SHORT_RUN_SECONDS = 10;

    private final Window window;

    /** Seconds by the job's number; NaN for a job that did not finish. */
    private double[] waits = new double[0];

    private double[] completions = new double[0];

    /** By the job's number, of those that finished. */
    private long[] submits = new long[0];

    /**
     * The begin of a run, in which it fills.
     *
     * @param jobs how many are submitted before the first that counts
     * @param settled false where the waits do not show that they have settled
     */
    public record Warmup(int jobs, boolean settled) {}

    /** The times of the jobs submitted in {@code window}. */
    public JobTimes(Window window) {
        this.window = window;
    }

    /** The times of the same jobs in the mean over {@code runs}, of which there is one at least; of those that finished in all. */
    static JobTimes mean(List<JobTimes> runs) {
        if (runs.size() == 1) {
            return runs.getFirst();
        }
        JobTimes mean = new JobTimes(Window.ALL);
        JobTimes first = runs.getFirst();
        int jobs = runs.stream().mapToInt(run -> run.waits.length).min().orElse(0);
        mean.waits = new double[jobs];
        mean.completions = new double[jobs];
        mean.submits = Arrays.copyOf(first.submits, jobs);
        for (int number = 0; number < jobs; number++) {
            for (JobTimes run : runs) {
                mean.waits[number] += run.waits[number] / runs.size();
                mean.completions[number] += run.completions[number] / runs.size();
            }
        }
        return mean;
    }

    /** The times of those of its jobs that were submitted in {@code part}. */
    JobTimes within(Window part) {
        JobTimes times = new JobTimes(part);
        times.submits = submits;
        times.waits = waits.clone();
        times.completions = completions.clone();
        for (int number = 0; number < waits.length; number++) {
            if (!part.holds(submits[number])) {
                times.waits[number] = Double.NaN;
                times.completions[number] = Double.NaN;
            }
        }
        return times;
    }

    @Override
    public void ended(JobEnd end) {
        Job job = end.job();
        if (job.startNanos() < 0 || end.outcome() != JobOutcome.FINISHED || !window.holds(job.submitNanos())) {
            return;
        }
        int number = StrictMath.toIntExact(job.id());
        if (number >= waits.length) {
            int room = StrictMath.max(StrictMath.max(FIRST_ROOM, number + 1), waits.length + waits.length / 2);
            waits = grown(waits, room);
            completions = grown(completions, room);
            submits = Arrays.copyOf(submits, room);
        }
        long completion = end.endNanos() - job.submitNanos();
        waits[number] = Nanos.toSeconds(completion - job.ranNanos(end.endNanos()));
        completions[number] = Nanos.toSeconds(completion);
        submits[number] = job.submitNanos();
    }

    /** How many jobs finished. */
    int finished() {
        return (int) Arrays.stream(waits).filter(wait -> !Double.isNaN(wait)).count();
    }

    /** What those of the jobs {@code first} to {@code last} that finished waited in the mean, seconds; NaN where none did. */
    double meanWait(int first, int last) {
        double sum = 0;
        int jobs = 0;
        for (int number = first; number <= StrictMath.min(last, waits.length - 1); number++) {
            boolean there = !Double.isNaN(waits[number]);
            sum += there ? waits[number] : 0;
            jobs += there ? 1 : 0;
        }
        return jobs == 0 ? Double.NaN : sum / jobs;
    }

    /** The figures of the jobs that finished, by the names that {@link io.berth.core.metric.RunMetrics} has for them. */
    Map<String, Double> figures() {
        Distribution wait = new Distribution();
        Distribution jct = new Distribution();
        Distribution slow = new Distribution();
        for (int number = 0; number < waits.length; number++) {
            if (!Double.isNaN(waits[number])) {
                wait.add(waits[number]);
                jct.add(completions[number]);
                slow.add(slowdown(number));
            }
        }
        Map<String, Double> figures = new TreeMap<>();
        figures.put("jct_mean_s", jct.mean());
        figures.put("jct_p50_s", jct.quantile(0.50));
        figures.put("jct_p99_s", jct.quantile(0.99));
        figures.put("task_completion_time_variance", jct.variance());
        figures.put("wait_mean_s", wait.mean());
        figures.put("queueing_time_mean_s", wait.mean());
        figures.put("wait_p50_s", wait.quantile(0.50));
        figures.put("wait_p90_s", wait.quantile(0.90));
        figures.put("wait_p99_s", wait.quantile(0.99));
        figures.put("wait_max_s", wait.size() == 0 ? Double.NaN : wait.max());
        figures.put("bounded_slowdown_mean", slow.mean());
        return figures;
    }

    /** What is over when the waits have settled by {@link Mser5}; nothing where too few jobs finished to tell. */
    public Warmup warmup() {
        int[] finished = IntStream.range(0, waits.length)
                .filter(number -> !Double.isNaN(waits[number]))
                .toArray();
        Mser5.Cut cut = Mser5.of(
                Arrays.stream(finished).mapToDouble(number -> waits[number]).toArray());
        int first = cut.observations();
        return new Warmup(first == 0 ? 0 : finished[first] - FIRST_NUMBER, cut.settled());
    }

    /** What the jobs that finished in both runs waited here, minus what they waited in {@code baseline}, in their order. */
    double[] waitsMinus(JobTimes baseline) {
        return minus(baseline, number -> waits[number], number -> baseline.waits[number]);
    }

    /** The same of their completion times. */
    double[] completionsMinus(JobTimes baseline) {
        return minus(baseline, number -> completions[number], number -> baseline.completions[number]);
    }

    /** The same of their bounded slowdowns. */
    double[] slowdownsMinus(JobTimes baseline) {
        return minus(baseline, this::slowdown, baseline::slowdown);
    }

    private double slowdown(int number) {
        double ran = completions[number] - waits[number];
        return StrictMath.max(1, completions[number] / StrictMath.max(ran, SHORT_RUN_SECONDS));
    }

    private double[] minus(JobTimes baseline, IntToDoubleFunction ours, IntToDoubleFunction theirs) {
        double[] differences = new double[StrictMath.min(waits.length, baseline.waits.length)];
        int pairs = 0;
        for (int number = 0; number < differences.length; number++) {
            double difference = ours.applyAsDouble(number) - theirs.applyAsDouble(number);
            if (!Double.isNaN(difference)) {
                differences[pairs++] = difference;
            }
        }
        return Arrays.copyOf(differences, pairs);
    }

    private static double[] grown(double[] values, int room) {
        double[] grown = Arrays.copyOf(values, room);
        Arrays.fill(grown, values.length, room, Double.NaN);
        return grown;
    }
}
