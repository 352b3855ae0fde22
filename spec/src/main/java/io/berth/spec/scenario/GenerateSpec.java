package io.berth.spec.scenario;

import io.berth.core.workload.JobKind;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.term.Checkpoints;
import io.berth.core.workload.term.RunProfile;
import io.berth.spec.group.GroupedSpec;
import io.berth.spec.phase.PhasedSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The distributions that a workload is drawn from. Weights are relative: only their ratios matter.
 *
 * @param jobs how many
 * @param arrivals how they arrive
 * @param load GPU time asked for, as a fraction of what the cluster has while jobs arrive; the rate of arrival follows from it
 * @param interarrivalNanos the mean time between arrivals; 0 where {@code load} says it
 * @param burstiness standard deviation of the time between arrivals over its mean, for bursty arrivals; 1 is Poisson
 * @param gpuWeights weights of a task's GPUs in thousandths (0, 250, 1000, 8000); empty for the default mix of the generator
 * @param modelWeights weights of the GPU model that a job insists on; empty for any model
 * @param durationMedianNanos the median run time, which is log-normal
 * @param durationSigma standard deviation of the natural logarithm of the run time
 * @param durationMaxNanos the longest run time; longer draws are cut
 * @param gangWeights weights of the number of tasks of a job
 * @param cpuMilliPerGpu thousandths of a CPU per GPU that a task asks for; a task without GPU asks for as much as with one; {@link #FITTING}
 * @param memoryBytesPerGpu bytes per GPU, likewise
 * @param kindWeights weights of the kinds of job
 * @param queueWeights weights of the queues
 * @param estimateError the largest factor by which a user's estimate misses the run time, either way; 1 for exact estimates
 * @param patienceNanos how long a job waits before it is rejected; {@code Nanos.NEVER} for ever
 * @param resourceShares by extended resource: the part of the jobs, 0 to 1, each of whose tasks asks for one unit of it
 * @param profiles how fast jobs are by model of device, with weights; empty for as fast everywhere
 * @param deadlineWeights weights of how many times its run time a job's deadline is after its submission; empty for no deadlines
 * @param within in one domain of which all tasks of a job go; null for anywhere
 * @param profile what the speed of a job depends on
 * @param reads which data sets they read
 * @param migWeights weights, beside those of GPUs, of tasks that ask for an instance of a MIG profile; where there are some and no weights
 *     of GPUs, all tasks do
 * @param qosWeights weights of the classes that jobs name; empty for none
 * @param use what jobs really use of what they ask for
 * @param elastic which of them can do with fewer tasks
 * @param grouped which of them are of several groups
 * @param phased which of them ask for different amounts one after another
 * @param checkpoints what they lose when they are stopped and go on
 * @param estimated the part of the jobs, 0 to 1, whose users say how long they run
 */
public record GenerateSpec(
        int jobs,
        Arrivals arrivals,
        double load,
        long interarrivalNanos,
        double burstiness,
        SortedMap<Long, Double> gpuWeights,
        SequencedMap<String, Double> modelWeights,
        long durationMedianNanos,
        double durationSigma,
        long durationMaxNanos,
        SortedMap<Integer, Double> gangWeights,
        long cpuMilliPerGpu,
        long memoryBytesPerGpu,
        SortedMap<JobKind, Double> kindWeights,
        SequencedMap<String, Double> queueWeights,
        double estimateError,
        long patienceNanos,
        SequencedMap<String, Double> resourceShares,
        List<Profile> profiles,
        SortedMap<Double, Double> deadlineWeights,
        @Nullable Within within,
        RunProfile profile,
        ReadsSpec reads,
        SequencedMap<String, Double> migWeights,
        SequencedMap<String, Double> qosWeights,
        UseSpec use,
        ElasticSpec elastic,
        GroupedSpec grouped,
        PhasedSpec phased,
        Checkpoints checkpoints,
        double estimated) {
    /** CPU or memory as much as suits the nodes. */
    public static final long FITTING = -1;

    public GenerateSpec {
        gpuWeights = Collections.unmodifiableSortedMap(new TreeMap<>(gpuWeights));
        modelWeights = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(modelWeights));
        qosWeights = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(qosWeights));
        migWeights = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(migWeights));
        gangWeights = Collections.unmodifiableSortedMap(new TreeMap<>(gangWeights));
        kindWeights = Collections.unmodifiableSortedMap(new TreeMap<>(kindWeights));
        queueWeights = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(queueWeights));
        resourceShares = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(resourceShares));
        profiles = List.copyOf(profiles);
        deadlineWeights = Collections.unmodifiableSortedMap(new TreeMap<>(deadlineWeights));
        if (jobs < 1) {
            throw new IllegalArgumentException("The jobs (" + jobs + ") to generate must be positive.");
        }
        if (interarrivalNanos == 0 && load <= 0) {
            throw new IllegalArgumentException("The load (" + load + ") must be positive.");
        }
    }

    /**
     * How fast some of the jobs are by model of device.
     *
     * @param name what their names begin with
     */
    public record Profile(double weight, String name, RunProfile speeds) {
        /** Of jobs that nobody names. */
        public static final String USUAL_NAME = "job";
    }

    /** How jobs arrive. */
    public enum Arrivals {
        /** Independently of one another. */
        POISSON,
        /** In bursts. */
        BURSTY
    }
}
