package io.berth.sim.workload;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.RunProfile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Generator} makes. {@link #builder()} begins with the defaults, which are calibrated to published
 * statistics:
 *
 * <ul>
 *   <li>GPUs per task: openb's default list [1], 8,152 pods of which 1,088 ask for no GPU, 3,911 for one whole, 3,078 for
 *       a share of one (here in steps of a quarter for shares up to 0.37, a half up to 0.6, and 0.8; their means are 0.27,
 *       0.48 and 0.78), 16 for two, 15 for four and 44 for eight.
 *   <li>run time: log-normal; its median of 616 s is that of the pods in [1] that were placed; its sigma of 2.18 makes
 *       the mean before the cut-off 6,631 s, near the 6,652 s of the 1,580,464 jobs of Helios as compared in [2], which
 *       lie between Acme's Seren (1,414 s) and Philly (18,006 s). The cut-off at 7 days is a choice; it lowers the mean
 *       to 6,023 s.
 *   <li>CPU and memory: 8 CPUs and 32 GiB beside a GPU, less than the median of [1] (11.3 CPUs, 47 GiB for a whole GPU),
 *       so that on common machines of 12 CPUs per GPU the GPUs are what is short.
 *   <li>burstiness, load: choices; 1 in gangs, one kind and one queue as in [1]. Estimates are exact and patience has no
 *       end unless said otherwise.
 * </ul>
 *
 * <p>[1] alibaba/clusterdata, cluster-trace-gpu-v2023; Weng et al.: Beware of fragmentation: scheduling GPU-sharing
 * workloads with fragmentation gradient descent, USENIX ATC 2023. [2] Hu et al.: Characterization of large language model
 * development in the datacenter, USENIX NSDI 2024, with InternLM/AcmeTrace; Helios is Hu et al., SC 2021.
 *
 * @param seed of all chance
 * @param jobs how many; {@link Workload#ENDLESS} for no end
 * @param startNanos when the first gap begins, UTC nanoseconds
 * @param arrivals how they are spread over time
 * @param burstiness squared coefficient of variation of the gaps of bursty arrivals, 1 (Poisson) to 1000
 * @param load wanted GPU-seconds per GPU-second of the cluster, above 0; not used where interarrivalNanos is given
 * @param interarrivalNanos between two arrivals in the mean; 0 to follow from the load
 * @param gpuMilli thousandths of GPUs of a task: 0, a share below 1000, or whole GPUs
 * @param models the GPU models that will do; an empty list for any; drawn for tasks with GPUs
 * @param gangTasks equal tasks of a job
 * @param kinds what jobs are for; every kind ends after its run time
 * @param queues whose jobs they are
 * @param cpuMilliPerGpu CPU beside a GPU, and of a task without
 * @param memoryBytesPerGpu memory likewise
 * @param durationMedianNanos median run time
 * @param durationSigma standard deviation of the run time's natural logarithm
 * @param durationMaxNanos longest run time
 * @param estimateError how far estimates go above the run time, as a multiple of it; 0 for exact ones
 * @param patienceNanos how long a job waits before it gives up; {@link Nanos#NEVER} for ever
 * @param resourceShares by extended resource: the part of the jobs, 0 to 1, each of whose tasks asks for one unit of it
 * @param profiles how fast jobs are by model of device; empty for as fast everywhere
 * @param deadlineFactors how many times its run time a job's deadline is after its submission; empty for no deadlines
 * @param within in one domain of which all tasks of a job go; null for anywhere
 * @param profile what the speed of a job depends on
 * @param mig the MIG profiles of which tasks ask for an instance, weighted beside {@code gpuMilli}; with some that may be empty
 * @param use what jobs really use of what they ask for
 * @param checkpoints what they lose when they are stopped and go on
 * @param estimated the part of the jobs, 0 to 1, whose users say how long they run
 */
public record GeneratorOptions(
        long seed,
        long jobs,
        long startNanos,
        ArrivalPattern arrivals,
        double burstiness,
        double load,
        long interarrivalNanos,
        List<Weighted<Integer>> gpuMilli,
        List<Weighted<List<String>>> models,
        List<Weighted<Integer>> gangTasks,
        List<Weighted<JobKind>> kinds,
        List<Weighted<String>> queues,
        long cpuMilliPerGpu,
        long memoryBytesPerGpu,
        long durationMedianNanos,
        double durationSigma,
        long durationMaxNanos,
        double estimateError,
        long patienceNanos,
        SequencedMap<String, Double> resourceShares,
        List<Weighted<JobProfile>> profiles,
        List<Weighted<Double>> deadlineFactors,
        @Nullable Within within,
        RunProfile profile,
        List<Weighted<String>> mig,
        UseOptions use,
        Checkpoints checkpoints,
        double estimated) {
    /** Largest burstiness; beyond it practically all jobs come in one burst. */
    public static final double MAX_BURSTINESS = 1000;

    private static final double MAX_SIGMA = 10;
    private static final double MAX_ESTIMATE_ERROR = 1e6;
    private static final int MAX_GANG_TASKS = 100_000;

    /**
     * How fast some of the jobs are by model of device.
     *
     * @param prefix what their names begin with
     */
    public record JobProfile(String prefix, RunProfile speeds) {}

    public GeneratorOptions {
        mig = List.copyOf(mig);
        gpuMilli = mig.isEmpty() ? checked("gpus", gpuMilli) : List.copyOf(gpuMilli);
        models = checked("models", models);
        gangTasks = checked("gang", gangTasks);
        kinds = checked("kinds", kinds);
        queues = checked("queues", queues);
        for (Weighted<Integer> size : gpuMilli) {
            checkGpus(size.value());
        }
        for (Weighted<Integer> tasks : gangTasks) {
            check("gang", tasks.value(), 1, MAX_GANG_TASKS);
        }
        if (jobs != Workload.ENDLESS) {
            check("jobs", jobs, 0, Long.MAX_VALUE);
        }
        check("start", startNanos, 0, Nanos.NEVER);
        check("burstiness", burstiness, 1, MAX_BURSTINESS);
        check("load", load, Double.MIN_VALUE, 1e6);
        check("interarrival", interarrivalNanos, 0, Nanos.NEVER);
        check("cpu_per_gpu", cpuMilliPerGpu, 0, 1_000_000_000L);
        check("memory_per_gpu", memoryBytesPerGpu, 0, 1L << 50);
        check("duration_median", durationMedianNanos, 1, Nanos.NEVER);
        check("duration_sigma", durationSigma, 0, MAX_SIGMA);
        check("duration_max", durationMaxNanos, 1, Nanos.NEVER);
        check("estimate_error", estimateError, 0, MAX_ESTIMATE_ERROR);
        check("estimated", estimated, 0, 1);
        check("patience", patienceNanos, 0, Nanos.NEVER);
        resourceShares = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(resourceShares));
        resourceShares.forEach((name, share) -> check(name, share, 0, 1));
        profiles = profiles.isEmpty() ? List.of() : checked("profiles", profiles);
        deadlineFactors = deadlineFactors.isEmpty() ? List.of() : checked("deadlines", deadlineFactors);
    }

    /** The defaults, to be changed. */
    public static Builder builder() {
        return new Builder();
    }

    /** The default mix without the tasks that no node of {@code nodes} has the GPUs for. */
    public static List<Weighted<Integer>> gpuMilliFitting(List<NodeSpec> nodes) {
        int most = 0;
        for (NodeSpec node : nodes) {
            for (DeviceSet set : node.devices()) {
                most = set.kind().equals(Acceptable.GPU) ? StrictMath.max(most, set.count()) : most;
            }
        }
        List<Weighted<Integer>> fitting = new ArrayList<>();
        for (Weighted<Integer> size : Builder.OPENB_GPU_MILLI) {
            if (size.value() <= most * Demand.WHOLE_GPU_MILLI) {
                fitting.add(size);
            }
        }
        return fitting;
    }

    /** The default CPUs beside a GPU, or fewer, so that all GPUs of any node can be used by tasks of any variant. */
    public static long cpuMilliPerGpuFitting(List<NodeSpec> nodes) {
        long fitting = Builder.CPU_MILLI_PER_GPU;
        for (NodeSpec node : nodes) {
            fitting = StrictMath.min(fitting, perGpu(node.cpuMilli(), node.gpus()));
        }
        return fitting;
    }

    /** The default memory beside a GPU, likewise. */
    public static long memoryBytesPerGpuFitting(List<NodeSpec> nodes) {
        long fitting = Builder.MEMORY_BYTES_PER_GPU;
        for (NodeSpec node : nodes) {
            fitting = StrictMath.min(fitting, perGpu(node.memoryBytes(), node.gpus()));
        }
        return fitting;
    }

    private static long perGpu(long amount, int gpus) {
        return amount / StrictMath.max(1, gpus) * 1000 / DemandCatalog.LARGEST_VARIANT_MILLI;
    }

    private static <T> List<Weighted<T>> checked(String key, List<Weighted<T>> values) {
        double sum = 0;
        for (Weighted<T> value : values) {
            sum += value.weight();
        }
        if (!(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("The " + key + " (" + values + ") need a weight above 0.");
        }
        return List.copyOf(values);
    }

    private static void checkGpus(int gpuMilli) {
        check("gpus", gpuMilli, 0, (long) NodeSpec.MAX_GPUS * Demand.WHOLE_GPU_MILLI);
        if (gpuMilli > Demand.WHOLE_GPU_MILLI && gpuMilli % Demand.WHOLE_GPU_MILLI != 0) {
            throw new IllegalArgumentException(
                    "The gpus (" + gpuMilli / 1000.0 + ") must be a share up to 1, or whole GPUs.");
        }
    }

    private static void check(String key, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException("The " + key + " (" + value + ") must be " + min + " to " + max + ".");
        }
    }

    private static void check(String key, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException("The " + key + " (" + value + ") must be " + min + " to " + max + ".");
        }
    }

    /** Options in the making; the record says what each means. */
    public static final class Builder {
        // Counts of pods in openb's default list [1].
        private static final long CPU_MILLI_PER_GPU = 8_000;
        private static final long MEMORY_BYTES_PER_GPU = 32L << 30;
        private static final List<Weighted<Integer>> OPENB_GPU_MILLI = List.of(
                new Weighted<>(0, 1088),
                new Weighted<>(250, 701),
                new Weighted<>(500, 1046),
                new Weighted<>(800, 1331),
                new Weighted<>(1000, 3911),
                new Weighted<>(2000, 16),
                new Weighted<>(4000, 15),
                new Weighted<>(8000, 44));

        private long seed = 42;
        private long jobs = 1000;
        private long startNanos = Workload.START_NANOS;
        private ArrivalPattern arrivals = ArrivalPattern.POISSON;
        private double burstiness = 4;
        private double load = 0.8;
        private long interarrivalNanos;
        private List<Weighted<Integer>> gpuMilli = OPENB_GPU_MILLI;
        private List<Weighted<List<String>>> models = List.of(new Weighted<>(List.of(), 1));
        private List<Weighted<Integer>> gangTasks = List.of(new Weighted<>(1, 1));
        private List<Weighted<JobKind>> kinds = List.of(new Weighted<>(JobKind.BATCH, 1));
        private List<Weighted<String>> queues = List.of(new Weighted<>(JobSpec.DEFAULT_QUEUE, 1));
        private long cpuMilliPerGpu = CPU_MILLI_PER_GPU;
        private long memoryBytesPerGpu = MEMORY_BYTES_PER_GPU;
        private long durationMedianNanos = 616 * Nanos.SECOND;
        private double durationSigma = 2.18;
        private long durationMaxNanos = 7 * Nanos.DAY;
        private double estimateError;
        private long patienceNanos = Nanos.NEVER;
        private Checkpoints checkpoints = Checkpoints.FREE;
        private SequencedMap<String, Double> resourceShares = new LinkedHashMap<>();
        private List<Weighted<JobProfile>> profiles = List.of();
        private List<Weighted<Double>> deadlineFactors = List.of();
        private @Nullable Within within;
        private RunProfile profile = RunProfile.NONE;
        private List<Weighted<String>> mig = List.of();
        private UseOptions use = UseOptions.NONE;
        private double estimated = 1;

        private Builder() {}

        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        public Builder jobs(long jobs) {
            this.jobs = jobs;
            return this;
        }

        public Builder startNanos(long startNanos) {
            this.startNanos = startNanos;
            return this;
        }

        public Builder arrivals(ArrivalPattern arrivals) {
            this.arrivals = arrivals;
            return this;
        }

        public Builder burstiness(double burstiness) {
            this.burstiness = burstiness;
            return this;
        }

        public Builder load(double load) {
            this.load = load;
            return this;
        }

        public Builder interarrivalNanos(long interarrivalNanos) {
            this.interarrivalNanos = interarrivalNanos;
            return this;
        }

        public Builder gpuMilli(List<Weighted<Integer>> gpuMilli) {
            this.gpuMilli = gpuMilli;
            return this;
        }

        public Builder models(List<Weighted<List<String>>> models) {
            this.models = models;
            return this;
        }

        public Builder gangTasks(List<Weighted<Integer>> gangTasks) {
            this.gangTasks = gangTasks;
            return this;
        }

        public Builder kinds(List<Weighted<JobKind>> kinds) {
            this.kinds = kinds;
            return this;
        }

        public Builder queues(List<Weighted<String>> queues) {
            this.queues = queues;
            return this;
        }

        public Builder cpuMilliPerGpu(long cpuMilliPerGpu) {
            this.cpuMilliPerGpu = cpuMilliPerGpu;
            return this;
        }

        public Builder memoryBytesPerGpu(long memoryBytesPerGpu) {
            this.memoryBytesPerGpu = memoryBytesPerGpu;
            return this;
        }

        public Builder durationMedianNanos(long durationMedianNanos) {
            this.durationMedianNanos = durationMedianNanos;
            return this;
        }

        public Builder durationSigma(double durationSigma) {
            this.durationSigma = durationSigma;
            return this;
        }

        public Builder durationMaxNanos(long durationMaxNanos) {
            this.durationMaxNanos = durationMaxNanos;
            return this;
        }

        public Builder estimateError(double estimateError) {
            this.estimateError = estimateError;
            return this;
        }

        public Builder patienceNanos(long patienceNanos) {
            this.patienceNanos = patienceNanos;
            return this;
        }

        public Builder resourceShares(SequencedMap<String, Double> resourceShares) {
            this.resourceShares = resourceShares;
            return this;
        }

        public Builder profiles(List<Weighted<JobProfile>> profiles) {
            this.profiles = profiles;
            return this;
        }

        public Builder deadlineFactors(List<Weighted<Double>> deadlineFactors) {
            this.deadlineFactors = deadlineFactors;
            return this;
        }

        public Builder within(@Nullable Within within) {
            this.within = within;
            return this;
        }

        public Builder profile(RunProfile profile) {
            this.profile = profile;
            return this;
        }

        public Builder mig(List<Weighted<String>> mig) {
            this.mig = mig;
            return this;
        }

        public Builder use(UseOptions use) {
            this.use = use;
            return this;
        }

        public Builder checkpoints(Checkpoints checkpoints) {
            this.checkpoints = checkpoints;
            return this;
        }

        public Builder estimated(double estimated) {
            this.estimated = estimated;
            return this;
        }

        public GeneratorOptions build() {
            return new GeneratorOptions(
                    seed,
                    jobs,
                    startNanos,
                    arrivals,
                    burstiness,
                    load,
                    interarrivalNanos,
                    gpuMilli,
                    models,
                    gangTasks,
                    kinds,
                    queues,
                    cpuMilliPerGpu,
                    memoryBytesPerGpu,
                    durationMedianNanos,
                    durationSigma,
                    durationMaxNanos,
                    estimateError,
                    patienceNanos,
                    resourceShares,
                    profiles,
                    deadlineFactors,
                    within,
                    profile,
                    mig,
                    use,
                    checkpoints,
                    estimated);
        }
    }
}
