package io.berth.sim.portfolio;

import io.berth.core.policy.SortKey;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeSet;

/**
 * What a workload is like, as far as the choice of a strategy depends on it. Parts are of the jobs, 0 to 1.
 *
 * @param jobs how many were looked at
 * @param seconds from the first arrival to the last
 * @param load GPU time, or CPU time, that is asked for over what the cluster has while jobs arrive
 * @param burstiness standard deviation of the time between arrivals over its mean; 1 where they are independent
 * @param runP50Seconds the median run time
 * @param runP99Seconds the 99th percentile
 * @param runVariation standard deviation of run times over their mean
 * @param sizes parts of the jobs, and of the time asked for, by how many GPUs they want, in the order of sizes
 * @param gangs jobs of several tasks
 * @param sharing jobs that want a part of a GPU
 * @param estimated jobs of which somebody says how long they run
 * @param estimateError the median of how many times too long or too short estimates are; NaN where there are none
 * @param deadlines jobs with a deadline
 * @param resumable jobs that go on where they were stopped
 * @param interactive jobs that somebody waits for, or that serve
 * @param priorities how many different ones there are
 * @param queues how many different ones there are
 * @param reading jobs that read data sets
 */
public record WorkFactors(
        long jobs,
        double seconds,
        double load,
        double burstiness,
        double runP50Seconds,
        double runP99Seconds,
        double runVariation,
        SequencedMap<String, SizeTally.Part> sizes,
        double gangs,
        double sharing,
        double estimated,
        double estimateError,
        double deadlines,
        double resumable,
        double interactive,
        int priorities,
        int queues,
        double reading) {
    public WorkFactors {
        sizes = Collections.unmodifiableSequencedMap(sizes);
    }

    /** Those of {@code arrivals}, in their order, on {@code cluster}; those without an end count with no run time. */
    public static WorkFactors of(Iterable<Arrival> arrivals, ClusterFactors cluster) {
        Tally tally = new Tally(cluster);
        arrivals.forEach(tally::add);
        return tally.factors();
    }

    /** Adds up. */
    private static final class Tally {
        private final ClusterFactors cluster;
        private final SizeTally sizes = new SizeTally();
        private final List<Double> gaps = new ArrayList<>();
        private final List<Double> runs = new ArrayList<>();
        private final List<Double> errors = new ArrayList<>();
        private final TreeSet<Integer> priorities = new TreeSet<>();
        private final TreeSet<String> queues = new TreeSet<>();
        private long jobs;
        private long gangs;
        private long sharing;
        private long deadlines;
        private long resumable;
        private long interactive;
        private long reading;
        private double area;
        private long firstNanos;
        private long lastNanos;

        Tally(ClusterFactors cluster) {
            this.cluster = cluster;
        }

        void add(Arrival arrival) {
            JobSpec spec = arrival.spec();
            if (jobs == 0) {
                firstNanos = arrival.atNanos();
            } else {
                gaps.add(Nanos.toSeconds(arrival.atNanos() - lastNanos));
            }
            lastNanos = arrival.atNanos();
            jobs++;
            gangs += spec.tasks() > 1 ? 1 : 0;
            boolean part = spec.groups().stream()
                    .anyMatch(group ->
                            group.demand().gpus() > 0 && !group.demand().wholeGpus());
            sharing += part ? 1 : 0;
            deadlines += spec.deadlineNanos() == Nanos.NEVER ? 0 : 1;
            resumable += spec.terms().interruption().resumes() ? 1 : 0;
            interactive += spec.kind() == JobKind.BATCH ? 0 : 1;
            reading += reads(spec) ? 1 : 0;
            priorities.add(spec.priority());
            queues.add(spec.queue());
            time(spec);
        }

        private static boolean reads(JobSpec spec) {
            return spec.groups().stream()
                    .flatMap(group -> group.demand().preferences().stream())
                    .anyMatch(Preference.OfData.class::isInstance);
        }

        private void time(JobSpec spec) {
            long work = spec.workNanos();
            double run = work == Nanos.NEVER ? 0 : Nanos.toSeconds(work);
            boolean counts = cluster.gpus() == 0 || spec.needsDevices();
            double ofJob = counts ? run * SortKey.processors(spec) : 0;
            area += ofJob;
            sizes.add(spec.total(Demand::totalGpuMilli), ofJob);
            runs.add(run);
            if (spec.estimateNanos() != Nanos.NEVER) {
                double times = Nanos.toSeconds(spec.estimateNanos()) / StrictMath.max(1, run);
                errors.add(StrictMath.max(times, 1 / StrictMath.max(times, 1e-9)));
            }
        }

        WorkFactors factors() {
            double seconds = Nanos.toSeconds(lastNanos - firstNanos);
            double all = StrictMath.max(1, jobs);
            return new WorkFactors(
                    jobs,
                    seconds,
                    area / (StrictMath.max(1, seconds) * StrictMath.max(1, cluster.processors())),
                    variation(gaps),
                    quantile(runs, 0.5),
                    quantile(runs, 0.99),
                    variation(runs),
                    sizes.parts(),
                    gangs / all,
                    sharing / all,
                    errors.size() / all,
                    quantile(errors, 0.5),
                    deadlines / all,
                    resumable / all,
                    interactive / all,
                    priorities.size(),
                    queues.size(),
                    reading / all);
        }

        private static double quantile(List<Double> values, double q) {
            if (values.isEmpty()) {
                return Double.NaN;
            }
            List<Double> sorted = values.stream().sorted().toList();
            return sorted.get((int) (q * (sorted.size() - 1)));
        }

        private static double variation(List<Double> values) {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            double mean = sum / StrictMath.max(1, values.size());
            double squares = 0;
            for (double value : values) {
                squares += (value - mean) * (value - mean);
            }
            return mean == 0 ? 0 : StrictMath.sqrt(squares / values.size()) / mean;
        }
    }
}
