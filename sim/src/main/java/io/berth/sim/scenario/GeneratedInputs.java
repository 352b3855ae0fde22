package io.berth.sim.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule;
import io.berth.sim.workload.ArrivalPattern;
import io.berth.sim.workload.Generator;
import io.berth.sim.workload.GeneratorOptions;
import io.berth.sim.workload.UseOptions;
import io.berth.sim.workload.Weighted;
import io.berth.sim.workload.Workload;
import io.berth.spec.input.InputException;
import io.berth.spec.scenario.GenerateSpec;
import io.berth.spec.scenario.UseSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Jobs drawn from the distributions of a scenario; each seed draws others. */
final class GeneratedInputs {
    private static final String KEY = "workload.generate";

    private final GenerateSpec spec;
    private final List<NodeSpec> nodes;
    private final String place;

    GeneratedInputs(GenerateSpec spec, List<NodeSpec> nodes, String place) {
        this.spec = spec;
        this.nodes = nodes;
        this.place = place;
        double most = StrictMath.sqrt(GeneratorOptions.MAX_BURSTINESS);
        if (spec.burstiness() > most) {
            throw new InputException(
                    place, KEY + ".burstiness: must be 1 to " + (int) most + ", but is " + spec.burstiness());
        }
        if (spec.within() != null) {
            checkLabel("within", spec.within().key());
        }
        if (spec.grouped().within() != null) {
            checkLabel("grouped.group_within", spec.grouped().within().key());
        }
    }

    /** Of a label that no node has, all jobs would be turned away. */
    private void checkLabel(String key, String label) {
        TreeSet<String> known = new TreeSet<>();
        nodes.forEach(node -> node.labels().forEach(one -> known.add(one.key())));
        boolean has = nodes.stream().anyMatch(node -> Label.value(node.labels(), label) != null);
        if (!label.equals(PeerRule.NODE) && !has) {
            String problem =
                    known.isEmpty() ? "no node has a label" : InputException.unknown("label of nodes", label, known);
            throw new InputException(place, KEY + "." + key + ": " + problem);
        }
    }

    Inputs of(long seed) {
        return new Inputs(nodes, jobs(seed, Workload.START_NANOS));
    }

    /** The jobs of {@code seed}, which begin to come at {@code startNanos}. */
    Workload jobs(long seed, long startNanos) {
        try {
            Workload jobs = new Generator(options(seed, startNanos), nodes);
            Workload elastic = ElasticWorkload.of(ClassInputs.of(jobs, spec.qosWeights(), seed), spec.elastic(), seed);
            return PhasedWorkload.of(GroupedWorkload.of(elastic, spec.grouped(), seed), spec.phased(), seed);
        } catch (IllegalArgumentException e) {
            throw new InputException(place, KEY + ": " + e.getMessage());
        }
    }

    private GeneratorOptions options(long seed, long startNanos) {
        GeneratorOptions.Builder options = GeneratorOptions.builder()
                .seed(seed)
                .startNanos(startNanos)
                .jobs(spec.jobs())
                .arrivals(
                        switch (spec.arrivals()) {
                            case POISSON -> ArrivalPattern.POISSON;
                            case BURSTY -> ArrivalPattern.BURSTY;
                        })
                // The scenario has deviation over mean, the generator the square of it.
                .burstiness(spec.burstiness() * spec.burstiness())
                .load(spec.load())
                .interarrivalNanos(spec.interarrivalNanos())
                .gpuMilli(gpuMilli())
                .gangTasks(weighted(spec.gangWeights()))
                .kinds(kinds())
                .queues(weighted(spec.queueWeights()))
                .cpuMilliPerGpu(cpuMilliPerGpu())
                .memoryBytesPerGpu(memoryBytesPerGpu())
                .durationMedianNanos(spec.durationMedianNanos())
                .durationSigma(spec.durationSigma())
                .durationMaxNanos(spec.durationMaxNanos())
                // A factor of 1 is an exact estimate, which the generator calls an error of 0.
                .estimateError(spec.estimateError() - 1)
                .patienceNanos(spec.patienceNanos())
                .resourceShares(spec.resourceShares())
                .profiles(spec.profiles().stream()
                        .map(profile -> new Weighted<>(
                                new GeneratorOptions.JobProfile(profile.name() + "-", profile.speeds()),
                                profile.weight()))
                        .toList())
                .deadlineFactors(weighted(spec.deadlineWeights()))
                .within(spec.within())
                .profile(spec.profile())
                .use(use())
                .checkpoints(spec.checkpoints())
                .estimated(spec.estimated());
        if (!spec.migWeights().isEmpty()) {
            options.mig(weighted(spec.migWeights()));
        }
        if (!spec.modelWeights().isEmpty()) {
            options.models(models());
        }
        return options.build();
    }

    private UseOptions use() {
        UseSpec use = spec.use();
        return use.none()
                ? UseOptions.NONE
                : new UseOptions(
                        weighted(use.cpu()),
                        weighted(use.memory()),
                        weighted(use.gpu()),
                        use.families(),
                        use.bestEffort(),
                        use.bestEffortGpuMilli(),
                        use.service());
    }

    private long cpuMilliPerGpu() {
        return spec.cpuMilliPerGpu() == GenerateSpec.FITTING
                ? GeneratorOptions.cpuMilliPerGpuFitting(nodes)
                : spec.cpuMilliPerGpu();
    }

    private long memoryBytesPerGpu() {
        return spec.memoryBytesPerGpu() == GenerateSpec.FITTING
                ? GeneratorOptions.memoryBytesPerGpuFitting(nodes)
                : spec.memoryBytesPerGpu();
    }

    private List<Weighted<Integer>> gpuMilli() {
        if (spec.gpuWeights().isEmpty()) {
            return spec.migWeights().isEmpty() ? GeneratorOptions.gpuMilliFitting(nodes) : List.of();
        }
        List<Weighted<Integer>> sizes = new ArrayList<>();
        for (Map.Entry<Long, Double> size : spec.gpuWeights().entrySet()) {
            sizes.add(new Weighted<>(StrictMath.toIntExact(size.getKey()), size.getValue()));
        }
        return sizes;
    }

    private List<Weighted<List<String>>> models() {
        List<Weighted<List<String>>> models = new ArrayList<>();
        for (Map.Entry<String, Double> model : spec.modelWeights().entrySet()) {
            models.add(new Weighted<>(List.of(model.getKey()), model.getValue()));
        }
        return models;
    }

    private List<Weighted<JobKind>> kinds() {
        return weighted(spec.kindWeights());
    }

    private static <T> List<Weighted<T>> weighted(Map<T, Double> weights) {
        List<Weighted<T>> values = new ArrayList<>();
        for (Map.Entry<T, Double> entry : weights.entrySet()) {
            values.add(new Weighted<>(entry.getKey(), entry.getValue()));
        }
        return values;
    }
}
