package io.berth.sim.report;

import io.berth.core.engine.Job;
import io.berth.core.engine.JobEnd;
import io.berth.core.engine.JobOutcome;
import io.berth.core.engine.Observer;
import io.berth.core.metric.Window;
import io.berth.core.time.Nanos;
import io.berth.sim.comparison.Mser5;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How long each finished job of a run waited and took, by its number: what pairs the jobs of two runs, and shows when a run has
 * settled. Numbers follow the order of submission, from 1.
 */
public final class JobTimes implements Observer {
    private static final int FIRST_ROOM = 1024;
    private static final int FIRST_NUMBER = 1;

    private final Window window;

    /** Seconds by the job's number; NaN for a job that did not finish. */
    private double[] waits = new double[0];

    private double[] completions = new double[0];

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
        }
        long completion = end.atNanos() - job.submitNanos();
        waits[number] = Nanos.toSeconds(completion - job.ranNanos(end.atNanos()));
        completions[number] = Nanos.toSeconds(completion);
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
        return minus(waits, baseline.waits);
    }

    /** The same of their completion times. */
    double[] completionsMinus(JobTimes baseline) {
        return minus(completions, baseline.completions);
    }

    private static double[] minus(double[] ours, double[] theirs) {
        double[] differences = new double[StrictMath.min(ours.length, theirs.length)];
        int pairs = 0;
        for (int number = 0; number < differences.length; number++) {
            double difference = ours[number] - theirs[number];
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
