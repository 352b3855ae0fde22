package io.berth.learn.online;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import java.util.ArrayList;
import java.util.List;

/** Jobs on 8 nodes of 4 GPUs whose arrivals, sizes and GPU mix change from one phase to the next. */
final class ShiftingWorkload {
    static final List<NodeSpec> NODES = nodes();
    private static final int GPUS = 32;
    private static final int[] WIDTHS = {1, 2, 4, 8};
    private static final long START_NANOS = 1_767_225_600L * Nanos.SECOND;

    /**
     * A stretch of jobs.
     *
     * @param jobs how many
     * @param load GPU time asked for over GPU time there is
     * @param weights of jobs with 1, 2, 4 and 8 GPUs
     * @param medianSeconds of run times, log-normal with {@code sigma}
     * @param slope run times grow with this power of the width
     * @param estimates what users expect
     * @param burst how many jobs come at once
     */
    record Phase(
            String name,
            int jobs,
            double load,
            double[] weights,
            double medianSeconds,
            double sigma,
            double slope,
            Estimates estimates,
            int burst) {
        Phase ofJobs(int newJobs) {
            return new Phase(name, newJobs, load, weights, medianSeconds, sigma, slope, estimates, burst);
        }

        Phase expected(String newName, Estimates newEstimates) {
            return new Phase(newName, jobs, load, weights, medianSeconds, sigma, slope, newEstimates, burst);
        }
    }

    /** What users expect of jobs. */
    interface Estimates {
        /** The estimate of a job that runs so many seconds. */
        double seconds(double run, Chance chance);

        /** Up to so many times the run time. */
        static Estimates loose(double looseness) {
            return (run, chance) -> run * (1 + (looseness - 1) * chance.unit());
        }

        /** As far above the median as the run time is below it, and the other way round. */
        static Estimates mirrored(double medianSeconds) {
            return (run, chance) -> medianSeconds * medianSeconds / run;
        }
    }

    private ShiftingWorkload() {}

    /** Calm; then bursts of many small ones; then wide ones that are short; then sizes over three powers of ten with loose estimates. */
    static List<Phase> phases(int jobs) {
        return List.of(
                new Phase("calm", jobs, 0.6, new double[] {5, 3, 2, 0}, 600, 0.8, 0, Estimates.loose(1.5), 1),
                new Phase("bursts", jobs, 0.85, new double[] {6, 3, 1, 0}, 300, 1.3, 0.3, Estimates.loose(2), 60),
                new Phase("gpu mix", jobs, 0.9, new double[] {4, 2, 2, 2}, 900, 0.8, -1, Estimates.loose(1.5), 8),
                new Phase("sizes", jobs, 0.9, new double[] {4, 3, 2, 1}, 300, 1.8, 0.5, Estimates.loose(4), 4));
    }

    /** What was learnt of it turns bad: bursts, with estimates that are near; the same with estimates that mislead; near ones again. */
    static List<Phase> misled(int jobs) {
        Phase near = phases(jobs).get(1);
        return List.of(
                near,
                near.expected("misled", Estimates.mirrored(near.medianSeconds())),
                near.expected("near again", near.estimates()));
    }

    static ListedWorkload jobs(List<Phase> phases, long seed) {
        List<Arrival> arrivals = new ArrayList<>();
        Demand[] demands = new Demand[WIDTHS.length];
        for (int i = 0; i < WIDTHS.length; i++) {
            int perTask = Math.min(4, WIDTHS[i]);
            demands[i] = Demand.cpu(1000L * perTask, 1L << 30).withGpus(perTask);
        }
        double at = 0;
        for (Phase phase : phases) {
            Chance chance = new Chance(seed, phase.name(), 0);
            double area = 0;
            for (int i = 0; i < 4000; i++) {
                int width = draw(phase, chance);
                area += WIDTHS[width] * run(phase, width, chance) / 4000;
            }
            double gap = area / (phase.load() * GPUS);
            for (int job = 0; job < phase.jobs(); job++) {
                at += job % phase.burst() == 0 ? chance.exponential(gap * phase.burst()) : 0;
                int width = draw(phase, chance);
                double run = run(phase, width, chance);
                double estimate = phase.estimates().seconds(run, chance);
                JobSpec spec = JobSpec.batch(phase.name(), demands[width], (long) (run * Nanos.SECOND))
                        .withTasks(Math.max(1, WIDTHS[width] / 4));
                arrivals.add(new Arrival(
                        START_NANOS + (long) (at * Nanos.SECOND), spec.withEstimate((long) (estimate * Nanos.SECOND))));
            }
        }
        return ListedWorkload.of(arrivals);
    }

    private static int draw(Phase phase, Chance chance) {
        double sum = 0;
        for (double weight : phase.weights()) {
            sum += weight;
        }
        double left = chance.unit() * sum;
        int width = 0;
        while (width < WIDTHS.length - 1 && left >= phase.weights()[width]) {
            left -= phase.weights()[width++];
        }
        return width;
    }

    private static double run(Phase phase, int width, Chance chance) {
        double run = phase.medianSeconds()
                * StrictMath.exp(phase.sigma() * chance.normal())
                * StrictMath.pow(WIDTHS[width], phase.slope());
        return Math.clamp(run, 5, 24 * 3600);
    }

    private static List<NodeSpec> nodes() {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < 8; node++) {
            nodes.add(NodeSpec.of("node-" + node, 64_000, 256L << 30, 4, "H100"));
        }
        return nodes;
    }
}
