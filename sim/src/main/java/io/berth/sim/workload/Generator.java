package io.berth.sim.workload;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Terms;
import io.berth.spec.scenario.ServiceUse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A seeded stream of jobs, of some number or without end. Job {@code k} and the gap before it are functions of (seed, k):
 * a feeder that restarts goes on with {@link #from(long, long)} and gives the jobs and instants of a run that was never
 * interrupted.
 *
 * <p>The rate follows from the load: a job takes {@code GPUs x tasks x run time} GPU-seconds in the mean (exactly, from
 * the options), and jobs arrive so that this is the wanted share of the cluster's GPU-seconds. Where the mix asks for no
 * GPUs, CPUs take their place.
 *
 * <p>The user's estimate is uniform between the run time and {@code 1 + estimateError} times it: the f-model of A. W.
 * Mu'alem and D. G. Feitelson, Utilization, predictability, workloads, and user runtime estimates in scheduling the IBM
 * SP2 with backfilling, IEEE TPDS 12(6), 2001. {@link GeneratorOptions} says where the other numbers come from.
 */
public final class Generator implements Workload {
    private static final String STREAM = "generate.job";
    private static final String ESTIMATED = "generate.estimated";
    private static final GeneratorOptions.JobProfile USUAL = new GeneratorOptions.JobProfile("job-", RunProfile.NONE);

    private final GeneratorOptions options;
    private final DemandCatalog demands;
    private final Choice<Integer> tasks;
    private final Choice<JobKind> kinds;
    private final Choice<String> queues;
    private final @Nullable Choice<GeneratorOptions.JobProfile> profiles;
    private final @Nullable Choice<Double> deadlineFactors;
    private final LogNormal runNanos;
    private final double interarrivalNanos;
    private final ArrivalGaps gaps;

    /** Jobs for a cluster of {@code nodes}. */
    public Generator(GeneratorOptions options, List<NodeSpec> nodes) {
        this.options = options;
        demands = new DemandCatalog(options);
        tasks = new Choice<>(options.gangTasks());
        kinds = new Choice<>(options.kinds());
        queues = new Choice<>(options.queues());
        profiles = options.profiles().isEmpty() ? null : new Choice<>(options.profiles());
        deadlineFactors = options.deadlineFactors().isEmpty() ? null : new Choice<>(options.deadlineFactors());
        runNanos = new LogNormal(
                options.durationMedianNanos(), options.durationSigma(), (double) options.durationMaxNanos());
        interarrivalNanos = options.interarrivalNanos() > 0 ? options.interarrivalNanos() : interarrivalNanos(nodes);
        double variation = options.arrivals() == ArrivalPattern.BURSTY ? options.burstiness() : 1;
        gaps = new ArrivalGaps(options.seed(), interarrivalNanos, variation);
    }

    @Override
    public long size() {
        return options.jobs();
    }

    /** How often each demand is drawn in a million tasks; exact, not a sample. */
    @Override
    public List<DemandCount> mix() {
        return demands.mix();
    }

    @Override
    public Iterator<Arrival> iterator() {
        return from(0, options.startNanos());
    }

    /** The arrivals from job {@code index} on; the gaps before it are drawn again, tens of millions a second. */
    public Iterator<Arrival> from(long index) {
        return from(index, gaps.previous(options.startNanos(), index));
    }

    /** The arrivals from job {@code index} on, where the job before it arrived at {@code previousNanos}. */
    public Iterator<Arrival> from(long index, long previousNanos) {
        if (index < 0) {
            throw new IllegalArgumentException("The index (" + index + ") must not be negative.");
        }
        return new Arrivals(index, previousNanos);
    }

    /** Job {@code index}, from 0. */
    public JobSpec job(long index) {
        // The order of the draws is part of what a seed means: a new property draws last.
        Chance chance = new Chance(options.seed(), STREAM, index);
        Demand demand = demands.at(chance.unit());
        int gang = tasks.at(chance.unit());
        long work = StrictMath.max(1, (long) runNanos.draw(chance));
        double told = work * (1 + options.estimateError() * chance.unit());
        long estimate = isEstimated(index) ? (long) told : Nanos.NEVER;
        JobKind kind = kinds.at(chance.unit());
        String queue = queues.at(chance.unit());
        Demand named = options.resourceShares().isEmpty() ? demand : withResources(demand, chance);
        Demand whole = options.within() == null ? named : named.withPeers(List.of(options.within()));
        GeneratorOptions.JobProfile profile = profiles == null ? USUAL : profiles.at(chance.unit());
        long deadline = deadlineFactors == null ? Nanos.NEVER : (long) (deadlineFactors.at(chance.unit()) * work);
        String name = prefix(profile, index).concat(Long.toString(index));
        JobSpec job = new JobSpec(
                name,
                queue,
                kind,
                0,
                TaskGroup.of(gang, options.use().asked(options.seed(), index, whole)),
                new Timing(
                        estimate,
                        work,
                        options.patienceNanos(),
                        deadline,
                        profile.speeds().withTraffic(options.profile().traffic())));
        return options.checkpoints().equals(Checkpoints.FREE)
                ? job
                : job.withTerms(Terms.NONE.withInterruption(Interruption.HARMLESS.with(options.checkpoints())));
    }

    private boolean isEstimated(long index) {
        return options.estimated() >= 1 || Chance.unitAt(options.seed(), ESTIMATED, index, 0) < options.estimated();
    }

    /** The name of a job without its number: that of its kind, where there are kinds. */
    private String prefix(GeneratorOptions.JobProfile profile, long index) {
        int families = options.use().families();
        return families == 0 ? profile.prefix() : UseOptions.name(options.use().family(options.seed(), index)) + "-";
    }

    @Override
    public boolean measured() {
        return !options.use().equals(UseOptions.NONE);
    }

    @Override
    public @Nullable ServiceUse services() {
        return options.use().service();
    }

    @Override
    public JobUse use(long index) {
        return options.use().of(options.seed(), index);
    }

    private Demand withResources(Demand demand, Chance chance) {
        List<ExtendedResource> resources = new ArrayList<>();
        options.resourceShares().forEach((name, share) -> {
            if (chance.unit() < share) {
                resources.add(new ExtendedResource(name, 1));
            }
        });
        return demand.withAmounts(demand.amounts().withExtended(resources));
    }

    /** Between two arrivals in the mean. */
    public double meanInterarrivalNanos() {
        return interarrivalNanos;
    }

    /** GPU-seconds of a job in the mean. */
    public double meanGpuSeconds() {
        return demands.meanGpus() * meanTasks() * runNanos.mean() / Nanos.SECOND;
    }

    private double interarrivalNanos(List<NodeSpec> nodes) {
        double gpus = 0;
        double cpus = 0;
        for (NodeSpec node : nodes) {
            gpus += node.gpus();
            cpus += node.cpuMilli() / 1000.0;
        }
        boolean byGpu = demands.meanGpus() > 0;
        double capacity = byGpu ? gpus : cpus;
        double perTask = byGpu ? demands.meanGpus() : demands.meanCpus();
        if (capacity == 0 || perTask == 0) {
            throw new IllegalArgumentException("The load (" + options.load() + ") means nothing: "
                    + (byGpu ? "the cluster has no GPUs." : "no CPUs are asked for, or there are none.")
                    + " Maybe state the interarrival time.");
        }
        return perTask * meanTasks() * runNanos.mean() / (options.load() * capacity);
    }

    private double meanTasks() {
        double mean = 0;
        for (int i = 0; i < tasks.values().size(); i++) {
            mean += tasks.probability(i) * tasks.values().get(i).value();
        }
        return mean;
    }

    private final class Arrivals implements Iterator<Arrival> {
        private long index;
        private long previousNanos;

        Arrivals(long index, long previousNanos) {
            this.index = index;
            this.previousNanos = previousNanos;
        }

        @Override
        public boolean hasNext() {
            return options.jobs() == ENDLESS || index < options.jobs();
        }

        @Override
        public Arrival next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            previousNanos = Nanos.after(previousNanos, gaps.before(index));
            return new Arrival(previousNanos, job(index++));
        }
    }
}
